// The body of a redemption, with a code that anybody may send.
#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>

#include "core/check.h"
#include "core/client/page_rules.h"
#include "core/random_source.h"
#include "core/text/utf8.h"
#include "http/handoff/redeem_request.h"
#include "http/secrets/capture_codes.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::capture_code_target {

// A key that is as good as any: what is fuzzed does not know it.
const http::CaptureCodes& codes() {
  static const http::CaptureCodes codes(SecretBytes<32>(std::array<std::uint8_t, 32>{17}));
  return codes;
}

// Bytes that the input chooses.
class Chosen final : public RandomSource {
 public:
  explicit Chosen(std::string_view input) : input_(input) {}
  void fill(std::span<std::uint8_t> out) override {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = input_.empty() ? 0 : static_cast<std::uint8_t>(input_[i % input_.size()]);
    }
  }

 private:
  std::string_view input_;
};

void check_opens(const std::string& code, JoinedBy how, const SessionId& session) {
  const auto opened = codes().open(code);
  check(opened && opened->how == how && opened->session == session,
        "a code opens the session that it was made for");
  std::string changed = code;
  changed.front() = changed.front() == 'A' ? 'B' : 'A';
  check(!codes().open(changed), "a changed code opens nothing");
  const http::HandoffNumbers numbers = codes().numbers_of(code);
  check(std::set(numbers.shown.begin(), numbers.shown.end()).size() == numbers.shown.size(),
        "the numbers of a code differ");
  check(std::ranges::count(numbers.shown, numbers.right) == 1, "one of the numbers is right");
}

void run(std::string_view input) {
  check(!codes().open(input), "nobody can make a code without its key");
  std::string body(input);
  body.shrink_to_fit();
  const auto request = http::parse_redeem_request(body);
  // White space around a JSON text means nothing (RFC 8259 section 2).
  const auto padded = http::parse_redeem_request("\n " + std::string(input) + "\t\r\n");
  check(request.has_value() == padded.has_value(),
        "white space around a request does not change whether the request is accepted");
  if (request) {
    check(is_utf8(request->code), "a code in an accepted request is UTF-8");
    check(!request->language || is_language(*request->language),
          "the language of an accepted request is one");
    check(request->code == padded->code && request->number == padded->number &&
              request->language == padded->language,
          "white space around an accepted request does not change the result");
    check(!codes().open(request->code), "nobody can make a code without its key");
  }
  Chosen chosen(input);
  Uuid id{};
  chosen.fill(id);
  check_opens(codes().link(SessionId(id)), JoinedBy::Link, SessionId(id));
  check_opens(codes().handoff(SessionId(id), chosen), JoinedBy::Handoff, SessionId(id));
}

const Target kTarget("capture_code", run);

}  // namespace countersign::fuzz::capture_code_target
