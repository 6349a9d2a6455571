#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

// The promises of one session to the clients that share it, as docs/api.md and the interface
// specification describe them. Independent of the server's implementation.
namespace countersign::torture {

using Nanoseconds = std::int64_t;  // on the clients' steady clock

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
// The outcome that a file's name forces; `Passes` and the two after it are accepted.
enum class Forced : std::uint8_t { Fails, Passes, EndsInReview, EndsInFailure };

// The response to a call, as far as the model predicts it.
struct Reply {
  int status = 0;    // 0: no response
  std::string text;  // in the words in which the model predicts it; see SessionModel
  bool replayed = false;
  std::string body;                // of a 2xx response to a call that can be repeated
  std::vector<std::string> files;  // ids of the files that it names
};

struct Operation {
  static constexpr int kNone = -1;

  Call call = Call::Status;
  Part part = Part::Front;  // a challenge for the document has Front
  int nonce = kNone;        // number of the nonce requested or redeemed; kNone: a foreign one
  int key = kNone;          // number of the Idempotency-Key
  int request = 0;          // equal for requests that mean the same
  Forced forced = Forced::Passes;
  Reply told{};
  // Without a response, `returned` is a moment by which the server was gone.
  Nanoseconds called = 0;
  Nanoseconds returned = 0;
  bool is_answered = false;
};
using History = std::vector<Operation>;

// One line per operation, for reports of errors.
std::string text_of(const Operation& operation);
std::string text_of(const History& history);

// Refusals that no order explains: the first request of the key is still in progress, or the
// session has too many uploads at a time. unprovoked() returns a sentence for each of these
// refusals that too few calls overlap.
inline constexpr const char* kKeyInUse = "409 SVC_IDEMPOTENCY_CONFLICT";
inline constexpr const char* kTooMany = "429 SVC_RATE_LIMITED";
std::vector<std::string> unprovoked(const History& history, int uploads_of_a_session);

// The sequential model of a session. Refusals are checked in the order in which the server reports
// them: the token, the step's turn, the nonce, the rest of the step. Not thread-safe.
class SessionModel {
 public:
  using Operation = torture::Operation;

  enum class Purpose : std::uint8_t { FullCapture, DocumentVerification };
  struct Settings {
    Purpose purpose = Purpose::FullCapture;
    bool has_back = false;  // whether the document is a card
    std::chrono::nanoseconds nonce_ttl{};
    // How far the times measured by the clocks of the server and of the clients may differ.
    std::chrono::nanoseconds clock_margin{};
  };

  enum class Nonce : std::uint8_t { NotIssued, Unused, Used };
  enum class Status : std::uint8_t { Created, InProgress, Completed, Canceled };
  // A request that was carried out under a key.
  struct Kept {
    int request = 0;
    std::string text;
    std::string body;  // "": no client has received it yet
    int file = Operation::kNone;
    bool operator==(const Kept&) const = default;
  };
  struct State {
    Status status = Status::Created;
    bool purged = false;
    std::vector<Nonce> nonces;
    std::array<int, 3> attempts{};  // by part
    std::array<bool, 3> accepted{};
    Forced worst = Forced::Passes;
    std::string result;              // once finalized
    std::string judged;              // the attempts, in order
    std::vector<std::string> files;  // ids; "": no client has received it yet
    std::map<int, Kept> keys;

    bool operator==(const State&) const = default;
    std::string text() const;
  };

  // The history gives the times at which the nonces were issued.
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
  // The number of redeemable nonces of the operation's step, at least or at most.
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
  std::vector<Issue> issues_;  // by the nonce's number
};

}  // namespace countersign::torture
