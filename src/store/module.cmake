freshet_module(store
  USES base catalog charset html life sqlite url warc
  PUBLIC answer_facts.h archive.h archive_files.h archive_writer.h change_note.h export.h import.h
         read_page.h reindex.h reported_change.h rewrite.h scan_warc.h selection.h
         snapshot_facts.h tags_file.h verify.h version_record.h versions.h
  LINKS PkgConfig::isal PkgConfig::libzip fmt::fmt nlohmann_json::nlohmann_json
  SOURCES archive.cc archive/batch.cc archive/commit_witness.cc archive/exchange_facts.cc
          archive/index_keeper.cc archive/log_reader.cc archive/log_store.cc archive/originals.cc archive/recovery.cc
          archive/repeats.cc archive_files.cc archive_writer.cc cdxj/block_index.cc
          cdxj/cdxj_index.cc cdxj/cdxj_line.cc cdxj/cdxj_reader.cc cdxj/cdxj_sorter.cc
          cdxj/sorted_lines.cc change_note.cc export.cc export_lines.cc export_texts.cc import.cc
          maintenance/catalog_rebuild.cc
          maintenance/derived_history.cc maintenance/dropped_ranges.cc maintenance/foreign_record.cc maintenance/rewrite_log.cc
          maintenance/verify_index.cc maintenance/verify_log.cc maintenance/verify_slots.cc
          packed_bytes.cc read_page.cc reindex.cc reported_change.cc rewrite.cc scan_warc.cc selection.cc
          slots/slot_classes.cc slots/slot_format.cc slots/slot_pages.cc slots/slot_scan.cc
          slots/slot_store.cc slots/slot_store_tidy.cc slots/slot_table.cc slots/slots_file.cc
          snapshot_facts.cc tags_file.cc verify.cc versions.cc wacz/page_choice.cc
          wacz/wacz_reader.cc wacz/wacz_writer.cc wacz/zip_archive.cc wacz/zip_writer.cc
          answer_facts.cc version_record.cc
  TESTS archive/batch_test.cc archive/commit_witness_test.cc archive_crash_test.cc
        archive_fault_test.cc archive_loss_test.cc archive_news_test.cc archive_test.cc
        cdxj/cdxj_index_test.cc cdxj/cdxj_line_test.cc cdxj/cdxj_reader_test.cc
        change_note_test.cc maintenance/derived_history_test.cc reported_change_test.cc
        slots/slot_classes_test.cc slots/slot_format_test.cc slots/slot_store_crash_test.cc
        slots/slot_store_test.cc tags_file_test.cc versions_test.cc wacz/page_choice_test.cc
        wacz/wacz_reader_test.cc wacz/wacz_test.cc
  LONG ArchiveCrashTest ArchiveFaultTest ArchiveLossTest LogArchiveTest SlotStore SlotStoreCrash
       StoredArchiveTest WaczTest)
