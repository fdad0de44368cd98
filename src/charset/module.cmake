freshet_module(charset
  USES base
  PUBLIC charset.h content_type.h decode.h
  LINKS PkgConfig::uchardet
  SOURCES charset.cc charset_detect.cc content_type.cc decode.cc decode_iso_2022_jp.cc
          decode_multi_byte.cc encoding.cc index_big5.cc index_euc_kr.cc index_gb18030.cc
          index_jis0208.cc index_jis0212.cc index_single_byte.cc legacy_index.cc meta_prescan.cc
  TESTS charset_detect_test.cc charset_test.cc content_type_test.cc decode_test.cc
        encoding_test.cc meta_prescan_test.cc text_encoding_oracle_test.cc
  LONG Decode DetectEncoding)
