// The bytes of one connection, through the request framer. A client's bytes mean the same however
// the network cuts them, and what is accepted keeps the rules of RFC 9112.
#include "http/edge/http1/request_framer.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/check.h"
#include "http/edge/http1/head_rules.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::request_framer_target {

using http::RequestFramer;
using Step = RequestFramer::Step;

// So small that inputs of a few hundred bytes reach each limit.
constexpr http::FramerLimits kLimits{.head_bytes = 600, .target_bytes = 120, .max_headers = 8};

// With each piece, all of an unfinished head or chunk line is read again.
constexpr std::size_t kPiecesMax = 600;

void check_head(const http::RequestHead& head, int minor_version) {
  check(!http::check_method(head.method_text),
        "the method of an accepted head passes check_method()");
  check(!http::check_target(head.method_text, head.target, kLimits.target_bytes),
        "the target of an accepted head passes check_target()");
  check(!http::check_headers(head.headers, minor_version),
        "the fields of an accepted head pass check_headers()");
  check(head.headers.size() <= kLimits.max_headers,
        "an accepted head has at most max_headers fields");
  check(!head.chunked || !head.content_length, "an accepted chunked head has no Content-Length");
  check(!head.chunked || minor_version == 1, "a chunked request is of HTTP/1.1");
  check(minor_version == 0 || head.headers.count("host") == 1,
        "a request of HTTP/1.1 has exactly one Host field");
  const std::string whole = head.path + (head.target.find('?') == head.target.npos ? "" : "?");
  check(whole + head.query == head.target, "the path and the query together are the target");
  for (const auto& field : head.headers) {
    check(http::is_token(field.name), "the name of a field is a token");
    check(http::is_field_value(field.value), "the value of a field is a valid field value");
    check(std::ranges::none_of(field.name, [](char c) { return c >= 'A' && c <= 'Z'; }),
          "the name of a field has no upper-case letter");
  }
}

// The events that an application receives: one entry for each event, and one for all pieces of a
// body.
class Reading {
 public:
  // Like Connection, presents bytes that were not consumed again, with more bytes after them.
  void push(std::string_view bytes) {
    rest_ += bytes;
    std::size_t used = 0;
    bool starved = false;
    while (!refused_ && !starved && used < rest_.size()) {
      const std::string_view left = std::string_view(rest_).substr(used);
      const auto outcome = in_body_ ? framer_.read_body(left) : framer_.read_head(left);
      check(outcome.consumed <= left.size(),
            "the framer consumes at most the bytes that were presented");
      used += outcome.consumed;
      starved = outcome.step == Step::NeedMore;
      take(outcome);
    }
    rest_.erase(0, used);
  }

  const std::vector<std::string>& events() const { return events_; }

 private:
  void take(const RequestFramer::Outcome& outcome) {
    switch (outcome.step) {
      case Step::NeedMore:
      case Step::Framing:
        return;
      case Step::Head:
        return begin();
      case Step::Data:
        body_ += outcome.data;
        return;
      case Step::End:
        body_ += outcome.data;
        return end();
      case Step::Refused:
        check(outcome.refusal.status >= 400 && !outcome.refusal.why.empty(),
              "a refusal has a status of 400 or more, and a reason");
        refused_ = true;
        // How much of a head is there decides which rule is broken first.
        events_.push_back("body so far " + body_);
        events_.emplace_back("refused");
        return;
    }
  }

  void begin() {
    const bool keep_alive = framer_.keep_alive();
    const int minor_version = framer_.minor_version();
    const bool expects = framer_.expects_continue();
    const http::RequestHead head = framer_.take_head();
    check_head(head, minor_version);
    std::string text = head.method_text + ' ' + head.target + ' ' + std::to_string(minor_version);
    for (const auto& field : head.headers) text += '\n' + field.name + ": " + field.value;
    text += keep_alive ? "\nstays" : "\ngoes";
    text += expects ? "\nexpects" : "";
    events_.push_back(std::move(text));
    length_ = head.content_length;
    in_body_ = head.has_body();
    if (!in_body_) end();
  }

  void end() {
    check(!length_ || *length_ == body_.size(), "a body is as long as its Content-Length");
    events_.push_back("body " + body_);
    body_.clear();
    in_body_ = false;
    framer_.begin();
  }

  RequestFramer framer_{kLimits};
  std::string rest_;
  std::string body_;
  std::optional<std::uint64_t> length_;
  bool in_body_ = false;
  bool refused_ = false;
  std::vector<std::string> events_;
};

void run(std::string_view input) {
  Reading whole;
  whole.push(input);
  for (const std::size_t size_max : {1, 7, 300}) {
    if (input.size() / size_max > kPiecesMax) continue;
    Reading in_pieces;
    Pieces pieces(input, size_max);
    for (std::string_view rest = input; !rest.empty();) in_pieces.push(pieces.take(rest));
    check(in_pieces.events() == whole.events(),
          "a request that is read in pieces gives the events of the request read whole");
  }
}

const Target kTarget("request_framer", run);

}  // namespace countersign::fuzz::request_framer_target
