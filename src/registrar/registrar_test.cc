// The use cases of the registry: who may do what, what answers say, and what they never say.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "notify/stored_notification.h"
#include "registrar/channels.h"
#include "registrar/deliveries.h"
#include "registrar/feeds.h"
#include "registrar/happenings.h"
#include "registrar/message_links.h"
#include "registrar/people.h"
#include "registrar/tags.h"
#include "registrar/watch_files.h"
#include "registrar/watches.h"
#include "registry/registry_driver_test.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

using nlohmann::json;

class RegistrarTest : public RegistryTest {
 protected:
  Member local() { return {.now = now()}; }
  Member editor(PersonId id) { return {.person = id, .is_admin = false, .now = now()}; }

  template <class T>
  static T must(Reply<T> reply) {
    EXPECT_TRUE(reply) << reply.error().error.message;
    return reply ? *std::move(reply) : T{};
  }
  using RegistryTest::must;
  // Returns the field that is refused, and why.
  template <class T>
  static std::string refusal(const Reply<T>& reply) {
    return reply ? "no refusal" : reply.error().field + "|" + reply.error().error.message;
  }

  WatchView add(const Member& who, const std::string& body) {
    const auto spec = read_watch(body);
    EXPECT_TRUE(spec) << spec.error().message;
    return must(add_watch(*registry, who, *spec));
  }
  ChannelView add_phone(const Member& who) {
    return must(add_channel(
        *registry, who,
        {.name = "phone", .kind = "ntfy", .fields = {{"topic", "water"}, {"token", "tk_secret"}}}));
  }
  // A happening with a message of one place that differs.
  HappeningId find_change(WatchId of, const MessageHunk& hunk) {
    const ChangeMessage message{.id = "c1", .page = {.url = "https://a.example/"}, .hunks = {hunk}};
    return RegistryTest::tell(of, {}, store_notification(single_notification("", message)))
        .happenings.front();
  }
};

TEST_F(RegistrarTest, AWatchIsAddedShownEditedAndRemoved) {
  const WatchView added = add(local(), R"({"url":"https://a.example","name":"Water"})");
  EXPECT_EQ(added.row.spec.url, "https://a.example/");
  const json shown = json::parse(to_json(must(show_watch(*registry, local(), added.row.id))));
  EXPECT_EQ(shown["condition"], "waiting");
  EXPECT_EQ(shown["watch"]["name"], "Water");
  EXPECT_EQ(shown["checked"], nullptr);
  later(std::chrono::seconds(5));
  const WatchView edited =
      must(edit_watch(*registry, local(), added.row.id, R"({"paused":true,"tags":["town"]})"));
  EXPECT_TRUE(edited.row.spec.is_paused);
  EXPECT_EQ(edited.row.spec.name, "Water");
  EXPECT_GT(edited.row.edited, edited.row.created);
  must(remove_watch(*registry, local(), added.row.id));
  EXPECT_EQ(error_of(show_watch(*registry, local(), added.row.id)), "there is no watch 1");
}

TEST_F(RegistrarTest, AWrongMemberIsNamed) {
  const WatchView watch = add(local(), R"({"url":"https://a.example"})");
  const auto edit = [&](const char* patch) {
    return refusal(edit_watch(*registry, local(), watch.row.id, patch));
  };
  EXPECT_TRUE(edit(R"({"parts":[{"kind":"css","expression":"p >"}]})")
                  .starts_with("parts[0].expression|parts[0].expression: "));
  EXPECT_EQ(edit(R"({"channels":["phnoe"]})"),
            "channels[0]|channels[0]: there is no channel \"phnoe\"");
  add_phone(local());
  EXPECT_EQ(edit(R"({"channels":["phnoe"]})"),
            "channels[0]|channels[0]: there is no channel \"phnoe\"; did you mean phone?");
  EXPECT_EQ(pointer_to("parts[0].expression"), "#/parts/0/expression");
  EXPECT_EQ(pointer_to("fields.a b"), "#/fields/a%20b");
}

TEST_F(RegistrarTest, SecretsOfAWatchStayButAreNeverShown) {
  const WatchView watch = add(local(), R"({"url":"https://a.example","request":{"user":"ann",
      "password":"pw-secret","secret_headers":[{"name":"Cookie","value":"c-secret"}]}})");
  must(edit_watch(*registry, local(), watch.row.id, R"({"name":"Water"})"));
  const std::string text = to_json(must(list_watches(*registry, local(), {})));
  EXPECT_FALSE(text.contains("secret\"")) << text;
  EXPECT_TRUE(text.contains("Cookie"));
  const auto whole = must(registry->watches().spec_for_request(watch.row.id));
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->request.password, "pw-secret");
  EXPECT_EQ(whole->request.secret_headers[0].value, "c-secret");
}

TEST_F(RegistrarTest, EachPersonReachesOwnThingsAndAnAdministratorAll) {
  const PersonId root = person("root", Role::admin), ann = person("ann"), bob = person("bob");
  const WatchView hers = add(editor(ann), R"({"url":"https://a.example"})");
  const ChannelView phone = add_phone(editor(ann));
  EXPECT_EQ(error_of(show_watch(*registry, editor(bob), hers.row.id)), "there is no watch 1");
  EXPECT_FALSE(remove_watch(*registry, editor(bob), hers.row.id));
  EXPECT_FALSE(edit_watch(*registry, editor(bob), hers.row.id, "{}"));
  EXPECT_FALSE(show_channel(*registry, editor(bob), phone.row.id));
  EXPECT_FALSE(list_rules(*registry, editor(bob), hers.row.id));
  EXPECT_TRUE(must(list_watches(*registry, editor(bob), {.owner = "ann"})).items.empty());
  const Member admin{.person = root, .now = now()};
  EXPECT_EQ(must(list_watches(*registry, admin, {})).items.at(0).owner, "ann");
  EXPECT_TRUE(must(list_watches(*registry, admin, {.owner = "bob"})).items.empty());
  EXPECT_EQ(error_of(list_watches(*registry, admin, {.owner = "eve"})),
            "there is no person \"eve\"");
}

TEST_F(RegistrarTest, ListsGoOnAtTheirCursor) {
  for (const char* const host : {"a", "b", "c"})
    add(local(), std::string(R"({"url":"https://)") + host + R"(.example"})");
  const auto first = must(list_watches(*registry, local(), {.part = {.limit = 2}}));
  EXPECT_EQ(first.items.size(), 2U);
  ASSERT_TRUE(first.next);
  const auto rest =
      must(list_watches(*registry, local(), {.part = {.cursor = *first.next, .limit = 2}}));
  EXPECT_EQ(rest.items.at(0).row.spec.url, "https://c.example/");
  EXPECT_FALSE(rest.next);
  EXPECT_EQ(error_of(list_watches(*registry, local(), {.part = {.cursor = "x"}})),
            "cursor: use \"next\" of the answer before");
}

TEST_F(RegistrarTest, AChannelShowsWhereItLeadsAndNoSecret) {
  const std::string text = to_json(add_phone(local()));
  const json shown = json::parse(text);
  EXPECT_EQ(shown["target"], "water at ntfy.sh");
  EXPECT_EQ(shown["secrets"], json({"token"}));
  EXPECT_FALSE(text.contains("tk_secret")) << text;
  EXPECT_EQ(refusal(add_channel(*registry, local(),
                                {.name = "x", .kind = "ntfy", .fields = {{"topic", "a b"}}})),
            "fields.topic|fields.topic: this field is no topic; use at most 64 letters, digits, "
            "\"-\" and \"_\"");
  EXPECT_TRUE(refusal(add_channel(*registry, local(), {.name = "x", .kind = "pigeon"}))
                  .starts_with("kind|kind: expected one of email, webhook,"));
}

TEST_F(RegistrarTest, AnotherServerGetsNoneOfTheOldSecrets) {
  const ChannelView phone = add_phone(local());
  const auto edit = [&](std::map<std::string, std::string> fields) {
    const auto view =
        must(edit_channel(*registry, local(), phone.row.id, {.fields = std::move(fields)}));
    return must(registry->channels().secrets(view.row.id)).value_or("");
  };
  EXPECT_TRUE(edit({{"topic", "rain"}}).contains("tk_secret"));
  EXPECT_FALSE(edit({{"server", "https://evil.example"}}).contains("tk_secret"));
}

TEST_F(RegistrarTest, OnlyTheMachineItselfMakesChannelsThatRunCommands) {
  const ChannelInput hook{.name = "run", .kind = "hook", .fields = {{"command", "/usr/bin/true"}}};
  EXPECT_TRUE(refusal(add_channel(*registry, local(), hook)).starts_with("kind|a channel that"));
  Member here = local();
  here.runs_commands = true;
  const ChannelView made = must(add_channel(*registry, here, hook));
  EXPECT_FALSE(
      edit_channel(*registry, local(), made.row.id, {.fields = {{"command", "/usr/bin/false"}}}));
}

TEST_F(RegistrarTest, TagsCarrySettings) {
  add(local(), R"({"url":"https://a.example","tags":["town"]})");
  const TagView put = must(put_tag(*registry, local(), "town", R"({"muted":true})"));
  EXPECT_EQ(put.row.watches, 1);
  EXPECT_EQ(refusal(put_tag(*registry, local(), "town", R"({"channels":["no"]})")),
            "channels[0]|channels[0]: there is no channel \"no\"");
  const json list = json::parse(to_json(must(list_tags(*registry, local()))));
  EXPECT_EQ(list["items"][0]["settings"]["muted"], true);
}

TEST_F(RegistrarTest, DeliveriesAreRetriedAndDroppedByTheirOwner) {
  const PersonId ann = person("ann"), bob = person("bob");
  const WatchView watch = add(editor(ann), R"({"url":"https://a.example"})");
  const ChannelView phone = add_phone(editor(ann));
  const std::string id = tell(watch.row.id, {phone.row.id}).deliveries.front();
  EXPECT_EQ(must(count_deliveries(*registry, editor(ann))).waiting, 1);
  EXPECT_EQ(must(count_deliveries(*registry, editor(bob))).waiting, 0);
  EXPECT_FALSE(drop_delivery(*registry, editor(bob), id));
  EXPECT_EQ(must(drop_delivery(*registry, editor(ann), id)).row.state, DeliveryState::failed);
  EXPECT_EQ(must(retry_delivery(*registry, editor(ann), id)).row.state, DeliveryState::waiting);
  const json list = json::parse(to_json(must(list_deliveries(*registry, editor(ann), {}))));
  EXPECT_EQ(list["items"][0]["channel"], "phone");
}

TEST_F(RegistrarTest, HappeningsAreReadAndAcknowledged) {
  const WatchView watch = add(local(), R"({"url":"https://a.example"})");
  const HappeningId id = find_change(watch.row.id, {.removed = "two", .added = "three"});
  find_change(watch.row.id, {.added = "four"});
  EXPECT_EQ(must(count_unread(*registry, local())), 2);
  must(mark_read(*registry, local(), std::vector<HappeningId>{id}));
  EXPECT_EQ(must(count_unread(*registry, local())), 1);
  EXPECT_EQ(must(acknowledge(*registry, local(), id)).acknowledged, now());
  const json list = json::parse(to_json(must(list_happenings(*registry, local(), {}))));
  EXPECT_EQ(list["items"][1]["hunks"][0]["added"], "three");
}

TEST_F(RegistrarTest, ALinkSilencesWhatItsMessageTold) {
  const WatchView watch = add(local(), R"({"url":"https://a.example"})");
  const HappeningId id = find_change(
      watch.row.id, {.removed = "37 people look (now)", .added = "41 people look (now)"});
  const std::string key = must(registry->key_for(kLinkPurpose));
  const auto open = [&](const LinkToken& token) {
    return must(open_link(*registry, sign_link(token, key)));
  };
  const auto linked = open({.act = LinkAct::silence, .happening = id, .watch = watch.row.id});
  ASSERT_TRUE(linked);
  EXPECT_EQ(must(follow_link(*registry, *linked, now())), 1U);
  EXPECT_EQ(must(follow_link(*registry, *linked, now())), 1U) << "again";
  const auto rules = must(list_rules(*registry, local(), watch.row.id)).items;
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].pattern->text, R"(^\s*[0-9]+ people look \(now\)\s*$)");
  EXPECT_TRUE(silencing_patterns({.removed = "37", .added = "41"}).empty()) << "any number";
  const auto mute = open({.act = LinkAct::unsubscribe, .watch = watch.row.id});
  must(follow_link(*registry, *mute, now()));
  EXPECT_TRUE(must(show_watch(*registry, local(), watch.row.id)).row.spec.is_muted);
  EXPECT_FALSE(must(open_link(*registry, "s-1-1-1-forged")));
}

TEST_F(RegistrarTest, AFeedHasTheNewestAndNoLinksThatAct) {
  const WatchView watch = add(local(), R"({"url":"https://a.example","name":"<Water>"})");
  find_change(watch.row.id, {.removed = "two <b>", .added = "three"});
  const PersonId ann = person("ann", Role::editor);
  const Feed none = must(make_feed(*registry, {.person = ann, .now = now()}, {}));
  EXPECT_FALSE(
      must(feed_document(*registry, "frf_guess", FeedForm::atom, "https://f.example", now())));
  const auto empty =
      must(feed_document(*registry, none.address, FeedForm::atom, "https://f.example", now()));
  ASSERT_TRUE(empty);
  EXPECT_FALSE(empty->contains("<entry>"));
  EXPECT_TRUE(empty->contains("https://f.example/feed/" + none.address + ".atom"));
  must(revoke_feed(*registry, {.person = ann, .now = now()}, none.id));
  EXPECT_FALSE(must(feed_document(*registry, none.address, FeedForm::json, "", now())));
}

TEST_F(RegistrarTest, ATokenIsShownOnceAndAnAccountDoesNotLockItselfOut) {
  const PersonId root = person("root", Role::admin), ann = person("ann");
  const Member admin{.person = root, .now = now()};
  const TokenView made =
      must(make_token(*registry, editor(ann), {.name = "script", .scopes = {.reads = true}}));
  EXPECT_TRUE(made.text.starts_with("frt_"));
  EXPECT_FALSE(to_json(must(list_tokens(*registry, editor(ann)))).contains(made.text));
  EXPECT_FALSE(revoke_token(*registry, admin, made.token.id)) << "it is not theirs";
  EXPECT_FALSE(edit_person(*registry, admin, root, {.role = Role::viewer}));
  EXPECT_EQ(must(edit_person(*registry, admin, ann, {.role = Role::viewer})).role, Role::viewer);
  const InvitationLink link = must(invite(*registry, admin, Role::editor));
  EXPECT_TRUE(link.path.starts_with("/invitation/fri_"));
  EXPECT_FALSE(to_json(must(list_invitations(*registry, now()))).contains(link.path));
  EXPECT_FALSE(must(list_audit(*registry, {})).items.empty());
}

const SecretReader kNoSecrets = [](const SecretReference& reference) -> Result<std::string> {
  return reference.name == "PHONE" ? Result<std::string>("tk_new")
                                   : std::unexpected(Error{Errc::not_found, "it is not set"});
};

TEST_F(RegistrarTest, AnExportedFileChangesNothingWhenItIsApplied) {
  add_phone(local());
  add(local(),
      R"({"url":"https://a.example","name":"Water","channels":["phone"],"tags":["town"]})");
  must(put_tag(*registry, local(), "town", R"({"muted":true})"));
  const std::string text = must(export_watches(*registry, local()));
  EXPECT_FALSE(text.contains("tk_secret"));
  const auto file = read_watch_file(text, "watches.toml");
  ASSERT_TRUE(file) << file.error().message << text;
  const FileApplied applied = must(apply_watches(*registry, local(), *file, kNoSecrets, true));
  EXPECT_EQ(to_json(applied),
            R"({"added":0,"changed":0,"unchanged":1,"removed":0,"tags":1,"channels":1})");
  EXPECT_TRUE(must(registry->channels().secrets(1)).value_or("").contains("tk_secret"));
}

TEST_F(RegistrarTest, AFileIsAppliedAsAWholeOrNotAtAll) {
  add(local(), R"({"url":"https://old.example"})");
  const auto apply = [&](const std::string& text, bool removes) {
    const auto file = read_watch_file(text, "w.toml");
    EXPECT_TRUE(file) << file.error().message;
    const auto applied = apply_watches(*registry, local(), *file, kNoSecrets, removes);
    return applied ? to_json(*applied) : applied.error().message;
  };
  const std::string phone =
      "[channel.phone]\nkind = \"ntfy\"\ntopic = \"water\"\n[channel.phone.secrets]\ntoken = ";
  EXPECT_EQ(apply("[[watch]]\nurl = \"https://new.example\"\n" + phone + "\"env:NO\"\n", true),
            "it is not set");
  EXPECT_EQ(must(list_watches(*registry, local(), {})).items.size(), 1U);
  EXPECT_EQ(apply("[[watch]]\nurl = \"https://new.example\"\n" + phone + "\"env:PHONE\"\n", true),
            R"({"added":1,"changed":0,"unchanged":0,"removed":1,"tags":0,"channels":1})");
  EXPECT_EQ(must(registry->channels().secrets(1)), R"({"token":"tk_new"})");
}

TEST_F(RegistrarTest, AnImportIsTakenOverOrTried) {
  ImportedWatches imported;
  imported.watches.push_back(
      {.source = "1",
       .title = "a",
       .watch = WatchSpec{.url = "https://a.example/", .channels = {"phone", "lost"}}});
  imported.watches.push_back({.source = "2", .title = "b", .refusal = "jq is not supported"});
  imported.channels = {{"phone", "ntfy://water"}, {"lost", "carrier://pigeon"}};
  const ImportDone trial = must(take_over(*registry, local(), imported, true));
  EXPECT_EQ(trial.watches, 1U);
  EXPECT_TRUE(must(list_watches(*registry, local(), {})).items.empty());
  const ImportDone done = must(take_over(*registry, local(), imported, false));
  EXPECT_EQ(done.refused, 1U);
  EXPECT_EQ(done.remarks.size(), 1U) << "lost";
  EXPECT_EQ(must(list_watches(*registry, local(), {})).items.at(0).row.spec.channels,
            std::vector<std::string>{"phone"});
  EXPECT_FALSE(to_json(done).contains("ntfy://"));
}

}  // namespace
}  // namespace freshet
