freshet_module(warc
  USES base
  PUBLIC body.h check.h exchange.h gzip.h http_date.h http_head.h member_reader.h not_modified.h
         reader.h record.h record_packer.h reference_member.h reference_reader.h
         snapshot_encoder.h
  LINKS PkgConfig::brotli PkgConfig::isal PkgConfig::zstd fmt::fmt
  SOURCES body.cc check.cc chunked.cc exchange.cc gzip.cc gzip_writer.cc http_date.cc http_head.cc
          inflate.cc member_reader.cc not_modified.cc read_record.cc reader.cc record.cc record_packer.cc
          reference_member.cc reference_reader.cc resynchronise.cc
          snapshot_encoder.cc unpacked_file.cc
  TESTS body_test.cc check_test.cc foreign_programs_test.cc gzip_test.cc http_head_test.cc
        reader_test.cc record_test.cc reference_test.cc snapshot_encoder_test.cc)
