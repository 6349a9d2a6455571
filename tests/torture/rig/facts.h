#pragma once
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What clients have sent and been told: their own record, against which a server is held.
//
// A call that was sent and not answered, or answered 503, may have happened or not. So the record
// says both: what was sent, and what was told of it.
namespace countersign::torture {

using Moment = std::chrono::steady_clock::time_point;

// An answer of 2xx.
struct Told {
  std::string body;
  Moment at;
  Moment asked{};  // before the call that was answered; with `at` the server's moment is in between
};
using Answered = std::optional<Told>;

// A call that has happened at most once, however often it was sent.
struct Sent {
  std::string key;  // its Idempotency-Key; "" where none is taken
  Answered told{};
};

// What images are made of: each has the key of its submission in the middle, and so is another.
struct ImagePlan {
  std::string_view start = "\xff\xd8\xff\xe0";  // outlives the record; enough for a sandbox
  std::size_t padding_bytes = 2'000;
};

struct Submission {
  std::string nonce;
  std::string file_name;  // which forces what a sandbox finds
  Sent sent;
  ImagePlan image{};
  Moment given{};  // when the nonce was told
  Moment asked{};  // before it was asked for
};

// One session, for a passport alone.
struct Capture {
  Sent create;
  std::string id;  // once create was told
  std::string token;
  std::vector<Submission> submissions;  // in the order in which they were first sent
  std::optional<Sent> finalize;         // none: never sent
  std::optional<Sent> cancel;
  std::optional<Sent> purge;
  // Answers that a client has no cause to get, if nothing but the disk is wrong: a refusal of what
  // was right, or "come again" that does not say when.
  std::vector<std::string> odd;

  bool is_known() const { return !id.empty(); }
};

inline std::string image_of(const Submission& submission) {
  return std::string(submission.image.start) + submission.sent.key +
         std::string(submission.image.padding_bytes, 'x');
}

inline bool was_told(const Sent& sent, Moment until) { return sent.told && sent.told->at <= until; }
inline bool was_told(const std::optional<Sent>& sent, Moment until) {
  return sent && was_told(*sent, until);
}

inline constexpr Moment kForEver = Moment::max();

}  // namespace countersign::torture
