#include "notify/webhook_signature.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

constexpr std::string_view kKey = "whsec_ZnJlc2hldC1leGFtcGxlLXNlY3JldC0zMi1ieXRlcyE=";
constexpr std::string_view kBody =
    R"({"type":"page.changed","timestamp":"2026-11-17T05:00:00Z","data":{"change":"c-42","watch":"w-7","url":"https://gazette.example/water"}})";
const Time kSentAt{std::chrono::seconds(1794891600)};

// The reference implementation signs this so.
TEST(WebhookSignature, IsThatOfTheReference) {
  const auto keys = parse_signing_keys(kKey);
  ASSERT_TRUE(keys);
  EXPECT_EQ(webhook_signature("msg_01JD0000000000000000000000", kSentAt, kBody, *keys),
            "v1,Rj0WItmnr8njKDS7Gb0lc44QmPPwq0qpX+gUDTGeWeE=");
}

TEST(WebhookSignature, CarriesOldAndNewWhileAKeyIsReplaced) {
  const auto keys =
      parse_signing_keys(std::string(kKey) + " whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  ASSERT_TRUE(keys);
  const std::string both = webhook_signature("m", kSentAt, "{}", *keys);
  EXPECT_EQ(both.find(" v1,"), both.rfind(' '));
}

// RFC 8032, section 7.1, test 1 has this private key; the message differs.
TEST(WebhookSignature, SignsByEd25519) {
  const auto keys = parse_signing_keys("whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=");
  ASSERT_TRUE(keys);
  const std::string signature = webhook_signature("m", kSentAt, "{}", *keys);
  EXPECT_TRUE(signature.starts_with("v1a,"));
  EXPECT_EQ(signature.size(), 4U + 88U);
  EXPECT_EQ(signature, webhook_signature("m", kSentAt, "{}", *keys));
}

TEST(WebhookSignature, RefusesKeysThatAreNone) {
  EXPECT_FALSE(parse_signing_keys("secret"));
  EXPECT_FALSE(parse_signing_keys("whsec_c2hvcnQ="));
  EXPECT_FALSE(parse_signing_keys("whsec_****************************************"));
  EXPECT_TRUE(parse_signing_keys("")->empty());
}

}  // namespace
}  // namespace freshet
