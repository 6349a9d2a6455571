#include "http/call/framing_answer.h"

#include <string>

#include "core/ascii.h"
#include "http/call/problem.h"
#include "http/wire/cors.h"
#include "http/wire/random_ids.h"

namespace countersign::http {
namespace {

ProblemCode code_of_framing(int status) {
  switch (status) {
    case 408:
      return ProblemCode::RequestTimeout;
    case 413:
      return ProblemCode::PayloadTooLarge;
    case 414:
      return ProblemCode::UriTooLong;
    case 417:
      return ProblemCode::ExpectationFailed;
    case 431:
      return ProblemCode::HeadersTooLarge;
    case 500:
      return ProblemCode::Internal;
    case 501:
      return ProblemCode::NotImplemented;
    case 503:
      return ProblemCode::Unavailable;
    case 505:
      return ProblemCode::VersionNotSupported;
    default:
      return ProblemCode::BadRequest;
  }
}

// `why` is a phrase from the edge; a problem's detail is a sentence.
std::string sentence(std::string_view why) {
  std::string text(why);
  if (text.empty()) return text;
  text.front() = ascii_upper(text.front());
  if (text.back() != '.') text.push_back('.');
  return text;
}

}  // namespace

Response framing_answer(RandomSource& random, int status, std::string_view why) {
  const std::string request_id = to_string(random_uuid(random));
  Problem problem{.code = code_of_framing(status), .detail = sentence(why)};
  if (problem.code == ProblemCode::Unavailable) problem.retry_after_seconds = 1;
  Response response = encode(problem, request_id);
  response.headers.set("X-Request-Id", request_id);
  response.headers.set("Cache-Control", "no-store");
  add_browser_fields(response.headers);
  return response;
}

}  // namespace countersign::http
