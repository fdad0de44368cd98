#include "report/funnel.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/markup.h"
#include "base/wording.h"
#include "report/words.h"

namespace freshet {
namespace {

// Returns the bytes of a step as a share of those that were fetched.
double share_of(const Funnel& funnel, const FunnelStep& step) {
  const auto all = static_cast<double>(funnel.steps.front().bytes);
  return all == 0 ? 0.0 : static_cast<double>(step.bytes) / all;
}

std::string sampled_sentence(const Funnel& funnel) {
  if (funnel.read >= funnel.pages) return "";
  return fmt::format("From a sample of {} of about {} pages.", grouped(funnel.read),
                     grouped(funnel.pages));
}

}  // namespace

std::string funnel_text(const Funnel& funnel) {
  if (funnel.read == 0) return "";
  std::string out;
  for (const FunnelStep& step : funnel.steps) {
    out += fmt::format("  {:<10} {:>9} pages  {:>10}  {:>6}\n", step.name, grouped(step.pages),
                       size_words(step.bytes), percent_words(share_of(funnel, step)));
    for (const std::string& url : step.dropped)
      out += fmt::format("             without {}\n", visible(url));
  }
  if (const std::string sampled = sampled_sentence(funnel); !sampled.empty())
    out += "  " + sampled + "\n";
  return out;
}

std::string funnel_html(const Funnel& funnel) {
  if (funnel.read == 0) return "";
  std::string out =
      "<section class=\"wide\"><div class=\"table\"><table>\n<caption>What the pages "
      "say</caption>\n"
      "<thead><tr><th scope=\"col\" class=\"word\">step</th><th scope=\"col\">pages</th>"
      "<th scope=\"col\">bytes</th><th scope=\"col\">of all</th>"
      "<th scope=\"col\" class=\"word\">left out, for example</th></tr></thead>\n<tbody>\n";
  for (const FunnelStep& step : funnel.steps) {
    std::string dropped;
    for (const std::string& url : step.dropped) dropped += fmt::format("{}<br>", as_markup(url));
    out += fmt::format(
        "<tr><th scope=\"row\" class=\"word\">{}</th><td>{}</td><td>{}</td><td>{}</td>"
        "<td class=\"url\">{}</td></tr>\n",
        step.name, grouped(step.pages), size_words(step.bytes),
        percent_words(share_of(funnel, step)), dropped);
  }
  return out +
         fmt::format("</tbody></table>\n<p>{}</p></div></section>\n", sampled_sentence(funnel));
}

void write_funnel(JsonWriter& json, const Funnel& funnel) {
  json.key("funnel").begin_object().key("pages").value(funnel.pages);
  json.key("read").value(funnel.read).key("steps").begin_array();
  for (const FunnelStep& step : funnel.steps) {
    json.begin_object().key("name").value(step.name).key("pages").value(step.pages);
    json.key("bytes").value(step.bytes).key("dropped").begin_array();
    for (const std::string& url : step.dropped) json.value(url);
    json.end_array().end_object();
  }
  json.end_array().end_object();
}

}  // namespace freshet
