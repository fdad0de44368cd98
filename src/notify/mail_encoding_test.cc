#include "notify/mail_encoding.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(MailEncoding, KeepsAsciiFieldsReadable) {
  EXPECT_EQ(mail_field("Subject", "Watch: Water"), "Subject: Watch: Water\r\n");
  EXPECT_EQ(mail_field("Subject", std::string(40, 'a') + " " + std::string(40, 'b')),
            "Subject: " + std::string(40, 'a') + "\r\n " + std::string(40, 'b') + "\r\n");
}

TEST(MailEncoding, EncodesWordsBeyondAscii) {
  EXPECT_EQ(mail_field("Subject", "Wässer"), "Subject: =?UTF-8?B?V8Okc3Nlcg==?=\r\n");
  EXPECT_EQ(mail_field("Subject", "=?x?="), "Subject: =?UTF-8?B?PT94Pz0=?=\r\n");
  EXPECT_EQ(mail_phrase("freshet \"x\""), "\"freshet \\\"x\\\"\"");
}

TEST(MailEncoding, LetsNothingOutOfAField) {
  EXPECT_EQ(mail_field("Subject", "a\r\nBcc: b@c.example\n\n.\n"),
            "Subject: a Bcc: b@c.example .\r\n");
  EXPECT_EQ(mail_phrase("a\"\r\n>b"), "\"a\\\"  >b\"");
}

TEST(MailEncoding, WritesQuotedPrintable) {
  EXPECT_EQ(quoted_printable("a=b é \nx"), "a=3Db =C3=A9=20\r\nx\r\n");
  EXPECT_EQ(quoted_printable(".\nFrom x\n"), "=2E\r\n=46rom x\r\n");
  EXPECT_EQ(quoted_printable(std::string(80, 'a')),
            std::string(75, 'a') + "=\r\n" + std::string(5, 'a') + "\r\n");
}

TEST(MailEncoding, WritesDatesAndIds) {
  EXPECT_EQ(mail_date(*parse_time("2026-11-17T05:00:09Z")), "Tue, 17 Nov 2026 05:00:09 +0000");
  EXPECT_EQ(mail_id_part("d-1/2 <x>..y."), "d-1-2--x-.-y");
}

}  // namespace
}  // namespace freshet
