#include "tests/torture/campaigns/soak/watch.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/multipart.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Backend;
using tests::Device;
using tests::Json;
using Clock = std::chrono::steady_clock;

// docs/operators/faults.md: up to 100 tables, and one more for each 16 MiB.
constexpr std::uint64_t kTablesMost = 100;
constexpr std::uint64_t kTableBytes = std::uint64_t{16} << 20;

// Connections come and go, and a run of 16 small tables may wait for its merge.
constexpr Series::Allowance kDescriptors{1.1, 24};
constexpr Series::Allowance kThreads{1, 2};
constexpr double kAnonymousFactor = 1.2;
constexpr Series::Allowance kTables{1.1, 16};
// Allows for other load on the machine. With fewer calls, the slowest of a hundred is a matter of
// luck.
constexpr Series::Allowance kLatencyUs{3, 200'000};
constexpr double kLatencyShare = 0.99;
constexpr std::size_t kTimedCallsLeast = 5'000;

}  // namespace

Watch::Watch(tests::RunningServer& server, std::chrono::milliseconds interval)
    : server_(server), interval_(interval), thread_([this] { watch(); }) {}

Watch::~Watch() { stop(); }

void Watch::stop() {
  stopping_ = true;
  if (thread_.joinable()) thread_.join();
}

void Watch::watch() {
  try {
    while (!stopping_) look();
  } catch (const std::exception& error) {
    wrong_.push_back(std::string("the server cannot be looked at: ") + error.what());
  }
}

void Watch::look() {
  const auto next = Clock::now() + interval_;
  const Gauges gauges = gauges_of(server_.program().id());
  descriptors_.add(gauges.descriptors);
  threads_.add(gauges.threads);
  anonymous_kib_.add(gauges.anonymous_kib);
  const Tables tables = tables_in(server_.data() / "log");
  log_bytes_ = tables.bytes;
  // Their number follows the size of the log, which grows all the time.
  const auto beyond_size = [&](std::uint64_t count) {
    return count - std::min(count, tables.bytes / kTableBytes);
  };
  most_tables_ = std::max(most_tables_, tables.count);
  tables_.add(beyond_size(tables.count));
  const std::string told = server_.metric("countersign_log_tables");
  if (told.empty()) {
    wrong_.push_back("/metrics does not tell countersign_log_tables");
  } else {
    told_tables_.add(beyond_size(std::stoull(told)));
  }
  std::this_thread::sleep_until(next);
}

void Watch::tell(const std::string& phase, std::uint64_t warming_kib, Findings& findings) const {
  const auto hold = [&](const Series& series, const Series::Allowance& allowance) {
    const std::string what = phase + ", " + series.name();
    findings.most(what + " first", series.quantile(1, 0.5));
    findings.most(what + " last", series.quantile(4, 0.5));
    if (const auto growth = series.growth(allowance)) findings.wrong(phase + ": " + *growth);
  };
  hold(descriptors_, kDescriptors);
  hold(threads_, kThreads);
  hold(anonymous_kib_, {kAnonymousFactor, warming_kib});
  hold(tables_, kTables);
  hold(told_tables_, kTables);
  findings.wrong(wrong_);
  const std::uint64_t most = kTablesMost + log_bytes_ / kTableBytes;
  findings.most(phase + ", MiB of log", log_bytes_ >> 20);
  findings.most(phase + ", tables at most", most_tables_);
  if (most_tables_ > most) {
    findings.wrong(phase + ": " + std::to_string(most_tables_) + " tables where " +
                   std::to_string(most) + " are promised");
  }
}

Probes::Probes(std::uint16_t port, const tests::Credentials& sandbox, std::size_t threads)
    : port_(port) {
  for (std::size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this, sandbox] {
      while (!stopping_) work(sandbox);
    });
  }
}

Probes::~Probes() { stop(); }

void Probes::stop() {
  stopping_ = true;
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Probes::work(const tests::Credentials& sandbox) {
  const auto timed = [&](auto&& call) {
    const auto began = Clock::now();
    const Answer answer = call();
    note(answer, began);
    return Json(answer.body);
  };
  const Backend backend(port_, sandbox);
  const Json session = timed([&] { return backend.create("DOCUMENT_VERIFICATION"); });
  const std::string id = session.text("/sessionId");
  const Device device(port_, session.text("/sessionToken"));
  const Json challenge = timed([&] { return device.challenge("document"); });
  const std::string image = "\xff\xd8\xff\xe0" + id;
  timed([&] { return device.document(challenge.text("/nonce"), image, "PASSPORT"); });
  timed([&] { return device.finalize(); });
  timed([&] { return backend.result(id); });
}

void Probes::note(const Answer& answer, Clock::time_point began) {
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began);
  const std::lock_guard lock(mutex_);
  us_.add(static_cast<std::uint64_t>(took.count()));
  busy_ += answer.status == 503;
  if (answer.status == 200 || answer.status == 503) return;
  wrong_.push_back("a call was answered " + std::to_string(answer.status) + " " + answer.body);
  stopping_ = true;
}

void Probes::tell(Findings& findings) const {
  const std::lock_guard lock(mutex_);
  findings.count("timed calls", us_.values().size());
  findings.most(us_.name() + " first", us_.quantile(1, kLatencyShare));
  findings.most(us_.name() + " last", us_.quantile(4, kLatencyShare));
  findings.count("timed calls answered 503", busy_);
  findings.wrong(wrong_);
  if (us_.values().size() < kTimedCallsLeast) return;
  if (const auto growth = us_.growth(kLatencyUs, kLatencyShare)) findings.wrong(*growth);
}

}  // namespace countersign::torture
