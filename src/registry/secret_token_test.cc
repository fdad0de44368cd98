#include "registry/secret_token.h"

#include <gtest/gtest.h>

#include <set>

#include "registry/password.h"
#include "registry/registry_driver_test.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;

TEST(SecretTokenTest, ParsesItsText) {
  for (const TokenKind kind :
       {TokenKind::session, TokenKind::api, TokenKind::invitation, TokenKind::feed}) {
    const SecretToken token = SecretToken::make(kind);
    EXPECT_EQ(token.text().size(), 59u);
    const auto parsed = SecretToken::parse(token.text());
    ASSERT_TRUE(parsed) << token.text();
    EXPECT_EQ(parsed->kind, kind);
    EXPECT_EQ(parsed->id, token.id);
    EXPECT_EQ(parsed->secret, token.secret);
  }
}

TEST(SecretTokenTest, RefusesTextOfAnyOtherForm) {
  const std::string good = SecretToken::make(TokenKind::api).text();
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_FALSE(SecretToken::parse(good.substr(0, length)));
  EXPECT_FALSE(SecretToken::parse(good + "a"));
  EXPECT_FALSE(SecretToken::parse(" " + good));
  std::string other = good;
  other[20] = '/';
  EXPECT_FALSE(SecretToken::parse(other));
  other[20] = '\0';
  EXPECT_FALSE(SecretToken::parse(other));
  other = good;
  other[2] = 'x';
  EXPECT_FALSE(SecretToken::parse(other)) << "an unknown kind";
}

TEST(SecretTokenTest, MatchesTheHashOfItsSecretOnly) {
  const SecretToken token = SecretToken::make(TokenKind::api);
  EXPECT_TRUE(token.matches(token.hash()));
  EXPECT_EQ(token.hash().size(), 32u);
  EXPECT_EQ(token.hash().find(token.secret), std::string::npos);
  SecretToken other = token;
  other.secret.back() = other.secret.back() == 'A' ? 'B' : 'A';
  EXPECT_FALSE(other.matches(token.hash()));
  EXPECT_FALSE(token.matches(""));
  EXPECT_FALSE(token.matches(token.hash() + "x"));
}

TEST(SecretTokenTest, IsAnotherEachTime) {
  std::set<std::string> texts;
  for (int i = 0; i < 1000; ++i) texts.insert(SecretToken::make(TokenKind::session).text());
  EXPECT_EQ(texts.size(), 1000u);
}

TEST(SecretTokenTest, DerivesAKeyForEachPurpose) {
  const std::string master(32, 'm');
  EXPECT_EQ(derived_key(master, "links").size(), 32u);
  EXPECT_EQ(derived_key(master, "links"), derived_key(master, "links"));
  EXPECT_NE(derived_key(master, "links"), derived_key(master, "other"));
  EXPECT_NE(derived_key(master, "links"), derived_key(std::string(32, 'n'), "links"));
}

TEST(SortableId, SortsByTimeToTheMillisecond) {
  const Time time = *parse_time("2026-11-19T02:00:00Z");
  EXPECT_TRUE(sortable_id(time).starts_with("msg_01")) << sortable_id(time);
  EXPECT_EQ(sortable_id(time).size(), 30u);
  EXPECT_LT(sortable_id(time), sortable_id(time + milliseconds(1)));
  EXPECT_LT(sortable_id(time + milliseconds(31)), sortable_id(time + milliseconds(32)));
  EXPECT_NE(sortable_id(time), sortable_id(time));
}

TEST(Password, MatchesItsHashOnly) {
  const auto hash = hash_password("correct horse", kCheapPassword);
  ASSERT_TRUE(hash);
  EXPECT_TRUE(hash->text.starts_with("$argon2id$v=19$m=8,t=1,p=1$")) << hash->text;
  EXPECT_TRUE(matches_password(*hash, "correct horse"));
  EXPECT_FALSE(matches_password(*hash, "correct horsE"));
  EXPECT_FALSE(matches_password(*hash, ""));
  EXPECT_FALSE(matches_password(*hash, std::string(100'000, 'a')));
  EXPECT_FALSE(matches_password({}, "")) << "an account without password";
  EXPECT_NE(hash_password("correct horse", kCheapPassword).value(), *hash) << "each has its salt";
}

TEST(Password, IsNeitherTooShortNorTooLong) {
  EXPECT_FALSE(hash_password("123456789", kCheapPassword));
  EXPECT_TRUE(hash_password("1234567890", kCheapPassword));
  EXPECT_TRUE(hash_password(std::string(1024, 'a'), kCheapPassword));
  const auto refused = hash_password(std::string(1025, 'a'), kCheapPassword);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the password has 1025 bytes; choose one of 10 to 1024");
}

// The form and the cost are those of a real hash, so to check one against it does the same work.
TEST(Password, TakesTheSameWorkForSomebodyWhoIsNotThere) {
  for (const PasswordCost& cost : {kCheapPassword, PasswordCost{}}) {
    const std::string real = hash_password("correct horse", cost)->text;
    const std::string nobody = hash_of_nobody(cost).text;
    EXPECT_EQ(nobody.size(), real.size());
    const std::size_t salt = real.find('$', real.find("p=1"));
    EXPECT_EQ(nobody.substr(0, salt), real.substr(0, salt));
    EXPECT_EQ(nobody.rfind('$'), real.rfind('$'));
  }
  EXPECT_FALSE(matches_password(hash_of_nobody(kCheapPassword), "correct horse"));
  const PasswordHash nobody = hash_of_nobody(kCheapPassword);
  const auto split = nobody.text.rfind('$');
  EXPECT_NE(hash_of_nobody(kCheapPassword).text.substr(split), nobody.text.substr(split));
}

}  // namespace
}  // namespace freshet
