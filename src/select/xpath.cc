#include "select/xpath.h"

#include <fmt/format.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include <algorithm>
#include <memory>

#include "base/utf8.h"
#include "select/libxml.h"
#include "select/xpath_document.h"
#include "select/xpath_syntax.h"

namespace freshet {
namespace {

struct FreeXPath {
  void operator()(xmlXPathContextPtr context) const { xmlXPathFreeContext(context); }
  void operator()(xmlXPathCompExprPtr expression) const { xmlXPathFreeCompExpr(expression); }
  void operator()(xmlXPathObjectPtr object) const { xmlXPathFreeObject(object); }
};
using XPathContext = std::unique_ptr<xmlXPathContext, FreeXPath>;
using XPathExpression = std::unique_ptr<xmlXPathCompExpr, FreeXPath>;
using XPathValue = std::unique_ptr<xmlXPathObject, FreeXPath>;

// State of one search, which libxml2 hands to the functions below.
struct XPathRun {
  const XPathDocument* document = nullptr;
  int code = 0;
  int at = 0;  // byte of the expression

  bool failed_with(xmlXPathError error) const {
    return code == static_cast<int>(XML_XPATH_EXPRESSION_OK) + static_cast<int>(error);
  }
};

void keep_error(void* user, xmlErrorPtr error) {
  auto& run = *static_cast<XPathRun*>(user);
  if (run.code != 0) return;
  run.code = error->code;
  run.at = error->int1;
}

const xmlChar* chars(const char* text) { return reinterpret_cast<const xmlChar*>(text); }

// --- The price of texts ---
//
// libxml2 counts the nodes it looks at, but not the bytes of string values, and //*[contains(/, 1)]
// makes one as long as the page for each element. So functions that make string values pay first.

constexpr std::size_t kBytesPerStep = 16;

std::size_t bytes_of_value(const XPathDocument& document, const xmlXPathObject* value) {
  if (value == nullptr) return 0;
  if (value->type == XPATH_STRING && value->stringval)
    return static_cast<std::size_t>(xmlStrlen(value->stringval));
  if (value->type != XPATH_NODESET || value->nodesetval == nullptr) return 0;
  std::size_t bytes = 0;
  for (int i = 0; i < value->nodesetval->nodeNr; ++i)
    bytes += document.text_bytes(value->nodesetval->nodeTab[i]);
  return bytes;
}

void charge(xmlXPathParserContextPtr parser, int arguments) {
  const XPathDocument* document = static_cast<XPathRun*>(parser->context->userData)->document;
  if (document == nullptr) return;
  std::size_t bytes = 0;
  if (arguments == 0 && parser->context->node) bytes = document->text_bytes(parser->context->node);
  for (int i = 0; i < arguments && i < parser->valueNr; ++i)
    bytes += bytes_of_value(*document, parser->valueTab[parser->valueNr - 1 - i]);
  xmlXPathContextPtr context = parser->context;
  context->opCount += 1 + bytes / kBytesPerStep;
  if (context->opCount > context->opLimit) xmlXPathErr(parser, XPATH_OP_LIMIT_EXCEEDED);
}

template <xmlXPathFunction kFunction>
void charged(xmlXPathParserContextPtr parser, int arguments) {
  charge(parser, arguments);
  if (parser->error == XPATH_EXPRESSION_OK) kFunction(parser, arguments);
}

void charge_functions(xmlXPathContextPtr context) {
  struct Named {
    const char* name;
    xmlXPathFunction function;
  };
  static constexpr Named kFunctions[] = {
      {"string", charged<xmlXPathStringFunction>},
      {"concat", charged<xmlXPathConcatFunction>},
      {"starts-with", charged<xmlXPathStartsWithFunction>},
      {"contains", charged<xmlXPathContainsFunction>},
      {"substring-before", charged<xmlXPathSubstringBeforeFunction>},
      {"substring-after", charged<xmlXPathSubstringAfterFunction>},
      {"substring", charged<xmlXPathSubstringFunction>},
      {"string-length", charged<xmlXPathStringLengthFunction>},
      {"normalize-space", charged<xmlXPathNormalizeFunction>},
      {"translate", charged<xmlXPathTranslateFunction>},
      {"number", charged<xmlXPathNumberFunction>},
      {"sum", charged<xmlXPathSumFunction>},
      {"id", charged<xmlXPathIdFunction>}};
  for (const Named& named : kFunctions) {
    xmlXPathRegisterFunc(context, chars(named.name), nullptr);
    xmlXPathRegisterFunc(context, chars(named.name), named.function);
  }
}

// --- Compiling and evaluating ---

XPathContext make_context(xmlDocPtr document, XPathRun& run) {
  XPathContext context(xmlXPathNewContext(document));
  if (!context) return context;
  context->userData = &run;
  context->error = keep_error;
  context->opLimit = kXPathStepsMax;
  return context;
}

// libxml2 gives a number and the place where it stopped reading.
std::string_view sentence_of(const XPathRun& run) {
  struct Sentence {
    xmlXPathError error;
    std::string_view text;
  };
  static constexpr Sentence kSentences[] = {
      {XPATH_NUMBER_ERROR, "a number cannot be read"},
      {XPATH_UNFINISHED_LITERAL_ERROR, "the text is not closed"},
      {XPATH_START_LITERAL_ERROR, "a text is expected"},
      {XPATH_INVALID_PREDICATE_ERROR, "the condition is not closed by a ]"},
      {XPATH_UNCLOSED_ERROR, "a closing parenthesis is missing"},
      {XPATH_INVALID_OPERAND, "a path or condition cannot follow a value that is no set of nodes"},
      {XPATH_INVALID_TYPE, "a function or operator gets a value of the wrong type"},
      {XPATH_INVALID_ARITY, "a function gets too many or too few arguments"},
      {XPATH_UNDEF_PREFIX_ERROR, "a prefix is not known"}};
  for (const Sentence& sentence : kSentences)
    if (run.failed_with(sentence.error)) return sentence.text;
  return "the expression is wrong or ends too early";
}

Error error_of(const XPathRun& run) {
  if (run.failed_with(XPATH_OP_LIMIT_EXCEEDED))
    return {Errc::limit, fmt::format("the XPath takes more than {} steps on this page; make it "
                                     "simpler",
                                     kXPathStepsMax)};
  if (run.failed_with(XPATH_RECURSION_LIMIT_EXCEEDED))
    return {Errc::invalid, "the XPath is nested too deeply"};
  return {Errc::invalid, fmt::format("{}, at byte {} of the XPath", sentence_of(run), run.at + 1)};
}

std::string string_of(xmlChar* text) {
  if (text == nullptr) return {};
  std::string copy(reinterpret_cast<const char*>(text));
  xmlFree(text);
  return copy;
}

std::vector<XPathMatch> matches_of(xmlXPathObjectPtr value, bool is_html) {
  std::vector<XPathMatch> found;
  if (value->type != XPATH_NODESET) {
    const bool is_false = value->type == XPATH_BOOLEAN && value->boolval == 0;
    std::string text = string_of(xmlXPathCastToString(value));
    if (!text.empty() && !is_false) found.push_back({.text = std::move(text)});
    return found;
  }
  if (value->nodesetval == nullptr) return found;
  xmlXPathNodeSetSort(value->nodesetval);
  const auto count = std::min(static_cast<std::size_t>(value->nodesetval->nodeNr), kXPathFoundMax);
  std::size_t bytes = 0;  // elements may lie in each other, and each has the text of all of them
  for (std::size_t i = 0; i < count && bytes < kXPathFoundBytesMax; ++i) {
    const xmlNodePtr node = value->nodesetval->nodeTab[i];
    const bool is_document = node->type == XML_DOCUMENT_NODE;
    if (is_html && (node->type == XML_ELEMENT_NODE || is_document))
      found.push_back({.element = is_document ? 0 : XPathDocument::number_of(node)});
    else
      found.push_back({.text = string_of(xmlXPathCastNodeToString(node))});
    bytes += found.back().text.size();
  }
  return found;
}

Result<std::vector<XPathMatch>> find_in(const Result<XPathDocument>& document,
                                        const std::string& text, bool is_html) {
  if (!document) return std::unexpected(document.error());
  XPathRun run{.document = &*document};
  const XPathContext context = make_context(document->get(), run);
  if (!context) return std::unexpected(Error{Errc::unavailable, "there is no memory for XPath"});
  charge_functions(context.get());
  // Numbers the elements. Without numbers, comparing two siblings walks from one to the other, and
  // sorting results of a reverse axis takes the square of their number.
  xmlXPathOrderDocElems(document->get());
  for (const std::string& prefix : document->prefixes())
    xmlXPathRegisterNs(context.get(), chars(prefix.c_str()), chars(prefix.c_str()));
  const XPathExpression expression(xmlXPathCtxtCompile(context.get(), chars(text.c_str())));
  if (!expression) return std::unexpected(error_of(run));
  const XPathValue value(xmlXPathCompiledEval(expression.get(), context.get()));
  if (!value) {
    // A prefix that this document does not have finds nothing in it.
    if (run.failed_with(XPATH_UNDEF_PREFIX_ERROR)) return std::vector<XPathMatch>();
    return std::unexpected(error_of(run));
  }
  return matches_of(value.get(), is_html);
}

}  // namespace

Result<XPath> XPath::parse(std::string_view text) {
  if (text.size() > kXPathTextMax)
    return std::unexpected(
        Error{Errc::invalid, fmt::format("the XPath is longer than {} bytes", kXPathTextMax)});
  if (valid_utf8_length(text) != text.size())
    return std::unexpected(Error{Errc::invalid, fmt::format("the XPath is not UTF-8, at byte {}",
                                                            valid_utf8_length(text) + 1)});
  if (auto words = check_xpath_words(text); !words) return std::unexpected(words.error());
  begin_libxml();
  XPathRun run;
  const XPathContext context = make_context(nullptr, run);
  if (!context) return std::unexpected(Error{Errc::unavailable, "there is no memory for XPath"});
  std::string kept(text);
  const XPathExpression expression(xmlXPathCtxtCompile(context.get(), chars(kept.c_str())));
  if (!expression) return std::unexpected(error_of(run));
  return XPath(std::move(kept));
}

Result<std::vector<XPathMatch>> XPath::find(const HtmlTree& tree) const {
  return find_in(XPathDocument::of(tree), text_, true);
}

Result<std::vector<XPathMatch>> XPath::find(const XmlTree& tree) const {
  return find_in(XPathDocument::of(tree), text_, false);
}

}  // namespace freshet
