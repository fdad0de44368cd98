#include "registry/passes.h"

#include <gtest/gtest.h>

#include "registry/registry_driver_test.h"
#include "sqlite/sqlite.h"

namespace freshet {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

class PassesTest : public RegistryTest {
 protected:
  PassesTest() : root(person("root", Role::admin)) {}

  Passes& passes() { return registry->passes(); }
  std::string begin(PersonId of) { return must(passes().begin_session(of, "browser", by())); }
  // Returns the name of the person whose session it is.
  std::string whose(const std::string& text) {
    const auto session = must(passes().session(text, now()));
    return session ? session->name : "nobody";
  }
  // Returns the bytes of the file and its log.
  std::string stored_bytes() {
    std::string all;
    for (const std::string& file : {path, path + "-wal"})
      all += must(read_whole(system_disk(), file, std::size_t{64} << 20));
    return all;
  }

  PersonId root;
};

TEST_F(PassesTest, KnowsThePersonOfASession) {
  const std::string text = begin(root);
  reopen();
  const auto session = must(passes().session(text, now()));
  ASSERT_TRUE(session);
  EXPECT_EQ(session->person, root);
  EXPECT_EQ(session->name, "root");
  EXPECT_EQ(session->role, Role::admin);
  EXPECT_EQ(session->agent, "browser");
  EXPECT_EQ(session->address, "192.0.2.7");
}

TEST_F(PassesTest, KnowsNobodyByAnotherSecret) {
  std::string text = begin(root);
  text.back() = text.back() == 'A' ? 'B' : 'A';
  EXPECT_EQ(whose(text), "nobody");
  EXPECT_EQ(whose(""), "nobody");
  EXPECT_EQ(whose(must(passes().invite(Role::admin, by()))), "nobody") << "another kind";
}

TEST_F(PassesTest, StoresNoSecret) {
  const std::string session = begin(root);
  const std::string token = must(passes().make_token(root, "ci", {.reads = true}, {}, by()));
  const std::string link = must(passes().invite(Role::viewer, by()));
  const std::string bytes = stored_bytes();
  for (const std::string& text : {session, token, link}) {
    EXPECT_NE(bytes.find(text.substr(4, 12)), std::string::npos) << "its id is there";
    EXPECT_EQ(bytes.find(text.substr(16)), std::string::npos);
  }
  EXPECT_EQ(bytes.find(kPassword), std::string::npos);
}

TEST_F(PassesTest, EndsASessionThatIsIdleForAWeek) {
  const std::string text = begin(root);
  later(days(6));
  EXPECT_EQ(whose(text), "root");
  later(days(6));
  EXPECT_EQ(whose(text), "root") << "it was used";
  later(days(7));
  EXPECT_EQ(whose(text), "nobody");
}

TEST_F(PassesTest, EndsASessionAfterAMonthThoughItIsUsed) {
  const std::string text = begin(root);
  for (int day = 0; day < 29; ++day) {
    later(days(1));
    EXPECT_EQ(whose(text), "root");
  }
  later(days(1));
  EXPECT_EQ(whose(text), "nobody");
  must(passes().forget_expired(now()));
  EXPECT_TRUE(must(passes().sessions_of(root, now())).empty());
}

TEST_F(PassesTest, NotesTheUseOfASessionNotMoreOftenThanEveryFiveMinutes) {
  const std::string text = begin(root);
  const Time start = now();
  later(minutes(4));
  whose(text);
  EXPECT_EQ(must(passes().sessions_of(root, now())).front().last_used, start);
  later(minutes(1));
  whose(text);
  EXPECT_EQ(must(passes().sessions_of(root, now())).front().last_used, now());
}

TEST_F(PassesTest, LetsInThoughTheUseCannotBeWritten) {
  const std::string text = begin(root);
  const std::string token = must(passes().make_token(root, "ci", {.reads = true}, {}, by()));
  const std::string feed = must(registry->feeds().add({.owner = root}, by())).address;
  registry.reset();
  registry = must(Registry::open(system_disk(), path, {.busy_ms_max = 0}));
  const auto other = Sqlite::open(path, {.mode = SqliteOpening::Mode::write});
  ASSERT_TRUE((*other)->execute("BEGIN IMMEDIATE"));
  later(hours(1));
  EXPECT_EQ(whose(text), "root");
  EXPECT_TRUE(must(passes().token(token, now())));
  EXPECT_TRUE(must(registry->feeds().find(feed, now())));
}

TEST_F(PassesTest, ReadsSessionsBesideTheWriter) {
  const std::string text = begin(root);
  later(hours(1));
  const auto reader = Registry::open(system_disk(), path, {.writes = false});
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_TRUE(must((*reader)->passes().session(text, now())));
  EXPECT_FALSE((*reader)->passes().begin_session(root, "", by()));
}

TEST_F(PassesTest, EndsSessionsOnRequest) {
  const std::string text = begin(root);
  const std::string id = must(passes().session(text, now()))->id;
  must(passes().end_session(id, by(root)));
  must(passes().end_session(id, by(root)));
  EXPECT_EQ(whose(text), "nobody");
  EXPECT_EQ(must(registry->people().audit(std::nullopt, 1)).front().kind, AuditKind::logout);
}

TEST_F(PassesTest, EndsTheSessionUsedLongestAgoIfAPersonHasTooMany) {
  const std::string first = begin(root);
  std::string last;
  for (std::size_t i = 0; i < kSessionsOfPersonMax; ++i) {
    later(minutes(1));
    last = begin(root);
  }
  EXPECT_EQ(whose(first), "nobody");
  EXPECT_EQ(whose(last), "root");
  EXPECT_EQ(must(passes().sessions_of(root, now())).size(), kSessionsOfPersonMax);
}

TEST_F(PassesTest, GivesASessionTheRoleOfNow) {
  const PersonId ann = person("ann");
  const std::string text = begin(ann);
  must(registry->people().change_role(ann, Role::viewer, by(root)));
  EXPECT_EQ(must(passes().session(text, now()))->role, Role::viewer);
  must(registry->people().set_disabled(ann, true, by(root)));
  EXPECT_EQ(whose(text), "nobody");
  EXPECT_EQ(error_of(passes().begin_session(ann, "", by())),
            "person " + std::to_string(ann) + " cannot log in");
  EXPECT_FALSE(passes().begin_session(kLocalPerson, "", by()));
}

TEST_F(PassesTest, LetsATokenDoWhatItsScopesAndItsPersonMay) {
  const PersonId ann = person("ann");
  const std::string text =
      must(passes().make_token(ann, "ci", {.reads = true, .writes = true}, {}, by(ann)));
  EXPECT_EQ(must(passes().token(text, now()))->scopes, (TokenScopes{true, true, false}));
  EXPECT_EQ(error_of(passes().make_token(ann, "x", {.administers = true}, {}, by(ann))),
            "a token cannot do more than its person");
  must(registry->people().change_role(ann, Role::viewer, by(root)));
  EXPECT_EQ(must(passes().token(text, now()))->scopes, (TokenScopes{true, false, false}));
  must(registry->people().set_disabled(ann, true, by(root)));
  EXPECT_FALSE(must(passes().token(text, now())));
}

TEST_F(PassesTest, MakesNoTokenForTheRightsOfNobodysAccount) {
  EXPECT_EQ(error_of(passes().make_token(kLocalPerson, "x", {.administers = true}, {}, by())),
            "there is no person 0");
}

TEST_F(PassesTest, EndsTokensWhenTheyExpireOrAreRevoked) {
  const std::string text =
      must(passes().make_token(root, "short", {.reads = true}, now() + days(1), by(root)));
  const std::string lasting =
      must(passes().make_token(root, "long", {.reads = true}, {}, by(root)));
  later(hours(23));
  EXPECT_TRUE(must(passes().token(text, now())));
  later(hours(1));
  EXPECT_FALSE(must(passes().token(text, now())));
  EXPECT_EQ(must(passes().token(lasting, now()))->name, "long");
  must(passes().forget_expired(now()));
  const auto left = must(passes().tokens_of(root));
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left.front().last_used, now());
  must(passes().revoke_token(left.front().id, by(root)));
  EXPECT_FALSE(must(passes().token(lasting, now())));
  EXPECT_EQ(error_of(passes().revoke_token(left.front().id, by(root))), "there is no such token");
}

TEST_F(PassesTest, MakesAnAccountFromAnInvitationOnce) {
  const std::string link = must(passes().invite(Role::editor, by(root)));
  const auto invitation = must(passes().invitation(link, now()));
  ASSERT_TRUE(invitation);
  EXPECT_EQ(invitation->role, Role::editor);
  const PasswordHash hash = must(hash_password(kPassword, kCheapPassword));
  EXPECT_EQ(error_of(passes().accept(link, "ROOT", hash, by())),
            "person \"ROOT\": there is one of this name");
  const PersonId ann = must(passes().accept(link, "ann", hash, by()));
  EXPECT_EQ(must(registry->people().find(ann))->role, Role::editor);
  EXPECT_TRUE(must(registry->people().candidate("ann")).matches(kPassword));
  EXPECT_EQ(error_of(passes().accept(link, "bob", hash, by())),
            "this invitation was used or is too old: ask for another one");
  EXPECT_FALSE(must(registry->people().find_by_name("bob")));
}

TEST_F(PassesTest, EndsTheLinksToSetAPasswordWithANewOne) {
  const PersonId ann = person("ann");
  const std::string lost = must(passes().invite_to_set_password(ann, by(root)));
  const std::string link = must(passes().invite_to_set_password(ann, by(root)));
  const std::string other = must(passes().invite(Role::viewer, by(root)));
  must(passes().accept(link, "", must(hash_password("another horse", kCheapPassword)), by()));
  EXPECT_FALSE(must(passes().invitation(lost, now()))) << "whoever found it would take the account";
  EXPECT_TRUE(must(passes().invitation(other, now())));
}

TEST_F(PassesTest, TakesNoInvitationThatIsTooOldOrRevoked) {
  const PasswordHash hash = must(hash_password(kPassword, kCheapPassword));
  const std::string old = must(passes().invite(Role::editor, by(root)));
  later(days(7));
  EXPECT_FALSE(passes().accept(old, "ann", hash, by()));
  EXPECT_TRUE(must(passes().invitations(now())).empty());
  const std::string revoked = must(passes().invite(Role::editor, by(root)));
  must(passes().revoke_invitation(must(passes().invitation(revoked, now()))->id, by(root)));
  EXPECT_FALSE(passes().accept(revoked, "ann", hash, by()));
}

TEST_F(PassesTest, SetsAForgottenPasswordByLink) {
  const PersonId ann = person("ann");
  const std::string session = begin(ann);
  const std::string link = must(passes().invite_to_set_password(ann, by(root)));
  EXPECT_EQ(must(passes().accept(link, "ignored",
                                 must(hash_password("another horse", kCheapPassword)), by())),
            ann);
  EXPECT_TRUE(must(registry->people().candidate("ann")).matches("another horse"));
  EXPECT_EQ(whose(session), "nobody");
  EXPECT_FALSE(passes().invite_to_set_password(ann + 1, by(root)));
}

class FirstStartTest : public RegistryTest {};

TEST_F(FirstStartTest, InvitesTheFirstAdministratorUntilThereIsOne) {
  Passes& passes = registry->passes();
  const auto lost = must(passes.invite_first_admin(now()));
  const auto link = must(passes.invite_first_admin(now()));
  ASSERT_TRUE(lost && link);
  const PasswordHash hash = must(hash_password(kPassword, kCheapPassword));
  EXPECT_FALSE(passes.accept(*lost, "mallory", hash, by())) << "a newer link replaced it";
  const PersonId root = must(passes.accept(*link, "root", hash, by()));
  EXPECT_EQ(must(registry->people().find(root))->role, Role::admin);
  EXPECT_FALSE(must(passes.invite_first_admin(now())));
}

TEST_F(FirstStartTest, InvitesTheFirstAdministratorThoughThereAreOtherAccounts) {
  person("ann", Role::editor);
  const std::string editor = must(registry->passes().invite(Role::editor, by()));
  EXPECT_TRUE(must(registry->passes().invite_first_admin(now())));
  EXPECT_TRUE(must(registry->passes().invitation(editor, now()))) << "it stays";
}

TEST_F(FirstStartTest, HandsWhatWasRegisteredBeforeToTheFirstAdministrator) {
  const WatchId watched = watch("https://a.example/");
  const ChannelId to = channel("hook");
  const Told told = tell(watched, {to});
  must(registry->tags().put({.owner = kLocalPerson, .name = "news"}));
  const auto link = must(registry->passes().invite_first_admin(now()));
  const PersonId root = must(registry->passes().accept(
      *link, "root", must(hash_password(kPassword, kCheapPassword)), by()));
  EXPECT_EQ(must(registry->watches().find(watched))->owner, root);
  EXPECT_EQ(must(registry->channels().find(to))->owner, root);
  EXPECT_EQ(must(registry->happenings().find(told.happenings.front()))->owner, root);
  EXPECT_TRUE(must(registry->tags().find(root, "news")));
}

}  // namespace
}  // namespace freshet
