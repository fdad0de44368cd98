#include "registry/people.h"

#include <gtest/gtest.h>

#include "registry/registry_driver_test.h"

namespace freshet {
namespace {

class PeopleTest : public RegistryTest {
 protected:
  People& people() { return registry->people(); }
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Person& each : must(people().list())) all.push_back(each.name);
    return all;
  }
  // Returns the audit from the oldest line on, as text.
  std::vector<std::string> audit() {
    std::vector<std::string> lines;
    for (const AuditLine& line : must(people().audit(std::nullopt, 100)))
      lines.insert(lines.begin(), line.actor + ": " + std::string(word(line.kind)) + " " +
                                      line.subject + " " + line.detail);
    return lines;
  }
};

using NameList = std::vector<std::string>;

TEST_F(PeopleTest, StartsWithNobody) {
  EXPECT_EQ(must(people().count()), 0);
  EXPECT_EQ(names(), NameList{});
  EXPECT_FALSE(must(people().find(kLocalPerson)));
  EXPECT_FALSE(must(people().find_by_name("")));
}

TEST_F(PeopleTest, KeepsPeopleByName) {
  const PersonId ann = person("ann", Role::admin);
  person("Bob");
  reopen();
  EXPECT_EQ(names(), (NameList{"ann", "Bob"}));
  const auto found = must(people().find(ann));
  ASSERT_TRUE(found);
  EXPECT_EQ(
      *found,
      (Person{
          .id = ann, .name = "ann", .role = Role::admin, .has_password = true, .created = now()}));
  EXPECT_EQ(must(people().find_by_name("ANN"))->id, ann) << "case does not make another person";
}

TEST_F(PeopleTest, RefusesNamesThatPeopleWouldConfuse) {
  person("ann", Role::admin);
  const auto refuse = [&](const std::string& name) {
    return error_of(people().add(name, Role::viewer, std::nullopt, by()));
  };
  EXPECT_EQ(refuse("ANN"), "person \"ANN\": there is one of this name");
  EXPECT_EQ(refuse(""), "person \"\": it is empty");
  EXPECT_EQ(refuse("ann "), "person \"ann \": it begins or ends with a space");
  EXPECT_EQ(refuse("a\nb"), "person \"a\\nb\": it has a control character");
  EXPECT_EQ(refuse("ann\u200f"), "person \"ann\\u{200f}\": it has a character that cannot be seen");
  EXPECT_EQ(refuse("\u009b2J"), "person \"\\u{9b}2J\": it has a character that cannot be seen");
  EXPECT_EQ(refuse("a\xff"), "person \"a\\xff\": it is not UTF-8");
  EXPECT_EQ(refuse(std::string(201, 'a')), "person: it has 201 bytes; at most 200 are kept");
}

TEST_F(PeopleTest, LetsInWhoKnowsThePassword) {
  const PersonId ann = person("ann");
  const auto candidate = must(people().candidate("Ann"));
  EXPECT_EQ(candidate.person, ann);
  EXPECT_TRUE(candidate.matches(kPassword));
  EXPECT_FALSE(candidate.matches("incorrect horse"));
  must(people().note_login(candidate, true, by()));
  EXPECT_EQ(must(people().find(ann))->last_login, now());
}

TEST_F(PeopleTest, LetsInNobodyWhoIsUnknownOrDisabledOrWithoutPassword) {
  person("root", Role::admin);
  const PersonId ann = person("ann");
  must(people().set_disabled(ann, true, by()));
  must(people().add("guest", Role::viewer, std::nullopt, by()));
  for (const char* const name : {"nobody", "ann", "guest", ""}) {
    const auto candidate = must(people().candidate(name));
    EXPECT_FALSE(candidate.person) << name;
    EXPECT_FALSE(candidate.matches(kPassword)) << name;
    EXPECT_FALSE(candidate.matches("")) << name;
    EXPECT_TRUE(candidate.hash.text.starts_with("$argon2id$")) << "and it takes as long";
  }
  must(people().set_disabled(ann, false, by()));
  EXPECT_TRUE(must(people().candidate("ann")).matches(kPassword));
}

TEST_F(PeopleTest, EndsSessionsWithANewPassword) {
  const PersonId ann = person("ann");
  const std::string here = must(registry->passes().begin_session(ann, "browser", by()));
  const std::string there = must(registry->passes().begin_session(ann, "phone", by()));
  const auto session = must(registry->passes().session(here, now()));
  ASSERT_TRUE(session);
  must(people().set_password(ann, must(hash_password("another horse", kCheapPassword)), by(ann),
                             session->id));
  EXPECT_TRUE(must(registry->passes().session(here, now())));
  EXPECT_FALSE(must(registry->passes().session(there, now())));
  EXPECT_FALSE(must(people().candidate("ann")).matches(kPassword));
  EXPECT_TRUE(must(people().candidate("ann")).matches("another horse"));
}

TEST_F(PeopleTest, KeepsAnAdministrator) {
  const PersonId ann = person("ann", Role::admin);
  const std::string last = "this is the last administrator: make another one first";
  EXPECT_EQ(error_of(people().change_role(ann, Role::editor, by(ann))), last);
  EXPECT_EQ(error_of(people().set_disabled(ann, true, by(ann))), last);
  EXPECT_EQ(error_of(people().remove(ann, by(ann))), last);
  EXPECT_EQ(must(people().find(ann))->role, Role::admin) << "nothing was changed";
  const PersonId bob = person("bob", Role::admin);
  must(people().change_role(ann, Role::editor, by(bob)));
  EXPECT_EQ(must(people().find(ann))->role, Role::editor);
  EXPECT_EQ(error_of(people().remove(bob, by(bob))), last);
}

TEST_F(PeopleTest, ChangesPeopleWhileThereIsNoAdministratorYet) {
  const PersonId ann = person("ann"), bob = person("bob");
  must(people().set_disabled(ann, true, by()));
  must(people().remove(ann, by()));
  must(people().change_role(bob, Role::viewer, by()));
}

TEST_F(PeopleTest, GivesTheFirstAdministratorWhatWasRegisteredBefore) {
  const WatchId watched = watch("https://a.example/");
  const ChannelId to = channel("hook"), other = channel("other");
  const PersonId ann = person("ann");
  const ChannelId hers = channel("hook", ann);
  EXPECT_EQ(must(registry->watches().find(watched))->owner, kLocalPerson) << "she is an editor";
  later(std::chrono::hours(1));
  must(people().change_role(ann, Role::admin, by()));
  EXPECT_EQ(must(registry->watches().find(watched))->owner, ann);
  EXPECT_EQ(must(registry->watches().find(watched))->edited, now());
  EXPECT_EQ(must(registry->channels().find(other))->owner, ann);
  EXPECT_EQ(must(registry->channels().find(to))->owner, kLocalPerson) << "she has a hook";
  EXPECT_EQ(must(registry->channels().find_by_name(ann, "hook"))->id, hers);
  const WatchId later_one = watch("https://b.example/");
  person("root", Role::admin);
  EXPECT_EQ(must(registry->watches().find(later_one))->owner, kLocalPerson);
}

TEST_F(PeopleTest, RemovesAPersonWithAllThatIsTheirs) {
  person("root", Role::admin);
  const PersonId ann = person("ann");
  const std::string session = must(registry->passes().begin_session(ann, "", by()));
  const WatchId watched = watch("https://a.example/", ann);
  const ChannelId to = channel("hook", ann);
  const Told told = tell(watched, {to});
  must(registry->rules().add_block(watched, 7, now()));
  must(registry->tags().put({.owner = ann, .name = "news"}));
  must(registry->feeds().add({.owner = ann, .watch = watched}, by()));
  must(people().remove(ann, by()));
  EXPECT_FALSE(must(people().find(ann)));
  EXPECT_FALSE(must(registry->passes().session(session, now())));
  EXPECT_FALSE(must(registry->watches().find(watched)));
  EXPECT_TRUE(must(registry->watches().list({.text = "example"}, 0, 10)).empty());
  EXPECT_FALSE(must(registry->channels().find(to)));
  EXPECT_FALSE(must(registry->happenings().find(told.happenings.front())));
  EXPECT_TRUE(must(registry->deliveries().list({}, std::nullopt, 10)).empty());
  must(registry->check());
  EXPECT_EQ(person("ann"), ann + 1) << "a number is never used again";
}

TEST_F(PeopleTest, RecordsLoginsAndChangesOfRights) {
  const PersonId root = person("root", Role::admin);
  const PersonId ann = must(people().add("ann", Role::viewer, std::nullopt, by(root)));
  must(people().change_role(ann, Role::editor, by(root)));
  must(people().note_login(must(people().candidate("mallory")), false, by()));
  must(people().note_login(must(people().candidate("root")), true, by()));
  must(people().remove(ann, by(root)));
  EXPECT_EQ(audit(), (NameList{": person added root admin", "root: person added ann viewer",
                               "root: role changed ann editor", ": failed login mallory ",
                               ": login root ", "root: person removed ann "}));
  const auto lines = must(people().audit(std::nullopt, 2));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines.front().address, "192.0.2.7");
  EXPECT_EQ(must(people().audit(lines.back().id, 1)).front().subject, "mallory");
}

TEST_F(PeopleTest, CutsWhatAStrangerCanWriteIntoTheAudit) {
  must(people().note_login({.name = std::string(100'000, 'x') + "\xff"}, false, by()));
  EXPECT_EQ(must(people().audit(std::nullopt, 1)).front().subject.size(), 300u);
}

TEST_F(PeopleTest, HasAWordForEachKindOfLine) {
  for (int kind = 1; kind <= static_cast<int>(AuditKind::feed_revoked); ++kind)
    EXPECT_FALSE(word(static_cast<AuditKind>(kind)).empty()) << kind;
  for (const Role role : {Role::viewer, Role::editor, Role::admin})
    EXPECT_EQ(role_from(word(role)), role);
  EXPECT_FALSE(role_from("owner"));
}

}  // namespace
}  // namespace freshet
