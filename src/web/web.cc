#include "web/web.h"

namespace freshet {

std::string_view name_of(WebFailure failure) {
  switch (failure) {
    case WebFailure::none:
      return "none";
    case WebFailure::refused:
      return "refused";
    case WebFailure::unreachable:
      return "unreachable";
    case WebFailure::timeout:
      return "timeout";
    case WebFailure::reset:
      return "reset";
    case WebFailure::tls:
      return "tls";
    case WebFailure::bad_answer:
      return "bad-answer";
    case WebFailure::guarded:
      return "guarded";
    case WebFailure::no_socket:
      return "no-socket";
  }
  return "none";
}

}  // namespace freshet
