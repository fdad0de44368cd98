freshet_module(store
  USES base catalog charset html life url warc
  LINKS PkgConfig::isal PkgConfig::libzip fmt::fmt nlohmann_json::nlohmann_json
  SOURCES archive.cc archive_files.cc archive_writer.cc block_index.cc cdxj_index.cc cdxj_line.cc
          cdxj_reader.cc cdxj_sorter.cc change_note.cc commit_witness.cc derived_history.cc
          export.cc import.cc index_keeper.cc log_store.cc recovery.cc reindex.cc repeats.cc
          reported_change.cc rewrite.cc rewrite_log.cc scan_warc.cc selection.cc slot_classes.cc
          slot_format.cc slot_pages.cc slot_scan.cc slot_store.cc slot_store_tidy.cc slot_table.cc
          slots_file.cc snapshot_facts.cc sorted_lines.cc tags_file.cc verify.cc verify_index.cc
          verify_log.cc verify_slots.cc versions.cc wacz_reader.cc wacz_writer.cc zip_archive.cc
          zip_writer.cc
  TESTS archive_crash_test.cc archive_fault_test.cc archive_loss_test.cc archive_news_test.cc
        archive_test.cc cdxj_index_test.cc cdxj_line_test.cc cdxj_reader_test.cc
        change_note_test.cc commit_witness_test.cc derived_history_test.cc reported_change_test.cc
        slot_classes_test.cc slot_format_test.cc slot_store_crash_test.cc slot_store_test.cc
        tags_file_test.cc versions_test.cc wacz_reader_test.cc wacz_test.cc
  LONG ArchiveCrashTest ArchiveFaultTest ArchiveLossTest LogArchiveTest SlotStore SlotStoreCrash
       StoredArchiveTest WaczTest)
