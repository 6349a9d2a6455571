#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

// What one session promises to those who share it, as an interface description would have it:
// docs/api.md, and the interface specification. It knows nothing of how the server does it.
namespace countersign::torture {

using Nanoseconds = std::int64_t;  // of the steady clock of the clients

enum class Call : std::uint8_t {
  Challenge,
  Submit,
  Finalize,
  Cancel,
  Purge,
  Status,
  Result,
  Documents
};
enum class Part : std::uint8_t { Front, Back, Liveness };
// What a file's name forces; `Passes` and the two after it are accepted.
enum class Forced : std::uint8_t { Fails, Passes, EndsInReview, EndsInFailure };

// What a call was answered, as far as the model has something to say about it.
struct Reply {
  int status = 0;    // 0: there was no answer
  std::string text;  // what the model tells in the same words; see SessionModel
  bool replayed = false;
  std::string body;                // of 2xx to a call that can be repeated
  std::vector<std::string> files;  // that it names
};

struct Operation {
  static constexpr int kNone = -1;

  Call call = Call::Status;
  Part part = Part::Front;  // of a challenge: Front for the document
  int nonce = kNone;        // number of the nonce that is asked for or redeemed; kNone: not of here
  int key = kNone;          // number of the Idempotency-Key
  int request = 0;          // the same for requests that mean the same
  Forced forced = Forced::Passes;
  Reply told{};
  // No answer: `returned` is when the server was gone, at the latest.
  Nanoseconds called = 0;
  Nanoseconds returned = 0;
  bool is_answered = false;
};
using History = std::vector<Operation>;

// A line for each, for who looks at what went wrong.
std::string text_of(const Operation& operation);
std::string text_of(const History& history);

// Refusals that are no matter of an order: a key whose first request is still being worked on, and
// more uploads of a session at a time than there may be. They need the others beside them; a
// sentence for each that had none.
inline constexpr const char* kKeyInUse = "409 SVC_IDEMPOTENCY_CONFLICT";
inline constexpr const char* kTooMany = "429 SVC_RATE_LIMITED";
std::vector<std::string> unprovoked(const History& history, int uploads_of_a_session);

// The order of the refusals is the one that they are told in: the token, the turn of the step, the
// nonce, what is left of the step. Not thread-safe.
class SessionModel {
 public:
  using Operation = torture::Operation;

  enum class Purpose : std::uint8_t { FullCapture, DocumentVerification };
  struct Settings {
    Purpose purpose = Purpose::FullCapture;
    bool has_back = false;  // whether the document that is sent is a card
    std::chrono::nanoseconds nonce_ttl{};
    // The server's clock and that of the clients may be so far apart in what they measure.
    std::chrono::nanoseconds clock_margin{};
  };

  enum class Nonce : std::uint8_t { NotIssued, Unused, Used };
  enum class Status : std::uint8_t { Created, InProgress, Completed, Canceled };
  // A request that was carried out under a key.
  struct Kept {
    int request = 0;
    std::string text;
    std::string body;  // "": nobody was told yet
    int file = Operation::kNone;
    bool operator==(const Kept&) const = default;
  };
  struct State {
    Status status = Status::Created;
    bool purged = false;
    std::vector<Nonce> nonces;
    std::array<int, 3> attempts{};  // of each part
    std::array<bool, 3> accepted{};
    Forced worst = Forced::Passes;
    std::string result;              // once finalized
    std::string judged;              // the attempts, one after the other
    std::vector<std::string> files;  // ids; "": nobody was told yet
    std::map<int, Kept> keys;

    bool operator==(const State&) const = default;
    std::string text() const;
  };

  // The history says when the nonces were issued.
  SessionModel(const Settings& settings, const History& history);

  State first() const;
  std::optional<State> step(const State& before, const Operation& operation) const;

 private:
  enum class Age : std::uint8_t { Fresh, Unsure, Expired };
  struct Issue {
    Part part = Part::Front;
    Nanoseconds called = 0;
    Nanoseconds returned = 0;
  };
  using After = std::optional<State>;

  bool has(Part part) const;
  bool is_exhausted(const State& at, Part part) const;
  bool document_has_failed(const State& at) const;
  bool document_is_complete(const State& at) const;
  bool wants_back(const State& at) const;
  bool is_reachable(Part part, const State& at) const;
  std::string current_step(const State& at) const;
  std::string out_of_sequence(const State& at) const;
  std::string why_step_is_over(const State& at, Part part) const;
  std::string why_side_is_refused(const State& at, Part part) const;
  Age age_of(int nonce, const Operation& operation) const;
  // Of a step, how many nonces could be redeemed: at least, or at most.
  int unused(const State& at, const Operation& operation, bool at_most) const;

  After challenge(const State& before, const Operation& operation) const;
  After submit(const State& before, const Operation& operation) const;
  After redeem(const State& before, const Operation& operation) const;
  After judge(const State& before, const Operation& operation) const;
  After finalize(const State& before, const Operation& operation) const;
  After cancel(const State& before, const Operation& operation) const;
  After purge(const State& before, const Operation& operation) const;
  After repeat(const State& before, const Operation& operation) const;
  After replay(const State& before, const Operation& operation) const;
  After device_call(const State& before, const Operation& operation) const;
  After documents(const State& before, const Operation& operation) const;

  std::string outcome(const State& after, const Operation& operation) const;
  std::string code_of(const State& after, const Operation& operation) const;
  std::string status_text(const State& at) const;
  std::string step_text(const State& at, Part part) const;
  std::string result_text(const State& at) const;

  const Settings settings_;
  std::vector<Issue> issues_;  // by number of the nonce
};

}  // namespace countersign::torture
