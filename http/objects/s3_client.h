#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/threads/mutex.h"
#include "core/machine/threads/stop.h"
#include "core/result.h"
#include "events/crypto/secret.h"
#include "http/client/signed_transfer.h"
#include "http/objects/s3_address.h"

namespace countersign::http {

struct S3Settings {
  S3Address address{};
  std::string key_id{};
  Secret secret{};
  // The time of one call with all its tries. While the store fails calls of a kind, such a call is
  // tried once, for at most `impatience`: nobody's thread waits long for what has just failed for
  // others.
  std::chrono::milliseconds patience{15'000};
  std::chrono::milliseconds impatience{2'000};
  // Receives a sentence when the store begins to fail, and when it serves again. Any thread.
  std::function<void(std::string_view)> warn{};
  std::function<void(std::string_view)> tell{};
};

// Why a call has failed, as a sentence without the store's name. It has nothing of the credentials,
// and of the store's text the code alone.
struct S3Fault {
  std::string why;
};

// A store can do each of these and fail the others: a key may be allowed to read and not to write.
enum class S3Ability : std::uint8_t { AskBucket, GetObject, PutObject, DeleteObject };
inline constexpr std::size_t kS3Abilities = 4;

// One call of S3.
struct S3Call {
  SignedRequest::Method method = SignedRequest::Method::Get;
  std::string object{};  // the name of the object behind the prefix; "": the bucket
  std::string query{};   // encoded and sorted
  std::string payload_sha256{};
  std::vector<std::string> headers{};
  int source = -1;
  std::uint64_t source_bytes = 0;
  int sink = -1;
  std::uint64_t sink_offset = 0;
  std::uint64_t sink_bytes_max = 0;
  bool may_be_refused = false;  // then any answer with 4xx is one
};

// Makes calls, and repeats those that a store could not answer: without an answer, 429, 500, and
// 502 to 504, with pauses that double and are drawn at random up to that length ("full jitter",
// Brooker 2015), so that many who failed together do not come back together.
//
// An answer is what says something of the object: 200, 204, 206, 416, and 404 with NoSuchKey; for a
// question about the bucket also 404 with a code that is not NoSuchBucket, and 501, for what the
// bucket has none of. All else is a fault, so a page of somebody else that says 404 does not pass
// for an object that is gone. Every call may be repeated: an object's name is never used for two
// bodies.
//
// Thread-safe: each call has a connection of its own, which is kept for later calls.
class S3Client {
 public:
  explicit S3Client(S3Settings settings);
  ~S3Client();
  S3Client(const S3Client&) = delete;
  S3Client& operator=(const S3Client&) = delete;

  Result<SignedAnswer, S3Fault> ask(const S3Call& call) EXCLUDES_LOCK(mutex_);

  // The fault of the last call of a kind that has failed, if none of the kind has had an answer
  // since; without a kind, of any.
  std::optional<std::string> fault(S3Ability ability) const EXCLUDES_LOCK(mutex_);
  std::optional<std::string> fault() const EXCLUDES_LOCK(mutex_);
  // Ends the pauses between tries, and makes every later call fail.
  void stop() { stop_.ask(); }
  const S3Address& address() const { return settings_.address; }
  const S3Settings& settings() const { return settings_; }

 private:
  std::unique_ptr<SignedTransfer> take_transfer() EXCLUDES_LOCK(mutex_);
  void give_back(std::unique_ptr<SignedTransfer> transfer) EXCLUDES_LOCK(mutex_);
  SignedRequest request_of(const S3Call& call) const;
  // Notes how a call has ended, and tells the operator when the first fault begins and the last
  // one ends.
  void note(S3Ability ability, std::optional<std::string> fault) EXCLUDES_LOCK(mutex_);
  std::optional<std::string> first_fault() const REQUIRES_LOCK(mutex_);

  const S3Settings settings_;
  Stop stop_;
  mutable Mutex mutex_;
  std::vector<std::unique_ptr<SignedTransfer>> idle_ GUARDED_BY(mutex_);
  std::array<std::optional<std::string>, kS3Abilities> faults_ GUARDED_BY(mutex_);
};

// The statuses that calls are answered with.
inline constexpr int kOk = 200;
inline constexpr int kNoContent = 204;
inline constexpr int kPartialContent = 206;
inline constexpr int kNotFound = 404;

// SHA-256 of no bytes, in hex.
inline constexpr std::string_view kSha256OfNothing =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

}  // namespace countersign::http
