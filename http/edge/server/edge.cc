#include "http/edge/server/edge.h"

#include <pistache/reactor.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "http/edge/connection_permits.h"
#include "http/edge/server/acceptor.h"
#include "http/edge/server/loop.h"
#include "http/edge/socket/listener.h"

namespace countersign::http {

namespace {

// How long the loops get to close the connections left at the deadline.
constexpr std::chrono::seconds kCloseLimit{5};

}  // namespace

class Edge::Impl {
 public:
  Impl(const EdgeSettings& settings, Application& application)
      : settings_(settings),
        places_({.total = settings_.max_connections,
                 .an_address = settings_.max_connections_an_address,
                 .refusals = settings_.max_refusals}),
        shared_{.settings = settings_,
                .application = application,
                .places = places_,
                .on_closed_while_draining = [this] { note_closed(); }} {
    reactor_ = Pistache::Aio::Reactor::create();
    reactor_->init(Pistache::Aio::AsyncContext(settings_.threads, "edge-loop"));
    const auto key = reactor_->addHandler(std::make_shared<Loop>(shared_));
    for (const auto& handler : reactor_->handlers(key)) {
      loops_.push_back(std::static_pointer_cast<Loop>(handler));
    }
  }

  void add(Listener listener) {
    check(!acceptor_, "a listener is added before Edge::start()");
    if (listener.tls) certificates_.push_back(listener.tls);
    listeners_.push_back(std::move(listener));
  }

  int backlog() const { return settings_.listen_backlog; }

  void start() {
    check(!acceptor_ && !stopped_, "Edge::start() is called at most once and before Edge::drain()");
    std::vector<Acceptor::Target> targets;
    for (const auto& loop : loops_) {
      targets.push_back({loop->mailbox, &loop->counters});
    }
    acceptor_ = std::make_unique<Acceptor>(
        std::move(listeners_), std::move(targets), places_, settings_.speaks_for_many);
    reactor_->run();
    acceptor_->start();
  }

  bool drain(std::chrono::milliseconds deadline) {
    if (!acceptor_) {
      for (const Listener& listener : listeners_) {
        remove_socket_file(listener);
      }
      listeners_.clear();
    }
    if (!acceptor_ || stopped_) {
      stopped_ = true;
      return shared_.cut_off == 0;
    }
    acceptor_->stop();
    post_to_all<DrainBegins>();
    if (!wait_until_empty(deadline)) {
      post_to_all<CloseAll>();
      (void)wait_until_empty(kCloseLimit);
    }
    for (const auto& loop : loops_) {
      loop->mailbox->close();
    }
    reactor_->shutdown();
    reactor_.reset();  // joins the loops' threads
    stopped_ = true;
    return shared_.cut_off == 0;
  }

  std::optional<std::string> renew_tls(const TlsFiles& files) {
    check(!certificates_.empty(), "the files of TLS are renewed where a listener has TLS");
    const auto opened = TlsContext::open(files);
    if (!opened) return opened.error();
    for (const auto& certificate : certificates_) certificate->become(**opened);
    return std::nullopt;
  }

  bool responds(std::chrono::milliseconds limit) const {
    const auto knocks = std::make_shared<Knocks>();
    std::size_t asked = 0;
    for (const auto& loop : loops_) {
      if (loop->mailbox->post(Knocked{knocks})) ++asked;
    }
    return knocks->wait_for(asked, limit);
  }

  EdgeCounters counters() const {
    EdgeCounters sum;
    const auto read = [](const LoopCounters::Count& count) {
      return count.load(std::memory_order_relaxed);
    };
    for (const auto& loop : loops_) {
      const LoopCounters& part = loop->counters;
      sum.open_connections += read(part.connections);
      // A request may begin and end between these reads, so more may have ended than had begun.
      const std::uint64_t ended = read(part.requests_ended);
      const std::uint64_t begun = read(part.requests);
      sum.requests += begun;
      sum.requests_in_flight += begun - std::min(ended, begun);
      sum.framing_errors += read(part.framing_errors);
      sum.responses_2xx += read(part.responses[2]);
      sum.responses_3xx += read(part.responses[3]);
      sum.responses_4xx += read(part.responses[4]);
      sum.responses_5xx += read(part.responses[5]);
      sum.received_bytes += read(part.received_bytes);
      sum.sent_bytes += read(part.sent_bytes);
    }
    if (acceptor_) {
      sum.accepted_connections = acceptor_->accepted();
      sum.refused_connections = acceptor_->refused();
      sum.evicted_connections = places_.evicted();
    }
    return sum;
  }

 private:
  template <class Order>
  void post_to_all() {
    for (const auto& loop : loops_) {
      (void)loop->mailbox->post(Order{});
    }
  }

  std::uint64_t open_connections() const {
    std::uint64_t open = 0;
    for (const auto& loop : loops_) {
      open += loop->counters.connections.load(std::memory_order_relaxed);
    }
    return open;
  }

  // The lock ensures that the waiter sees either the new count or the signal.
  void note_closed() {
    const MutexLock lock(mutex_);
    closed_.notify_all();
  }

  bool wait_until_empty(std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    const MutexLock lock(mutex_);
    while (open_connections() > 0) {
      if (!closed_.wait_until(mutex_, end)) return open_connections() == 0;
    }
    return true;
  }

  const EdgeSettings settings_;
  Mutex mutex_;
  Condition closed_;
  ConnectionPermits places_;
  LoopShared shared_;
  std::vector<std::shared_ptr<Loop>> loops_;
  std::shared_ptr<Pistache::Aio::Reactor> reactor_;
  std::vector<Listener> listeners_;
  std::vector<std::shared_ptr<TlsContext>> certificates_;  // of the listeners
  std::unique_ptr<Acceptor> acceptor_;
  bool stopped_ = false;
};

Edge::Edge(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Edge::~Edge() { (void)impl_->drain(std::chrono::milliseconds(0)); }

Result<std::unique_ptr<Edge>, std::string> Edge::create(const EdgeSettings& settings,
                                                        Application& application) {
  if (settings.threads == 0 || settings.threads > 128) {
    return std::string("the edge takes 1 to 128 threads");
  }
  try {
    return std::unique_ptr<Edge>(new Edge(std::make_unique<Impl>(settings, application)));
  } catch (const std::exception& error) {
    return std::string("the reactor cannot be made: ") + error.what();
  }
}

Result<std::uint16_t, std::string> Edge::listen_tcp(std::string_view address,
                                                    const std::optional<TlsFiles>& tls) {
  std::shared_ptr<TlsContext> context;
  if (tls) {
    auto opened = TlsContext::open(*tls);
    if (!opened) return opened.error();
    context = *opened;
  }
  auto listener = listen_on_tcp(address, impl_->backlog());
  if (!listener) return listener.error();
  Listener made = std::move(listener).value();
  const std::uint16_t port = made.port;
  made.tls = std::move(context);
  impl_->add(std::move(made));
  return port;
}

Result<std::monostate, std::string> Edge::listen_admin(const std::string& path) {
  auto listener = listen_on_unix(path, impl_->backlog());
  if (!listener) return listener.error();
  impl_->add(std::move(listener).value());
  return std::monostate{};
}

void Edge::start() { impl_->start(); }

bool Edge::drain(std::chrono::milliseconds deadline) { return impl_->drain(deadline); }

EdgeCounters Edge::counters() const { return impl_->counters(); }

std::optional<std::string> Edge::renew_tls(const TlsFiles& files) {
  return impl_->renew_tls(files);
}

bool Edge::responds(std::chrono::milliseconds limit) const { return impl_->responds(limit); }

}  // namespace countersign::http
