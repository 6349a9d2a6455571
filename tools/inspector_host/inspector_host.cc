#include "tools/inspector_host/inspector_host.h"

#include <fmt/format.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/remote/served_connection.h"
#include "core/machine/net/tcp.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "events/crypto/keys/key_file.h"
#include "events/crypto/peer/peer_file.h"
#include "events/crypto/peer/peer_stream.h"
#include "tools/inspector_host/connection_budget.h"
#include "tools/inspector_host/host_options.h"
#include "tools/machine/daemon_process.h"
#include "tools/machine/notice_pace.h"
#include "tools/machine/operator_log.h"
#include "tools/machine/program_beside_us.h"
#include "tools/machine/terminal.h"

namespace countersign {
namespace {

using confined::ConfinedEngine;
using confined::InspectorNotice;

constexpr int kCannotListen = 1;
constexpr int kBadOptions = 2;
// For the handshake of a connection. A stranger has no longer.
constexpr std::chrono::seconds kHandshake{5};
// A server has as many connections as it has submissions here, and one for its looks. Each has this
// share, with room for connections that end only after the server has made others.
constexpr std::size_t kConnectionsEachWorker = 2;
constexpr std::size_t kConnectionsMore = 8;

int refuse(const char* program, int status, const std::string& why) {
  print_failure(program, why);
  return status;
}

std::size_t workers_of(const HostOptions& options) {
  if (options.workers > 0) return options.workers;
  return std::size_t{2} * std::max(1u, std::thread::hardware_concurrency());
}

Result<PeerFile, std::string> read_peer_file(const std::string& path) {
  const auto text = read_key_file(path, "inspector's key file", kPeerFileBytesMax);
  if (!text) return text.error();
  auto file = parse_peer_file(text->reveal());
  if (!file) {
    return "the inspector's key file " + path +
           " is not one that `countersign inspector add` has made";
  }
  return std::move(*file);
}

// The connections of an inspector, each with a thread.
class Host {
 public:
  Host(const ConfinedEngine& engine,
       remote::Welcome welcome,
       const PeerFile& file,
       OperatorLog& operator_log)
      : shares_(kConnectionsEachWorker * welcome.places + kConnectionsMore),
        served_{.engine = engine,
                .welcome = std::move(welcome),
                .judging = [this](bool began) { judging(began); }},
        servers_(file.servers),
        tls_(file.seed, remote::kConversationName),
        operator_log_(operator_log) {}
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  // Accepts connections until the listener is stopped.
  void accept_from(const TcpListener& listener) {
    while (auto accepted = listener.accept_known()) {
      if (!accepted->cut) {
        complain("there is no descriptor left");
        continue;
      }
      auto handshake = handshakes_.begin(std::move(accepted->network), std::move(accepted->cut));
      std::thread([this,
                   carrier = std::move(accepted->stream),
                   handshake = std::optional(std::move(handshake))]() mutable {
        auto stream = tls_.accept(
            std::move(carrier),
            [this](const Sha256& key) { return std::ranges::count(servers_, key) > 0; },
            steady_now() + kHandshake);
        handshake.reset();
        if (!stream) return complain(stream.error());
        const Sha256 server = (*stream)->peer();
        if (!shares_.take(server)) return complain("the server has too many connections");
        serve(**stream, to_hex(server.value()));
        stream->reset();
        shares_.give_back(server);
      }).detach();
    }
  }

  // Accepts no further submission. Returns whether none is being judged any more.
  bool finish(std::chrono::steady_clock::time_point deadline) {
    stopping_ = true;
    const MutexLock lock(mutex_);
    while (judged_now_ > 0) {
      if (!changed_.wait_until(mutex_, deadline)) return judged_now_ == 0;
    }
    return true;
  }

 private:
  void judging(bool began) {
    {
      const MutexLock lock(mutex_);
      judged_now_ += began ? 1 : -1;
    }
    changed_.notify_all();
  }

  void serve(ByteStream& stream, const std::string& server) {
    switch (remote::serve_connection(
        stream, served_, ClientKey(server), [this] { return stopping_.load(); })) {
      case remote::ServedEnd::Closed:
        return;
      case remote::ServedEnd::OtherBuild:
        return complain("the server has another version; install the same one on both");
      case remote::ServedEnd::NotAllowed:
        return complain("the server broke the protocol");
    }
  }

  void complain(const std::string& why) {
    if (const auto more = pace_.take(steady_now())) {
      operator_log_.warn("inspector: connection refused: it judged nothing more",
                         {{"why", why}, {"not_told", std::to_string(*more)}});
    }
  }

  Handshakes handshakes_{Handshakes::Limits{}};
  ServerShares shares_;
  const remote::ServedEngine served_;
  const std::vector<Sha256> servers_;
  const PeerTls tls_;
  OperatorLog& operator_log_;
  NoticePace pace_{std::chrono::seconds(10)};
  std::atomic<bool> stopping_{false};
  Mutex mutex_;
  Condition changed_;
  std::int64_t judged_now_ GUARDED_BY(mutex_) = 0;
};

void tell(OperatorLog& operator_log, const InspectorNotice& notice) {
  if (notice.kind == InspectorNotice::Kind::Gone) {
    return operator_log.error("inspector: unavailable: servers are told that nothing is judged",
                              {{"why", notice.why}});
  }
  operator_log.warn(notice.may_come_again()
                        ? "inspector: image not inspected: the server may send it again"
                        : "inspector: worker failed on an image: the submission was not judged",
                    {{"why", notice.why}});
}

confined::InspectorSettings settings_of(const char* program,
                                        const HostOptions& options,
                                        std::uint64_t engine_bytes) {
  confined::InspectorSettings settings;
  settings.inspector = program_beside_us(program);
  settings.max_pixels = options.max_pixels;
  settings.image_max_bytes = options.max_image_bytes;
  settings.workers = workers_of(options);
  settings.timeout = options.inspection_timeout;
  settings.engine_bytes = engine_bytes;
  for (const std::string& argument : options.arguments) {
    settings.arguments.push_back(std::filesystem::absolute(argument).string());
  }
  return settings;
}

remote::Welcome welcome_of(const ConfinedEngine& engine, const HostOptions& options) {
  remote::Welcome welcome = remote::welcome_of(engine.capabilities(), engine.confines());
  welcome.max_pixels = options.max_pixels;
  welcome.image_max_bytes = options.max_image_bytes;
  welcome.places = static_cast<std::uint32_t>(workers_of(options));
  return welcome;
}

}  // namespace

int run_inspector_host(const char* program,
                       std::span<char* const> arguments,
                       std::uint64_t engine_bytes) {
  const auto options = parse_host_options(arguments);
  if (!options) return refuse(program, kBadOptions, options.error());
  if (const auto wrong = wrong_with_machine()) return refuse(program, kCannotListen, *wrong);
  close_the_doors();
  raise_descriptor_limit();
  spare_address_space();
  const sigset_t ending = block_ending_signals();
  OperatorLog operator_log(LogLevel::Info);
  // Started before there is a thread, and before the key is read.
  auto engine = ConfinedEngine::start(
      settings_of(program, *options, engine_bytes),
      [&operator_log](const InspectorNotice& notice) { tell(operator_log, notice); });
  if (!engine) return refuse(program, kCannotListen, engine.error().why);
  const auto file = read_peer_file(options->key_file);
  if (!file) return refuse(program, kCannotListen, file.error());
  const auto listener = TcpListener::open(options->listen);
  if (!listener) return refuse(program, kCannotListen, listener.error());
  if (!(*engine)->confines()) {
    operator_log.error(
        "inspector: built with sanitizers, for tests only: images are inspected "
        "without confinement");
  }
  Host host(**engine, welcome_of(**engine, *options), *file, operator_log);
  std::thread accepting([&] { host.accept_from(*listener); });
  print_out(fmt::format("{}: listening on port {}\n", program, listener->port()));
  (void)lost_output();
  operator_log.info("inspector: listening",
                    {{"name", file->name},
                     {"port", std::to_string(listener->port())},
                     {"places", std::to_string(workers_of(*options))}});
  wait_for(ending);
  listener->stop();
  accepting.join();
  const bool finished = host.finish(steady_now() + kStopDeadline);
  operator_log.info("inspector: stopped", {{"all_answered", finished ? "yes" : "no"}});
  // Threads of idle connections still use what a return would destroy. The confined process ends
  // when its socket closes.
  std::fflush(nullptr);
  ::_exit(0);
}

}  // namespace countersign
