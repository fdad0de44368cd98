// crawl, status and explain as a user meets them.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "program.h"
#include "small_server.h"

namespace {

using nlohmann::json;

constexpr int kPages = 30;

// A home page that links to /p/0 ... /p/29 and to what robots.txt forbids; each page differs.
std::map<std::string, std::string> small_site() {
  std::map<std::string, std::string> pages;
  std::string home = "<title>Home</title><a href=/secret/>s</a><a href=http://127.0.0.2/>o</a>";
  for (int i = 0; i < kPages; ++i) {
    const std::string path = "/p/" + std::to_string(i);
    home += "<a href=" + path + ">" + path + "</a> ";
    std::string text = "<title>" + path + "</title>";
    for (int word = 0; word < 40; ++word)
      text += " word" + std::to_string(i * 1000 + word * (i + 3));
    pages[path] = text;
  }
  pages["/"] = home;
  pages["/secret/"] = "not for robots";
  pages["/robots.txt"] = "User-agent: *\nDisallow: /secret/\n";
  return pages;
}

// A name server that never answers.
class SilentPort {
 public:
  SilentPort() : socket_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~SilentPort() { close(socket_); }
  SilentPort(const SilentPort&) = delete;
  SilentPort& operator=(const SilentPort&) = delete;

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  bool was_asked() const {
    char question = 0;
    return recv(socket_, &question, 1, MSG_PEEK) >= 0;
  }

 private:
  int socket_;
  int port_ = 0;
};

class CrawlCliTest : public ProgramTest {
 protected:
  // Crawls the small site into "web", where loopback is allowed and nobody waits.
  Words crawl(const Words& more = {}) const {
    Words words = {"crawl", "--archive", "web", "--allow-net", "127.0.0.0/8", "--delay", "1ms"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  // The same with a page every 50 ms, so that something can happen in the middle.
  Words slow_crawl() const {
    Words words = crawl({server_.url()});
    *std::ranges::find(words, "1ms") = "50ms";
    return words;
  }
  Ran ask(const Words& words) const {
    Words all = words;
    all.insert(all.begin() + 1, {"--archive", "web"});
    return run(all);
  }

  // The paths that the archive has.
  std::set<std::string> kept() const {
    std::set<std::string> paths;
    std::istringstream lines(ask({"list", "--json"}).out);
    for (std::string line; std::getline(lines, line);) {
      const std::string url = json::parse(line)["url"];
      paths.insert(url.substr(url.find('/', 8)));
    }
    return paths;
  }

  static std::vector<json> events(const std::string& out) {
    std::vector<json> all;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) all.push_back(json::parse(line));
    return all;
  }

  // The first of this name.
  static json event(const std::string& out, const std::string& name) {
    for (const json& one : events(out))
      if (one["event"] == name) return one;
    ADD_FAILURE() << "there is no event " << name << " in " << out;
    return {};
  }

  SmallServer server_{small_site()};
};

TEST_F(CrawlCliTest, BeginsAgainAtTheSeedsThatNoPageLinksTo) {
  std::map<std::string, std::string> pages = small_site();
  pages["/docs/"] = pages["/"];
  pages["/"] = "<title>Nothing leads from here</title>";
  const SmallServer server(pages);
  ASSERT_EQ(run(crawl({server.url("/docs/")})).exit_code, 0);
  const auto all = static_cast<std::size_t>(kPages) + 2;
  const auto pages_of = [&](const std::vector<std::string>& asked) {
    return std::set<std::string>(asked.begin(), asked.end()).size();
  };
  const std::size_t first = pages_of(server.asked());
  EXPECT_GE(first, all);
  const std::size_t before = server.asked().size();
  ASSERT_EQ(run(crawl({"--again"})).exit_code, 0);
  std::vector<std::string> asked = server.asked();
  asked.erase(asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(before));
  EXPECT_GE(pages_of(asked), all) << "the seed was forgotten";
}

TEST_F(CrawlCliTest, KeepsASiteAndHasNothingToDoTheSecondTime) {
  const Ran ran = run(crawl({server_.url()}));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("nothing is left to do"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("1 complete, 0 partial, 0 failed"), std::string::npos) << ran.out;
  const std::set<std::string> paths = kept();
  EXPECT_EQ(paths.size(), kPages + 2u);
  EXPECT_TRUE(paths.contains("/p/29"));
  EXPECT_FALSE(paths.contains("/secret/"));
  EXPECT_EQ(ask({"verify"}).exit_code, 0);
  const std::size_t asked = server_.asked().size();
  EXPECT_EQ(std::ranges::count(server_.asked(), "/secret/"), 0);

  const Ran again = run(crawl());
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(server_.asked().size(), asked);
}

TEST_F(CrawlCliTest, GoesOnAfterASignalAndFetchesNothingTwice) {
  const auto began = std::chrono::steady_clock::now();
  const Ran stopped =
      run_and_signal(slow_crawl(), SIGTERM, [&] { return server_.asked().size() >= 15; });
  EXPECT_EQ(stopped.exit_code, 0) << stopped.err;
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
  EXPECT_NE(stopped.out.find("it was told to stop"), std::string::npos) << stopped.out;
  EXPECT_LT(kept().size(), kPages + 2u);
  EXPECT_EQ(ask({"verify"}).exit_code, 0);
  EXPECT_NE(ask({"status"}).out.find("it was told to stop"), std::string::npos);

  const Ran rest = run(crawl());
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(kept().size(), kPages + 2u);
  std::map<std::string, int> times;
  for (const std::string& path : server_.asked())
    if (path.starts_with("/p/")) ++times[path];
  // One request may have been under way when the signal came.
  int twice = 0;
  for (const auto& [path, count] : times) twice += count - 1;
  EXPECT_LE(twice, 1);
  EXPECT_EQ(times.size(), static_cast<std::size_t>(kPages));
}

TEST_F(CrawlCliTest, EndsSoonAfterASignalAlthoughAServerIsSilent) {
  SmallServer silent({{"/", SmallServer::kSilence}, {"/robots.txt", "User-agent: *\nAllow: /\n"}});
  std::chrono::steady_clock::time_point told;
  const Ran ran = run_and_signal(crawl({silent.url()}), SIGTERM, [&] {
    told = std::chrono::steady_clock::now();
    return std::ranges::count(silent.asked(), "/") > 0;
  });
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  // 5 s are promised; a machine that does other things as well may be slower. The server would be
  // waited for far longer.
  EXPECT_LT(std::chrono::steady_clock::now() - told, std::chrono::seconds(15));
  EXPECT_NE(ran.out.find("it was told to stop"), std::string::npos) << ran.out;
  EXPECT_EQ(ask({"verify"}).exit_code, 0);
}

TEST_F(CrawlCliTest, EndsAtOnceAfterASecondSignal) {
  SilentPort resolver;  // what waits for a name cannot stop at once
  const Ran ran = run_and_signal(
      crawl({"http://name.test/", "--resolver", resolver.address()}),
      {{SIGTERM, [&] { return resolver.was_asked(); }},
       {SIGTERM, [&] { return said().find("a second signal ends") != std::string::npos; }}});
  EXPECT_EQ(ran.exit_code, 128 + SIGTERM) << ran.err;
  EXPECT_EQ(ask({"verify"}).exit_code, 0);
}

TEST_F(CrawlCliTest, ReadsItsSettingsAgain) {
  const auto setting = [&](const std::string& reserve, const std::string& level) {
    file("freshet.toml",
         "[crawl]\ndisk_reserve = \"" + reserve + "\"\n[log]\nlevel = \"" + level + "\"\n");
  };
  setting("1M", "info");
  std::size_t asked = 0;  // when the disk became nearly full by decree
  const Ran ran =
      run_and_signal(slow_crawl(), {{SIGHUP,
                                     [&] {
                                       if (server_.asked().size() < 10) return false;
                                       setting("1000T", "info");
                                       return true;
                                     }},
                                    {SIGHUP, [&] {
                                       if (said().find("nothing is fetched") == std::string::npos)
                                         return false;
                                       asked = server_.asked().size();
                                       setting("1M", "debug");
                                       return true;
                                     }}});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.err.find("reloaded: log.level"), std::string::npos) << ran.err;
  EXPECT_LT(asked, kPages + 2u);
  EXPECT_NE(ran.err.find("there is room on the disk again"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("host ended"), std::string::npos) << ran.err;  // a debug line
  EXPECT_EQ(kept().size(), kPages + 2u);
  EXPECT_EQ(ask({"verify"}).exit_code, 0);
}

TEST_F(CrawlCliTest, KeepsItsSettingsIfTheNewOnesAreWrong) {
  const Ran ran = run_and_signal(slow_crawl(), SIGHUP, [&] {
    if (server_.asked().size() < 10) return false;
    file("freshet.toml", "[crawl]\nbandwidth = \"much\"\n");
    return true;
  });
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.err.find("the settings stay as they are: freshet.toml:2: crawl.bandwidth must be"),
            std::string::npos)
      << ran.err;
}

TEST_F(CrawlCliTest, FetchesNothingWhileTheDiskIsNearlyFull) {
  variable("FRESHET_CRAWL_DISK_RESERVE", "1000T");
  const Ran ran = run(crawl({server_.url(), "--max-time", "1500ms"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.err.find("nothing is fetched until there are"), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find("the limit of time is reached"), std::string::npos) << ran.out;
  EXPECT_TRUE(server_.asked().empty());
}

TEST_F(CrawlCliTest, CrawlsWithFewOpenFilesAndSaysSoOnce) {
  limit_open_files(64);
  const Ran ran = run(crawl({server_.url()}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const std::size_t said = ran.err.find(" hosts are visited at once, not 64: the system allows 64");
  EXPECT_NE(said, std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("hosts are visited at once", said + 10), std::string::npos) << ran.err;
  EXPECT_EQ(kept().size(), kPages + 2u);
}

TEST_F(CrawlCliTest, StoresNoPasswordOfASeed) {
  std::string seed = server_.url();
  seed.insert(seed.find("127"), "somebody:pa55word@");
  const Ran ran = run(crawl({seed}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.err.find("the user name and password of the seed"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("pa55word"), std::string::npos) << ran.err;
  EXPECT_EQ(kept().size(), kPages + 2u);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder() / "web")) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(bytes.find("pa55word"), std::string::npos) << entry.path();
  }
}

TEST_F(CrawlCliTest, ShowsALineOfProgressOnATerminal) {
  const std::string seen = run_on_terminal(slow_crawl());
  EXPECT_NE(seen.find("\r\x1B[Kcrawling: 1 host in visit, "), std::string::npos) << seen;
  EXPECT_NE(seen.find("The crawl ended: nothing is left to do."), std::string::npos) << seen;
}

TEST_F(CrawlCliTest, AgainVisitsEverythingOnceMore) {
  ASSERT_EQ(run(crawl({server_.url()})).exit_code, 0);
  const std::size_t asked = server_.asked().size();
  ASSERT_EQ(run(crawl({"--again"})).exit_code, 0);
  EXPECT_EQ(server_.asked().size(), 2 * asked);
  const Ran listed = ask({"list", "--versions"});
  EXPECT_NE(listed.out.find("revisit"), std::string::npos) << listed.out;
}

TEST_F(CrawlCliTest, AgainKnowsTheSchemeOfAHost) {
  ASSERT_EQ(run(crawl({server_.url()})).exit_code, 0);
  const Ran again = run(crawl({"--again", "--json"}));
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(event(again.out, "host-ended")["errors"], 0) << again.out;  // https would be one
}

TEST_F(CrawlCliTest, ReadsRobotsTxtAsTheSettingSays) {
  SmallServer server({{"/", "<a href=/private/>p</a>"},
                      {"/private/", "for people"},
                      {"/robots.txt", "User-agent: *\nDisalow: /private/\n"}});
  ASSERT_EQ(run(crawl({server.url()})).exit_code, 0);
  EXPECT_TRUE(kept().contains("/private/"));
  const auto explained = [&] { return ask({"explain", server.url("/private/")}).out; };
  EXPECT_NE(explained().find("allows it"), std::string::npos) << explained();

  std::filesystem::remove_all(folder() / "web");
  file("freshet.toml", "[robots]\ncompat = \"google\"\n");
  ASSERT_EQ(run(crawl({server.url()})).exit_code, 0);
  EXPECT_FALSE(kept().contains("/private/"));
  EXPECT_NE(explained().find("forbids it in line 2"), std::string::npos) << explained();
}

TEST_F(CrawlCliTest, StopsAtTheLimitOfPages) {
  const Ran ran = run(crawl({server_.url(), "--max-pages", "5", "--delay", "20ms"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("the limit of pages is reached"), std::string::npos) << ran.out;
  EXPECT_LE(kept().size(), 8u);
  EXPECT_GE(kept().size(), 5u);
}

TEST_F(CrawlCliTest, TellsProgramsWhatHappens) {
  const Ran ran = run(crawl({server_.url(), "--json"}));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const std::vector<json> all = events(ran.out);
  ASSERT_GE(all.size(), 3u);
  EXPECT_EQ(all.front()["event"], "started");
  EXPECT_EQ(all.back()["event"], "finished");
  EXPECT_EQ(all.back()["pages"], kPages + 1);
  EXPECT_EQ(all.back()["hosts"]["complete"], 1);
  const json ended = event(ran.out, "host-ended");
  EXPECT_EQ(ended["state"], "complete");
  EXPECT_EQ(ended["dropped"]["robots"], 1);
}

TEST_F(CrawlCliTest, ExplainsWhatItDid) {
  ASSERT_EQ(run(crawl({server_.url()})).exit_code, 0);
  const std::string secret = ask({"explain", server_.url("/secret/")}).out;
  EXPECT_NE(secret.find("forbids it in line 2: /secret/"), std::string::npos) << secret;
  EXPECT_NE(secret.find("not in the archive"), std::string::npos) << secret;
  const std::string page = ask({"explain", server_.url("/p/3")}).out;
  EXPECT_NE(page.find("with status 200"), std::string::npos) << page;
  EXPECT_NE(page.find("in scope"), std::string::npos) << page;
  const json other = json::parse(ask({"explain", "http://127.0.0.2/", "--json"}).out);
  EXPECT_NE(other.dump().find("its host is not in the scope"), std::string::npos) << other;
  const json status = json::parse(ask({"status", "--json"}).out);
  EXPECT_EQ(status["hosts"]["done"], 1);
  EXPECT_EQ(status["last_visits"]["complete"], 1);
  EXPECT_EQ(status["crawl"]["outcome"], "nothing is left to do");
}

TEST_F(CrawlCliTest, RefusesPublicAddressesWithoutAContact) {
  const Ran none = run({"crawl", "--archive", "web", "http://example.com/"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("without a contact"), std::string::npos) << none.err;
  const Ran other = run(crawl({"http://93.184.216.34/"}));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("no contact is set"), std::string::npos) << other.err;
  const Ran loopback =
      run({"crawl", "--archive", "web", "--contact", "me@example.com", server_.url()});
  EXPECT_EQ(loopback.exit_code, 2);
  EXPECT_NE(loopback.err.find("loopback"), std::string::npos) << loopback.err;
  EXPECT_FALSE(std::filesystem::exists(folder() / "web"));
  EXPECT_TRUE(server_.asked().empty());
}

TEST_F(CrawlCliTest, SendsTheContact) {
  ASSERT_EQ(run(crawl({server_.url(), "--contact", "me@example.com"})).exit_code, 0);
  EXPECT_NE(server_.last_head().find("(+mailto:me@example.com)"), std::string::npos)
      << server_.last_head();
}

TEST_F(CrawlCliTest, SaysInOneSentenceWhatIsWrong) {
  const auto wrong = [&](const Words& more, const std::string& words) {
    const Ran ran = run(crawl(more));
    EXPECT_EQ(ran.exit_code, 2) << words;
    EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
  };
  wrong({server_.url(), "--delay", "soon"}, "--delay must be a time such as");
  wrong({server_.url(), "--include", "("}, "the pattern \"(\" cannot be used");
  wrong({server_.url(), "--scope", "all"}, "one of hosts, domains, surts, everything");
  wrong({server_.url(), "--scope", "surts"}, "no SURT prefix is given");
  wrong({server_.url(), "--allow-net", "10.0.0.0/99"}, "a list of networks");
  wrong({"???"}, "is not a seed");
  const Ran missing = run(crawl());
  EXPECT_NE(missing.exit_code, 0);
  file("freshet.toml", "[host.\"a.example\"]\ndelai = \"5s\"\n");
  const Ran host = run(crawl({server_.url()}));
  EXPECT_EQ(host.exit_code, 1);
  EXPECT_NE(host.err.find("freshet.toml:2: unknown key delai of a host; did you mean delay?"),
            std::string::npos)
      << host.err;
}

TEST_F(CrawlCliTest, NamesTheLinesThatAreNoSeedsAndGoesOn) {
  file("seeds.txt", "# mine\n" + server_.url("/p/1") + "\n\xff\xfe garbage\n");
  const Ran ran = run(crawl({"--seeds", "seeds.txt", "--include", "/p/1$"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.err.find("seeds.txt:3: "), std::string::npos) << ran.err;
  EXPECT_TRUE(kept().contains("/p/1"));
  EXPECT_FALSE(kept().contains("/p/2"));
}

TEST_F(CrawlCliTest, SaysThatASeedFileHasNoSeeds) {
  file("seeds.txt", "# none yet\n\n");
  const Ran ran = run(crawl({"--seeds", "seeds.txt"}));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("no seed was found in \"seeds.txt\""), std::string::npos) << ran.err;
  EXPECT_TRUE(server_.asked().empty());
}

TEST_F(CrawlCliTest, CrawlsListedHostsBesideThoseOfTheSeeds) {
  using Pages = std::map<std::string, std::string>;
  const SmallServer listed(Pages{{"/", "<a href=/more>more</a>"}, {"/more", "more"}});
  const SmallServer other(Pages{{"/", "other"}});
  const SmallServer seed(
      Pages{{"/", "<a href=" + listed.url() + ">l</a> <a href=" + other.url() + ">o</a>"}});
  const std::string host = "127.0.0.1:" + std::to_string(listed.port());
  const Ran ran = run(crawl({seed.url(), "--in-scope", host}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(kept().contains("/more"));
  EXPECT_TRUE(other.asked().empty());
  const Ran wrong = run(crawl({seed.url(), "--in-scope", "http://x/"}));
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("a list of hosts"), std::string::npos) << wrong.err;
}

TEST_F(CrawlCliTest, LeavesOutThePrivateAddressesOfASeedFile) {
  file("posts.txt", "look at http://192.168.1.1/admin\n" + server_.url() + "\n");
  const Ran ran = run(crawl({"--seeds", "posts.txt"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.err.find("posts.txt:1: the seed http://192.168.1.1/admin is refused"),
            std::string::npos)
      << ran.err;
  EXPECT_TRUE(kept().contains("/p/29"));
}

TEST_F(CrawlCliTest, TriesHostsThatFailedAgainInTheNextRun) {
  const int port = SmallServer(small_site()).port();
  const std::string url = "http://127.0.0.1:" + std::to_string(port) + "/";
  file("freshet.toml", "[crawl]\ndown_wait = \"10ms\"\n");
  const Ran down = run(crawl({url}));
  EXPECT_EQ(down.exit_code, 1) << down.out;
  EXPECT_NE(down.err.find("no host answered"), std::string::npos) << down.err;
  EXPECT_NE(down.out.find("retried"), std::string::npos) << down.out;
  const SmallServer up(small_site(), port);
  const Ran ran = run(crawl());
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(kept().contains("/p/29"));
}

TEST_F(CrawlCliTest, SaysThatNoNameCanBeResolved) {
  file("freshet.toml", "[crawl]\ndown_wait = \"10ms\"\n");
  const Ran ran = run(crawl({"http://name.test/", "--resolver", "127.0.0.1:1"}));
  EXPECT_EQ(ran.exit_code, 1) << ran.out;
  EXPECT_NE(ran.err.find("cannot resolve name.test ("), std::string::npos) << ran.err;
}

TEST_F(CrawlCliTest, SaysWhichHostsALimitEnded) {
  file("freshet.toml", "[crawl]\npages = 5\n");
  ASSERT_EQ(run(crawl({server_.url()})).exit_code, 0);
  EXPECT_NE(ask({"status"}).out.find("partial: the page limit is reached"), std::string::npos)
      << ask({"status"}).out;
  const json status = json::parse(ask({"status", "--json"}).out);
  EXPECT_EQ(status["reasons"]["the page limit is reached"], 1);
  EXPECT_GT(status["dropped"]["page-limit"], 0);
}

TEST_F(CrawlCliTest, SaysWhatWasLeftOut) {
  const Ran ran = run(crawl({server_.url(), "--pages", "5"}));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("0 complete, 1 partial, 0 failed"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("answers by status: 5 200\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("URLs left out:"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("  the page limit is reached\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("  robots.txt forbids it\n"), std::string::npos) << ran.out;
  const Ran asked = ask({"explain", server_.url() + "p/10"});
  EXPECT_NE(asked.out.find("found and left out: the page limit is reached"), std::string::npos)
      << asked.out;
  const Ran unknown = ask({"explain", server_.url() + "not-linked"});
  EXPECT_NE(unknown.out.find("unknown if a link to it was found"), std::string::npos)
      << unknown.out;
}

TEST_F(CrawlCliTest, TellsStatusesAndReasonsToPrograms) {
  const Ran ran = run(crawl({server_.url(), "--json"}));
  for (const char* name : {"host-ended", "finished"}) {
    const json told = event(ran.out, name);
    EXPECT_EQ(told["statuses"]["200"], kPages + 1) << told;
    EXPECT_EQ(told["dropped"]["robots"], 1) << told;
  }
  const json status = json::parse(ask({"status", "--json"}).out);
  EXPECT_EQ(status["statuses"]["200"], kPages + 1);
  EXPECT_EQ(status["running"], false);
}

TEST_F(CrawlCliTest, TellsOfASeedThatAsksNotToBeKept) {
  SmallServer shy({{"/", "<meta name=robots content='noindex,nofollow'><a href=/a>a</a>"},
                   {"/a", "<title>a</title>a"}});
  const Ran ran = run(crawl({shy.url()}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.err.find("the seed " + shy.url() +
                         " is not kept: the page asks not to be kept "
                         "(noindex); crawl.noindex = false keeps such pages"),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find("it says nofollow; crawl.nofollow = false follows them"),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.out.find("  the page asks not to be kept (noindex)\n"), std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("  all links to it are nofollow\n"), std::string::npos) << ran.out;
  EXPECT_FALSE(kept().contains("/a"));
  const Ran bold = run(crawl({shy.url(), "--again", "--ignore-noindex", "--ignore-nofollow"}));
  EXPECT_EQ(bold.err.find("the seed"), std::string::npos) << bold.err;
  EXPECT_TRUE(kept().contains("/") && kept().contains("/a"));
}

TEST_F(CrawlCliTest, KeepsOnePageWithDepthZero) {
  ASSERT_EQ(run(crawl({server_.url() + "p/3", "--depth", "0"})).exit_code, 0);
  EXPECT_EQ(kept(), (std::set<std::string>{"/p/3", "/robots.txt"}));
}

TEST_F(CrawlCliTest, SaysNothingWhenItIsToldToBeQuiet) {
  const Ran ran = run(crawl({"-q", server_.url()}));
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out + ran.err, "");
  EXPECT_EQ(kept().size(), kPages + 2u);
}

TEST_F(CrawlCliTest, TakesSettingsOfOneHostFromTheFile) {
  const std::string host = server_.url().substr(7, server_.url().size() - 8);
  file("freshet.toml", "[host.\"" + host + "\"]\npages = 4\n");
  ASSERT_EQ(run(crawl({server_.url()})).exit_code, 0);
  EXPECT_LE(kept().size(), 5u);
}

}  // namespace
