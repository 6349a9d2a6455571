#include "tools/witness_run.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/inspection/worker_pool.h"
#include "events/crypto/os_random.h"
#include "http/edge/edge.h"
#include "http/json_writer.h"
#include "http/witness/witness_application.h"
#include "projections/witness.h"
#include "tools/daemon_process.h"
#include "tools/journal.h"
#include "tools/listen_address.h"
#include "tools/signing_key_file.h"
#include "tools/system_clock.h"
#include "tools/terminal.h"

namespace countersign {
namespace {

// What waits for the disk; one submission of a log at a time is stored anyway.
constexpr std::size_t kStoreThreads = 4;
constexpr std::size_t kStoreQueue = 256;
// Each may hold as many bytes as a request has.
constexpr std::size_t kConnectionsMax = 1'000;

int fail(const std::string& why) {
  print_failure("countersign", why);
  return 1;
}

// The keys by the name that they have in common, which is the log's origin.
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

void write_fault(Journal& journal, const Witness::Fault& fault) {
  const auto* refused = std::get_if<Witness::Refused>(&fault);
  if (refused == nullptr) {
    journal.error("a checkpoint could not be stored",
                  {{"why", std::get<Witness::NotStored>(fault).why}});
    return;
  }
  const std::initializer_list<Journal::Field> fields{
      {"log", refused->origin},
      {"size", std::to_string(refused->size)},
      {"cosigned_size", std::to_string(refused->latest_size)}};
  if (refused->why == tlog::WitnessRefusal::Inconsistent) {
    journal.error("refused a checkpoint that is not consistent with the one cosigned last", fields);
    return;
  }
  // Usual after a restart of the log, and anybody may bring an old checkpoint again.
  journal.debug("refused a checkpoint that does not start from the one cosigned last", fields);
}

void say_where(const Witness& witness, const std::string& url, bool json) {
  const std::string key = witness.verifier().to_text();
  if (json) {
    http::JsonWriter document;
    document.begin_object().member("vkey", key).member("url", url).key("logs").begin_array();
    for (const tlog::KnownLog& log : witness.logs()) document.text(log.origin);
    print_json(document.end_array().end_object().take() + "\n");
  } else {
    print_out("countersign: the witness's key is " + key + "\ncountersign: witness listening on " +
              url + "\n");
  }
  std::fflush(stdout);
}

}  // namespace

int run_witness(const WitnessWish& wish, bool json) {
  close_the_doors();
  const sigset_t ending = block_ending_signals();
  const SystemClock clock;
  OsRandom random;
  Journal journal(LogLevel::Info);
  auto key = open_witness_key(wish.key_file, wish.state, wish.name, random);
  if (!key) return fail(key.error());
  if (key->made) {
    journal.info("made the key that cosigns", {{"path", key->path.string()}});
  }
  auto witness =
      Witness::open(wish.state, std::move(key->key), logs_of(wish.log_verifier_keys), clock);
  if (!witness) return fail(witness.error());

  WorkerPool pool(kStoreThreads, kStoreQueue);
  http::WitnessApplication application(
      **witness, pool, [&journal](const Witness::Fault& fault) { write_fault(journal, fault); });
  http::EdgeSettings settings;
  settings.threads = 1;
  settings.max_connections = kConnectionsMax;
  auto edge = http::Edge::create(settings, application);
  if (!edge) return fail(edge.error());
  const auto port = (*edge)->listen_tcp(wish.listen);
  if (!port) return fail(port.error());
  (*edge)->start();
  say_where(**witness, url_of(wish.listen, *port, false), json);

  wait_for(ending);
  if (!(*edge)->drain(kStopDeadline)) {
    journal.warn("stopped before everything in flight was answered");
  }
  pool.stop();
  return 0;
}

}  // namespace countersign
