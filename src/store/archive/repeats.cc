#include "store/archive/repeats.h"

#include <cstring>
#include <utility>

#include "base/hash.h"

namespace freshet {
namespace {

std::size_t place_of(const RepeatKey& key) {
  std::uint64_t hash = 0;
  std::memcpy(&hash, key.payload.bytes.data(), sizeof hash);
  return (hash ^ key.context) % kRepeatsMax;
}

}  // namespace

RepeatKey repeat_key(std::string_view host, const warc::HttpHead& http, const Sha1Digest& payload) {
  std::string context(host);
  context.append(1, '\n').append(std::to_string(http.status));
  for (const std::string_view name : {"Content-Type", "Content-Encoding"})
    context.append(1, '\n').append(http.find(name).value_or(""));
  return {.payload = payload, .context = hash64(context)};
}

const warc::RevisitOf* Repeats::find(const RepeatKey& key) const {
  if (places_.empty()) return nullptr;
  const Place& place = places_[place_of(key)];
  const bool is_it = !place.original.record_id.empty() && place.key.context == key.context &&
                     place.key.payload == key.payload;
  return is_it ? &place.original : nullptr;
}

void Repeats::note(const RepeatKey& key, warc::RevisitOf original) {
  places_.resize(kRepeatsMax);
  places_[place_of(key)] = {.key = key, .original = std::move(original)};
}

}  // namespace freshet
