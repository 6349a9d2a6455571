#include "events/checkpoints/witness.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/machine/threads/worker_pool.h"
#include "core/text/json_writer.h"
#include "events/crypto/os_random.h"
#include "http/edge/server/edge.h"
#include "http/witness/witness_application.h"
#include "tools/command/command.h"
#include "tools/keys/signing_key_file.h"
#include "tools/machine/daemon_process.h"
#include "tools/machine/notice_pace.h"
#include "tools/machine/operator_log.h"
#include "tools/machine/system_clock.h"
#include "tools/machine/terminal.h"
#include "tools/options/key_name_option.h"
#include "tools/options/listen_address.h"
#include "tools/verify/verifier_key_option.h"

namespace countersign {
namespace {

// Threads that wait for the disk. Only one submission of a log is stored at a time anyway.
constexpr std::size_t kStoreThreads = 4;
constexpr std::size_t kStoreQueue = 256;
// Each connection may hold the bytes of a whole request.
constexpr std::size_t kConnectionsMax = 1'000;
// At most one line for each kind of message in this period: a few thousand lines a day, whoever
// causes them.
constexpr std::chrono::milliseconds kNewsPeriod = std::chrono::minutes(1);

struct WitnessOptions {
  std::string listen{};  // HOST:PORT
  std::string state{};
  std::string key_file{};
  std::optional<std::string> name{};  // none: the name in the key
  std::vector<std::string> log_verifier_keys{};
};

// Groups the keys by their name, which is the log's origin.
std::vector<tlog::KnownLog> logs_of(const std::vector<std::string>& verifier_keys) {
  std::vector<tlog::KnownLog> logs;
  for (const std::string& text : verifier_keys) {
    tlog::VerifierKey key = *tlog::VerifierKey::parse(text);
    auto log = std::ranges::find(logs, key.name(), &tlog::KnownLog::origin);
    if (log == logs.end()) log = logs.insert(log, {key.name(), {}});
    log->keys.push_back(std::move(key));
  }
  return logs;
}

// Writes to the operator's log what was refused or not stored. The rate is limited, because anybody
// can cause each of these again and again, with any checkpoint of the log and any proof.
// Thread-safe.
class FaultNotice {
 public:
  explicit FaultNotice(OperatorLog& operator_log) : operator_log_(operator_log) {}

  void tell(const Witness::Fault& fault) {
    const auto now = std::chrono::steady_clock::now();
    const auto* refused = std::get_if<Witness::Refused>(&fault);
    if (refused != nullptr) return tell(*refused, now);
    const auto more = not_stored_.take(now);
    if (!more) return;
    operator_log_.error(
        "witness: checkpoint not stored: it was not cosigned",
        {{"why", std::get<Witness::NotStored>(fault).why}, {"not_told", std::to_string(*more)}});
  }

 private:
  void tell(const Witness::Refused& refused, NoticePace::Time now) {
    const std::string size = std::to_string(refused.size);
    const std::string latest = std::to_string(refused.latest_size);
    if (refused.proves_fork) {
      const auto more = forks_.take(now);
      if (!more) return;
      return operator_log_.error(
          "witness: the log has signed two histories of one size: checkpoint refused",
          {{"log", refused.origin}, {"size", size}, {"not_told", std::to_string(*more)}});
    }
    if (refused.why == tlog::WitnessRefusal::Inconsistent) {
      const auto more = unproven_.take(now);
      if (!more) return;
      return operator_log_.warn("witness: wrong consistency proof: checkpoint refused",
                                {{"log", refused.origin},
                                 {"size", size},
                                 {"cosigned_size", latest},
                                 {"not_told", std::to_string(*more)}});
    }
    // A checkpoint that does not start from the one cosigned last gets no line: that is normal
    // after a restart of the log, and anybody may submit an old checkpoint again.
  }

  OperatorLog& operator_log_;
  NoticePace forks_{kNewsPeriod};
  NoticePace unproven_{kNewsPeriod};
  NoticePace not_stored_{kNewsPeriod};
};

void say_where(const Witness& witness, const std::string& url, bool json) {
  const std::string key = witness.verifier().to_text();
  if (json) {
    JsonWriter document;
    document.begin_object().member("vkey", key).member("url", url).key("logs").begin_array();
    for (const tlog::KnownLog& log : witness.logs()) document.text(log.origin);
    print_json(document.end_array().end_object().take() + "\n");
  } else {
    print_out("countersign: the witness's key is " + key + "\ncountersign: witness listening on " +
              url + "\n");
  }
  std::fflush(stdout);
}

// Serves until SIGTERM or SIGINT, then finishes the work in flight. Its first lines on stdout are
// its key and its URL; with --json, one document that holds both and the logs' origins.
int serve(const Operator& op, const WitnessOptions& options) {
  close_the_doors();
  const sigset_t ending = block_ending_signals();
  const SystemClock clock;
  OsRandom random;
  OperatorLog operator_log(LogLevel::Info);
  auto key = open_witness_key(options.key_file, options.state, options.name, random);
  if (!key) return op.fail({key.error()});
  if (key->made) {
    operator_log.info("witness: made the key that cosigns", {{"path", key->path.string()}});
  }
  auto witness =
      Witness::open(options.state, std::move(key->key), logs_of(options.log_verifier_keys), clock);
  if (!witness) return op.fail({witness.error()});

  FaultNotice notice(operator_log);
  WorkerPool pool(kStoreThreads, kStoreQueue);
  http::WitnessApplication application(
      **witness, pool, [&notice](const Witness::Fault& fault) { notice.tell(fault); });
  http::EdgeSettings settings;
  settings.threads = 1;
  settings.max_connections = kConnectionsMax;
  auto edge = http::Edge::create(settings, application);
  if (!edge) return op.fail({edge.error()});
  const auto port = (*edge)->listen_tcp(options.listen);
  if (!port) return op.fail({port.error()});
  (*edge)->start();
  say_where(**witness, url_of(options.listen, *port, false), op.json());

  wait_for(ending);
  if (!(*edge)->drain(kStopDeadline)) {
    operator_log.warn("witness: stopped before all requests in flight were answered");
  }
  pool.stop();
  return kOk;
}

void add_own_key(CLI::App& command, WitnessOptions& options) {
  command
      .add_option("--key-file",
                  options.key_file,
                  "file of the key that cosigns; created if it does not exist")
      ->type_name("FILE")
      ->required();
  command
      .add_option("--name",
                  options.name,
                  "name of the key, such as witness.example/w1 [the name in the key file]")
      ->type_name("NAME")
      ->check(&wrong_with_key_name);
}

}  // namespace

void add_witness_command(CLI::App& app, CommandRun& typed) {
  CLI::App& command =
      add_command(app,
                  "witness",
                  "run a witness of logs (C2SP tlog-witness) until SIGTERM: cosign each checkpoint "
                  "that extends the last one, and refuse every other; needs no data folder");
  const auto options = std::make_shared<WitnessOptions>();
  command.add_option("--listen", options->listen, "address to listen on; port 0 takes a free one")
      ->type_name("HOST:PORT")
      ->required()
      ->check([](const std::string& text) {
        return is_listen_address(text) ? "" : "'" + text + "' is not HOST:PORT";
      });
  command
      .add_option("--state",
                  options->state,
                  "folder for the last checkpoint of each log; created if it does not exist")
      ->type_name("DIR")
      ->required();
  add_own_key(command, *options);
  command
      .add_option("--log",
                  options->log_verifier_keys,
                  "verifier key of a log to cosign; repeatable, also for further keys of one log")
      ->type_name("VKEY")
      ->allow_extra_args(false)
      ->required()
      ->check([](const std::string& text) {
        return wrong_with_verifier_key(text, tlog::KeyType::Log);
      });
  on_typed(command, typed, [options](Operator& op) { return serve(op, *options); });
}

}  // namespace countersign
