#pragma once
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The clients' own record of what they sent and what they were answered. A server is checked
// against it.
//
// A call without a response, or with 503, may have happened or not. So the record has both: what
// was sent, and how it was answered.
namespace countersign::torture {

using Moment = std::chrono::steady_clock::time_point;

// A 2xx response.
struct Told {
  std::string body;
  Moment at;
  Moment asked{};  // before the call was sent; the server's moment lies between this and `at`
};
using Answered = std::optional<Told>;

// A call that happens at most once, however often it is sent.
struct Sent {
  std::string key;  // its Idempotency-Key; "" if the call takes none
  Answered told{};
};

// The parts of an image. The key of the submission in the middle makes each image different.
struct ImagePlan {
  std::string_view start = "\xff\xd8\xff\xe0";  // must outlive the record; enough for a sandbox
  std::size_t padding_bytes = 2'000;
};

struct Submission {
  std::string nonce;
  std::string file_name;  // forces the outcome in a sandbox
  Sent sent;
  ImagePlan image{};
  Moment given{};  // when the nonce was received
  Moment asked{};  // before the nonce was requested
};

// One session, for a passport only.
struct Capture {
  Sent create;
  std::string id;  // once create was answered
  std::string token;
  std::vector<Submission> submissions;  // in the order in which they were first sent
  std::optional<Sent> finalize;         // nullopt: never sent
  std::optional<Sent> cancel;
  std::optional<Sent> purge;
  // Responses that a client should not get if nothing but the disk is wrong: a refusal of a valid
  // call, or "come again" without a time.
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
