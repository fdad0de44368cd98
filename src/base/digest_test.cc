#include "base/digest.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(DigestTest, WritesSha1AsArchivesDo) {
  EXPECT_EQ(sha1("").base32(), "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  EXPECT_EQ(sha1("abc").base32(), "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
}

// FIPS 180-4's examples.
TEST(DigestTest, WritesSha256InHexadecimal) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(DigestTest, GivesTheSameForBytesThatComeInPieces) {
  Sha1 pieces;
  for (const char c : std::string("abc")) pieces.update({&c, 1});
  EXPECT_EQ(pieces.finish(), sha1("abc"));
  pieces.update("abc");
  EXPECT_EQ(pieces.finish(), sha1("abc")) << "the second use starts anew";
}

TEST(DigestTest, ReadsEveryFormThatArchivesHold) {
  const Sha1Digest abc = sha1("abc");
  for (const char* text :
       {"VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
        "SHA1:vgmt4nsha2awvor6evyxqugcnsonbwe5", "a9993e364706816aba3e25717850c26c9cd0d89d",
        "sha1:A9993E364706816ABA3E25717850C26C9CD0D89D"}) {
    EXPECT_EQ(Sha1Digest::parse(text), abc) << text;
  }
}

TEST(DigestTest, RefusesWhatIsNoSha1) {
  for (const char* text :
       {"", "sha1:", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE", "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE1",
        "sha256:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5", "g9993e364706816aba3e25717850c26c9cd0d89d"}) {
    EXPECT_FALSE(Sha1Digest::parse(text)) << text;
  }
}

}  // namespace
}  // namespace freshet
