#include "registry/registry_schema.h"

#include "registry/secret_token.h"

namespace freshet {
namespace {

constexpr std::size_t kMasterKeyBytes = 32;

// AUTOINCREMENT: a number is never used again, so that a cursor or a link never means another row.
constexpr const char* kPeopleTables = R"sql(
CREATE TABLE trait(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE person(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  role INTEGER NOT NULL,
  is_disabled INTEGER NOT NULL,
  password TEXT NOT NULL,
  created INTEGER NOT NULL,
  last_login INTEGER);
INSERT INTO person(id, name, role, is_disabled, password, created) VALUES (0, '', 3, 0, '', 0);

CREATE TABLE session(
  id TEXT PRIMARY KEY,
  hash BLOB NOT NULL,
  person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  created INTEGER NOT NULL,
  last_used INTEGER NOT NULL,
  address TEXT NOT NULL,
  agent TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX session_person ON session(person, last_used);

CREATE TABLE api_token(
  id TEXT PRIMARY KEY,
  hash BLOB NOT NULL,
  person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  name TEXT NOT NULL,
  scopes INTEGER NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER,
  last_used INTEGER) WITHOUT ROWID;
CREATE INDEX api_token_person ON api_token(person);

CREATE TABLE invitation(
  id TEXT PRIMARY KEY,
  hash BLOB NOT NULL,
  role INTEGER NOT NULL,
  person INTEGER REFERENCES person ON DELETE CASCADE,
  created INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX invitation_person ON invitation(person);

CREATE TABLE audit(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  time INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  actor TEXT NOT NULL,
  address TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL);
)sql";

// The specification of a watch has no secrets; they are in watch_secret. `watch_state` is apart,
// since it is written with every check and lists do not read it. The text index answers filters by
// text; it finds parts of words, in any script.
constexpr const char* kWatchTables = R"sql(
CREATE TABLE watch(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  url TEXT NOT NULL,
  scope INTEGER NOT NULL,
  request TEXT NOT NULL,
  importance INTEGER NOT NULL,
  is_paused INTEGER NOT NULL,
  condition INTEGER NOT NULL,
  created INTEGER NOT NULL,
  edited INTEGER NOT NULL,
  checked INTEGER,
  told INTEGER,
  spec TEXT NOT NULL);
CREATE INDEX watch_owner ON watch(owner, condition);
CREATE INDEX watch_owner_only ON watch(owner);
CREATE INDEX watch_condition ON watch(condition);
CREATE INDEX watch_paused ON watch(id) WHERE is_paused;
CREATE INDEX watch_owner_paused ON watch(owner) WHERE is_paused;
CREATE INDEX watch_page ON watch(url, scope, request, is_paused, importance);

CREATE TABLE watch_state(
  watch INTEGER PRIMARY KEY REFERENCES watch ON DELETE CASCADE,
  state TEXT NOT NULL);

CREATE TABLE watch_secret(
  watch INTEGER PRIMARY KEY REFERENCES watch ON DELETE CASCADE,
  origin TEXT NOT NULL,
  secrets TEXT NOT NULL);

CREATE TABLE watch_tag(
  tag TEXT NOT NULL,
  watch INTEGER NOT NULL REFERENCES watch ON DELETE CASCADE,
  PRIMARY KEY (tag, watch)) WITHOUT ROWID;
CREATE INDEX watch_tag_watch ON watch_tag(watch);

CREATE TABLE watch_number(
  watch INTEGER NOT NULL REFERENCES watch ON DELETE CASCADE,
  time INTEGER NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (watch, time)) WITHOUT ROWID;

CREATE VIRTUAL TABLE watch_text USING fts5(text, tokenize = 'trigram');
CREATE VIRTUAL TABLE watch_term USING fts5vocab(watch_text, instance);

CREATE TABLE tag(
  owner INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  name TEXT NOT NULL,
  settings TEXT NOT NULL,
  channels TEXT NOT NULL,
  PRIMARY KEY (owner, name)) WITHOUT ROWID;

CREATE TABLE rule(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  watch INTEGER NOT NULL REFERENCES watch ON DELETE CASCADE,
  pattern TEXT,
  is_regex INTEGER NOT NULL,
  block INTEGER,
  created INTEGER NOT NULL,
  hits INTEGER NOT NULL,
  last_hit INTEGER);
CREATE INDEX rule_watch ON rule(watch);

CREATE TABLE feed(
  id TEXT PRIMARY KEY,
  secret TEXT NOT NULL,
  owner INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  watch INTEGER REFERENCES watch ON DELETE CASCADE,
  tag TEXT,
  created INTEGER NOT NULL,
  last_used INTEGER) WITHOUT ROWID;
CREATE INDEX feed_owner ON feed(owner);
CREATE INDEX feed_watch ON feed(watch);
)sql";

// A delivery is looked for by its channel and the time of its next attempt, among those that wait
// (state 1). So a channel that is paused or fails costs the others nothing.
constexpr const char* kTellingTables = R"sql(
CREATE TABLE channel(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  settings TEXT NOT NULL,
  secrets TEXT NOT NULL,
  is_paused INTEGER NOT NULL,
  reason TEXT NOT NULL,
  failures INTEGER NOT NULL,
  created INTEGER NOT NULL,
  UNIQUE (owner, name));

CREATE TABLE happening(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  watch INTEGER NOT NULL REFERENCES watch ON DELETE CASCADE,
  owner INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  page TEXT NOT NULL,
  time INTEGER NOT NULL,
  kind TEXT NOT NULL,
  is_unread INTEGER NOT NULL,
  acknowledged INTEGER,
  bytes INTEGER NOT NULL,
  message TEXT NOT NULL);
CREATE INDEX happening_watch ON happening(watch, id);
CREATE INDEX happening_owner ON happening(owner, id);
CREATE INDEX happening_unread ON happening(owner, id) WHERE is_unread;
CREATE INDEX happening_time ON happening(time);
CREATE INDEX happening_bytes ON happening(id, bytes);

CREATE TABLE delivery(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  channel INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
  state INTEGER NOT NULL,
  created INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  next_attempt INTEGER NOT NULL,
  ended INTEGER,
  last_error TEXT NOT NULL);
CREATE INDEX delivery_due ON delivery(channel, next_attempt) WHERE state = 1;
CREATE INDEX delivery_sending ON delivery(number) WHERE state = 2;
CREATE INDEX delivery_channel ON delivery(channel, state, number);
CREATE INDEX delivery_state ON delivery(state, number);
CREATE INDEX delivery_ended ON delivery(ended) WHERE ended IS NOT NULL;

CREATE TABLE delivery_happening(
  delivery INTEGER NOT NULL REFERENCES delivery ON DELETE CASCADE,
  happening INTEGER NOT NULL REFERENCES happening ON DELETE CASCADE,
  PRIMARY KEY (delivery, happening)) WITHOUT ROWID;
CREATE INDEX delivery_happening_of ON delivery_happening(happening);

CREATE TABLE feed_position(
  only INTEGER PRIMARY KEY CHECK (only = 1),
  incarnation TEXT NOT NULL,
  number INTEGER NOT NULL);
)sql";

Status make_first_version(Sqlite& db) {
  for (const char* const tables : {kPeopleTables, kWatchTables, kTellingTables}) {
    const Status status = db.execute(tables);
    if (!status) return status;
  }
  return db.run("INSERT INTO trait VALUES ('key', ?1)",
                SqlValue::blob(random_bytes(kMasterKeyBytes)));
}

}  // namespace

const SchemaSteps& registry_schema() {
  static const SchemaSteps schema{{make_first_version}};
  return schema;
}

}  // namespace freshet
