// How fast texts become sketches: shingles plus MinHash of 5 KB texts, beside the way of the
// textbooks: each shingle's string hashed, then 128 functions (a x + b) mod p.
//
//   build/bench/similar_bench
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/random.h"
#include "measure.h"
#include "similar/min_hash.h"
#include "similar/shingles.h"
#include "similar/sim_hash.h"

namespace freshet::bench {
namespace {

constexpr std::size_t kTexts = 200;
constexpr std::size_t kTextBytes = 5000;
__extension__ typedef unsigned __int128 Wide;

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

// Words with the lengths of English ones, the frequent ones short.
std::vector<std::string> make_texts() {
  Random random(5);
  std::vector<std::string> vocabulary;
  for (int i = 0; i < 3000; ++i) {
    std::string word;
    const std::uint64_t length = 1 + random.below(4) + random.below(i < 100 ? 2 : 7);
    for (std::uint64_t j = 0; j < length; ++j)
      word += static_cast<char>('a' + static_cast<char>(random.below(26)));
    vocabulary.push_back(word);
  }
  std::vector<std::string> texts(kTexts);
  for (std::string& text : texts) {
    while (text.size() < kTextBytes) {
      const std::size_t rank = random.below(2) == 0 ? random.below(100) : random.below(3000);
      text += vocabulary[rank] + (random.below(12) == 0 ? ". " : " ");
    }
    text.resize(kTextBytes);
  }
  return texts;
}

struct ModularFunctions {
  std::array<std::uint64_t, kMinHashes> a, b;
};

ModularFunctions make_functions() {
  Random random(6);
  ModularFunctions f;
  for (std::size_t i = 0; i < kMinHashes; ++i) {
    f.a[i] = 1 + random.below(kPrime - 1);
    f.b[i] = random.below(kPrime);
  }
  return f;
}

std::uint64_t modulo_prime(Wide x) {
  const auto folded = static_cast<std::uint64_t>(x & kPrime) + static_cast<std::uint64_t>(x >> 61);
  return folded >= kPrime ? folded - kPrime : folded;
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + ' ') {
    if (is_ascii_alnum(c)) {
      word += to_ascii_lower(c);
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

std::uint64_t modular_min_hash(const std::string& text, const ModularFunctions& f) {
  const std::vector<std::string> words = split_words(text);
  std::array<std::uint64_t, kMinHashes> least;
  least.fill(~std::uint64_t{0});
  for (std::size_t i = 0; i + kWordsOfShingle <= words.size(); ++i) {
    const std::uint64_t x = hash64(words[i] + ' ' + words[i + 1] + ' ' + words[i + 2]) & 0xffffffff;
    for (std::size_t k = 0; k < kMinHashes; ++k)
      least[k] = std::min(least[k], modulo_prime(static_cast<Wide>(f.a[k]) * x + f.b[k]));
  }
  return least[0] & 1;
}

int run() {
  const std::vector<std::string> texts = make_texts();
  const ModularFunctions functions = make_functions();
  std::vector<std::uint64_t> shingles;
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  const auto over_texts = [&](auto sketch) {
    return [&texts, sketch] {
      std::size_t count = 0;
      for (const std::string& text : texts) count += sketch(text);
      return count;
    };
  };
  std::vector<Contender> contenders = {
      {"modular, words", over_texts([&](const std::string& text) -> std::size_t {
         return modular_min_hash(text, functions);
       })},
      {"shingles of words only", over_texts([&](const std::string& text) {
         word_shingles(text, kWordsOfShingle, shingles);
         return shingles.size();
       })},
      {"MinHash, words", over_texts([&](const std::string& text) -> std::size_t {
         word_shingles(text, kWordsOfShingle, shingles);
         return min_hash(shingles).least[0] & 1;
       })},
      {"MinHash, characters", over_texts([&](const std::string& text) -> std::size_t {
         character_shingles(text, kCharactersOfShingle, shingles);
         return min_hash(shingles).least[0] & 1;
       })},
      {"SimHash, words", over_texts([&](const std::string& text) -> std::size_t {
         word_shingles(text, kWordsOfShingle, shingles);
         return sim_hash(shingles) & 1;
       })},
  };
  run_interleaved(contenders);
  print_speeds(contenders, bytes, "modular");
  const double ratio = contenders[0].median() / contenders[2].median();
  fmt::print(
      "shingles plus MinHash-128 of 5 KB: {:.1f} us, 1/{:.1f} of the modular way (at most "
      "1/12)\n",
      1e6 * contenders[2].median() / kTexts, ratio);
  return ratio >= 12 ? 0 : 1;
}

}  // namespace
}  // namespace freshet::bench

int main() { return freshet::bench::run(); }
