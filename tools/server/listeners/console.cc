#include "tools/server/listeners/console.h"

#include <utility>

#include "http/limits/console_places.h"
#include "http/review/oidc/provider_login.h"
#include "tools/options/listen_address.h"
#include "tools/server/listeners/edge_settings.h"

namespace countersign {
namespace {

constexpr std::size_t kConnections = 256;
constexpr std::size_t kRefusals = 16;
constexpr std::size_t kOfItsThread = 4;  // epoll, mailbox and timer of its event loop
constexpr std::size_t kToProvider = http::ProviderLogin::kThreads;

// The calls that wait for something leave places for those that are answered at once. The calls of
// one reviewer and of the strangers of an address leave some of that address's places. A refusal
// that comes late holds no place that somebody needs.
using Places = http::ConsolePlaces;
constexpr std::size_t kAtOnce = 16;
constexpr std::size_t kConnectionsAnAddress = kConnections / 4;
static_assert(Places::kProvider + Places::kEntry + Places::kReviewers + kAtOnce <= kConnections);
static_assert(Places::kProviderEach + Places::kEntryEach + kAtOnce + Places::kReviewersEach <=
              kConnectionsAnAddress);

http::EdgeSettings console_edge_of(const ServerSettings& settings) {
  http::EdgeSettings edge = edge_settings_of(settings);
  edge.threads = 1;
  edge.max_connections = kConnections;
  edge.max_connections_an_address = kConnectionsAnAddress;
  edge.max_refusals = kRefusals;
  return edge;
}

}  // namespace

Result<std::unique_ptr<Console>, std::string> Console::open(const ServerSettings& settings,
                                                            http::Service& service,
                                                            OperatorLog& operator_log) {
  if (!settings.service.review) return std::unique_ptr<Console>();
  std::unique_ptr<Console> console(new Console(service));
  auto made = http::Edge::create(console_edge_of(settings), console->application_);
  if (!made) return made.error();
  console->edge_ = std::move(made).value();
  const auto port = console->edge_->listen_tcp(settings.console.listen, settings.tls);
  if (!port) return port.error();
  console->edge_->start();
  operator_log.info("server: console listening",
                    {{"address", url_of(settings.console.listen, *port, settings.tls.has_value())},
                     {"url", settings.service.review->origin + "/review"}});
  return console;
}

bool Console::drain(std::chrono::milliseconds deadline) { return edge_->drain(deadline); }

std::optional<std::string> Console::renew_tls(const http::TlsFiles& files) {
  return edge_->renew_tls(files);
}

bool Console::responds(std::chrono::milliseconds limit) const { return edge_->responds(limit); }

std::size_t Console::descriptors_of(const ServerSettings& settings) {
  return settings.service.review ? kConnections + kRefusals + kOfItsThread + kToProvider : 0;
}

}  // namespace countersign
