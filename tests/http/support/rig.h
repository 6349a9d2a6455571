#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspection/engines/composite_engine.h"
#include "core/machine/threads/fair_pool.h"
#include "events/crypto/os_random.h"
#include "http/application.h"
#include "http/review_application.h"
#include "http/service.h"
#include "tests/events/support/temp_folder.h"
#include "tests/http/support/scripted_engine.h"

namespace countersign::http {

// The wall clock and the steady clock of a machine.
class MovedClock final : public Clock {
 public:
  UtcTime now() const override { return UtcTime(now_us_); }
  SteadyTime steady() const { return SteadyTime(Duration(steady_us_.load())); }
  // Lets time pass on both clocks.
  void move(Duration by) {
    steady_us_ += by.count();
    now_us_ += by.count();
  }
  // Sets the wall clock.
  void step(Duration by) { now_us_ += by.count(); }

 private:
  std::atomic<std::int64_t> now_us_{1'795'000'000'000'000};  // in November 2026
  std::atomic<std::int64_t> steady_us_{1'000'000'000};
};

// An answer, with access to the members of its JSON body by name.
struct Answer {
  int status = 0;
  Headers headers;
  std::string body;
  bool close = false;
  std::chrono::milliseconds delay{};

  std::string header(std::string_view name) const {
    return std::string(headers.find(name).value_or(""));
  }
  // The text of a member of the outermost object. Numbers and literals are as they are written; ""
  // if the member is missing.
  std::string operator[](std::string_view member) const;
  std::string code() const { return (*this)["code"]; }
};

// An exchange that keeps its answer.
class KeptExchange final : public Exchange {
 public:
  void respond(Response response) override;
  void fail(Failure why) noexcept override;
  void resume() override;
  bool client_gone() const override { return gone; }

  bool answered() const;
  Answer wait();
  void wait_for_resume();
  // The body of the answer, if it is a stream. REQUIRES: answered.
  std::shared_ptr<BodyPipe> stream() const;
  std::optional<std::uint64_t> stream_length() const;
  // Drops the answer's body, as the edge does with one that was sent.
  void drop_stream();

  std::atomic<bool> gone{false};

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::optional<Response> response_;
  bool resumed_ = false;
};

struct Form {
  std::string boundary = "------------------------countersign";
  std::string body;

  Form& text(std::string_view name, std::string_view value);
  Form& file(std::string_view name, std::string_view bytes, std::string_view file_name = "x");
  std::string finished() const { return body + "--" + boundary + "--\r\n"; }
  std::string type() const { return "multipart/form-data; boundary=" + boundary; }
};

ClientPolicy any_purpose();

struct Credentials {
  std::string key;
  std::string secret;
};

// The whole application in this process, on a temporary data folder and without a network: requests
// go in as the edge hands them over, and answers are kept.
class Rig {
 public:
  // Signed: the log is signed with tlog::log_key(), as a server signs it.
  enum class Checkpoints { None, Signed };
  explicit Rig(ServiceSettings with = {}, Checkpoints checkpoints = Checkpoints::None);
  ~Rig();

  // Starts again with the same data, as the next process does.
  void restart();
  // Makes another engine judge in addition to `engine`. REQUIRES: `judge` outlives the rig.
  void judge_also_by(const ExternalJudge& judge);

  Credentials add_client(ClientPolicy policy = any_purpose(), bool sandbox = false);
  void disable(const Credentials& client);

  // ---- any request ----
  struct Request {
    Method method = Method::Get;
    std::string path;
    Headers headers{};
    std::string body{};
    std::string peer = "192.0.2.7";
    std::size_t piece_bytes = 64 * 1024;  // size of the pieces as they arrive
    bool chunked = false;                 // no Content-Length
    bool console = false;                 // to the listener of the reviewers' console
  };
  std::shared_ptr<KeptExchange> begin(const Request& request);
  Answer send(const Request& request) { return begin(request)->wait(); }
  // Returns the sink of a request whose body the test sends itself.
  std::shared_ptr<BodySink> open(const Request& request, std::shared_ptr<KeptExchange> exchange);

  // ---- the calls ----
  Answer create(const Credentials& client,
                const std::string& more = "",
                const Headers& headers = {});
  Answer device(Method method,
                const std::string& path,
                const std::string& token,
                Headers more = {});
  Answer status(const std::string& token) { return device(Method::Get, "/api/sdk/status", token); }
  Answer finalize(const std::string& token, Headers more = {}) {
    return device(Method::Post, "/api/sdk/finalize", token, std::move(more));
  }
  std::string nonce(const std::string& token, std::string_view step);
  Request upload(const std::string& path, const std::string& token, const Form& form) const;
  // Submits one good or bad image with a new nonce.
  Answer document(const std::string& token,
                  const std::string& image,
                  std::string_view side = "",
                  std::string_view type = "");
  Answer liveness(const std::string& token, const std::vector<std::string>& frames);
  std::string token(const Credentials& client, std::string_view purpose = "FULL_CAPTURE");

  std::size_t files_on_disk() const;
  // Returns when no work that was begun is left.
  void settle();

  TempFolder folder;
  MovedClock clock;
  OsRandom random;
  ScriptedEngine engine;
  ServiceSettings settings;
  const DocSite* docs = nullptr;  // that the next restart() shows
  std::vector<std::string> access_lines() const;

  static constexpr std::size_t kTransferThreads = 3;

  // Each is of the running process, and ends with the next restart().
  Application& application() { return running_->application; }
  Service& service() { return running_->service; }
  DataFolder& data() { return *running_->data; }

 private:
  struct Running {
    explicit Running(Rig& rig);
    ~Running();
    std::unique_ptr<DataFolder> data;
    FairPool inspection{2, {.each_client = 256, .all = 256}};
    FairPool transfers{kTransferThreads, {.each_client = 1024, .all = 1024}};
    FairPool reads{2, {.each_client = 1024, .all = 1024}};
    FairPool reports{1, {.each_client = 4, .all = 64}};
    FairPool faces{2, {.each_client = 256, .all = 256}};
    FairPool ceremony_threads{2, {.each_client = 64, .all = 512}, FairPool::Threads::HalfForOthers};
    FairPool operator_threads{
        4, {.each_client = 256, .all = 256}, FairPool::Threads::HalfForOthers};
    FairPool long_work{kLongWorks, {.each_client = 1, .all = kLongWorks}};
    WebhookSecrets webhook_secrets;
    Metrics metrics{operation_ids()};
    std::optional<LogWaiters> waiters;
    std::optional<PurgeQueue> purges;
    DownloadPermits downloads{2};
    Service service;
    CaptureApplication application;
    std::optional<ReviewApplication> console;  // if the settings have one
  };

  MasterKey master_key() const;
  std::unique_ptr<DataFolder> open_data();

  const Engine& engine_in_use() const {
    if (composite_) return *composite_;
    return engine;
  }

  std::optional<CompositeEngine> composite_;
  const Checkpoints checkpoints_;
  mutable std::mutex access_mutex_;
  std::vector<std::string> access_;
  std::array<std::uint8_t, 32> master_{};
  std::unique_ptr<Running> running_;
};

// Fills the transfers until the end of its life: a client's work holds all threads and fills the
// client's queue behind them.
class FullTransfers {
 public:
  FullTransfers(Rig& rig, const Credentials& client);
  ~FullTransfers() { gate_.set_value(); }
  FullTransfers(const FullTransfers&) = delete;
  FullTransfers& operator=(const FullTransfers&) = delete;

 private:
  std::latch held_{Rig::kTransferThreads};
  std::promise<void> gate_;
};

}  // namespace countersign::http
