#include "tools/server/server.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/inspection/engines/composite_engine.h"
#include "core/machine/memory_reserve.h"
#include "http/application.h"
#include "http/edge/server/edge.h"
#include "http/external/external_engine.h"
#include "http/limits/download_permits.h"
#include "http/limits/log_waiters.h"
#include "http/metrics/metrics.h"
#include "http/review/oidc/provider_login.h"
#include "http/service.h"
#include "http/webhooks/webhook_secrets.h"
#include "http/webhooks/webhook_sender.h"
#include "http/witness/witness_pusher.h"
#include "projections/folder/data_folder.h"
#include "tools/options/listen_address.h"
#include "tools/server/descriptor_budget.h"
#include "tools/server/due_reporter.h"
#include "tools/server/listeners/console.h"
#include "tools/server/listeners/edge_settings.h"
#include "tools/server/metric_sources.h"
#include "tools/server/notices/answer_notices.h"
#include "tools/server/notices/engine_notices.h"
#include "tools/server/notices/provider_notices.h"
#include "tools/server/notices/witness_notices.h"
#include "tools/server/server_pools.h"
#include "tools/server/start/data_start.h"
#include "tools/server/start/docs_start.h"
#include "tools/server/start/judging_programs.h"
#include "tools/server/start/party_secrets.h"
#include "tools/server/start/remote_programs.h"
#include "tools/server/surveyor.h"
#include "tools/server/sweeper.h"

namespace countersign {
namespace {

constexpr std::size_t kDownloads = 12;
static_assert(kDownloads < ServerPools::kTransferThreads,
              "slow readers must leave threads to the others");

DescriptorNeeds descriptor_needs_of(const ServerSettings& settings) {
  return {.connections = settings.max_connections,
          .refusals = settings.max_refusals,
          .upload_files = settings.service.max_upload_files,
          .threads = settings.threads,
          .inspection_threads = seats_of(inspection_threads_of(settings)),
          .transfer_threads = ServerPools::kTransferThreads + ServerPools::kCeremonyThreads,
          .console = Console::descriptors_of(settings),
          .webhooks = settings.service.webhooks.together,
          .outgoing = settings.witnesses.size() + waiting_threads_of(settings) +
                      remote_connections_of(settings)};
}

// Reduces the settings to the descriptors that the process may have, and warns if they were
// reduced.
Result<ServerSettings, CannotServe> within_descriptors(ServerSettings settings,
                                                       OperatorLog& operator_log) {
  const auto budget = descriptor_budget(descriptor_limit(), descriptor_needs_of(settings));
  if (!budget) return CannotServe{budget.error(), true};
  const bool fewer = budget->connections < settings.max_connections ||
                     budget->upload_files < settings.service.max_upload_files;
  settings.max_connections = settings.service.connections = budget->connections;
  settings.max_refusals = budget->refusals;
  settings.service.webhooks.together = budget->webhooks;
  settings.service.max_upload_files = static_cast<std::uint32_t>(budget->upload_files);
  settings.service.max_uploads =
      std::min(settings.service.max_uploads, settings.service.max_upload_files);
  if (fewer) {
    operator_log.warn(
        "server: limit of open files is low: serves fewer connections and uploads than the "
        "settings allow",
        {{"open_files", std::to_string(budget->limit)},
         {"connections", std::to_string(budget->connections)},
         {"uploads", std::to_string(settings.service.max_uploads)}});
  }
  return settings;
}

}  // namespace

// Declared in the order of construction: each part refers to earlier ones only. The webhooks, the
// witnesses and the provider come before the service, which refers to them. They have threads of
// their own, which run before the service is there and use what is declared above them. The
// destructor first ends the parts that call into the others; the service refers to the three until
// the pools have stopped.
struct Server::Parts {
  Parts(const ServerSettings& all_settings,
        OperatorLog& the_log,
        Sources& the_sources,
        JudgingPrograms the_programs,
        PartySecrets secrets,
        std::unique_ptr<const http::DocSite> the_docs,
        std::unique_ptr<http::Metrics> the_metrics,
        std::unique_ptr<DataFolder> folder)
      : settings(all_settings),
        operator_log(the_log),
        sources(the_sources),
        programs(std::move(the_programs)),
        docs(std::move(the_docs)),
        external(made_external_engine(std::move(secrets.engine))),
        metrics(std::move(the_metrics)),
        data(std::move(folder)),
        remote(settings, programs, *data, operator_log),
        engine(remote.inspector(), external.get(), remote.matcher(), remote.reader()),
        waiters(std::make_unique<http::LogWaiters>(*data, settings.service.connections)),
        purges(std::make_unique<PurgeQueue>(*data)),
        downloads(kDownloads),
        webhook_secrets(data->keys().derive(kWebhookSecretLabel)),
        webhooks(
            *data,
            sources.clock,
            sources.random,
            settings.service.webhooks,
            webhook_secrets,
            [this](std::string_view what) { operator_log.warn("webhooks: " + std::string(what)); }),
        witnesses(made_witnesses()),
        provider(made_provider(std::move(secrets.provider))),
        pools(settings),
        service{.data = *data,
                .engine = engine,
                .inspection = pools.inspection,
                .transfers = pools.transfers,
                .faces = pools.faces,
                .ceremony_threads = pools.ceremonies,
                .reads = pools.reads,
                .reports = pools.reports,
                .operator_threads = pools.operators,
                .long_work = pools.long_work,
                .clock = sources.clock,
                .random = sources.random,
                .settings = settings.service,
                .metrics = *metrics,
                .waiters = *waiters,
                .purges = *purges,
                .downloads = downloads,
                .webhook_secrets = webhook_secrets,
                .webhooks = &webhooks,
                .witnesses = witnesses.get(),
                .provider = provider.get(),
                .docs = docs.get(),
                .can_judge = [this] { return remote.can_judge(); }},
        application(service) {
    service.calls.access_log = [this](const http::AccessRecord& record) {
      answer_notices.tell(record, std::chrono::steady_clock::now());
    };
    start_external_engine();
    remote.start();
    add_metric_sources();
  }

  ~Parts() {
    console.reset();
    if (provider) provider->stop();  // before the pools, to which its work passes more
    edge.reset();
    surveyor.reset();
    due_reporter.reset();
    sweeper.reset();
    purges.reset();
    if (witnesses) witnesses->stop();
    webhooks.stop();  // still asked for the state of endpoints by the writer's answers
    if (external) external->stop();  // else queued work would wait for it
    remote.stop();                   // the same
    pools.stop();
    witnesses.reset();  // an operator's call may have waited for it
    waiters.reset();
    service.upload_watch.stop();
    data.reset();
  }

  ServerSettings settings;  // take_over() changes what is Live, and nothing else
  OperatorLog& operator_log;
  MemoryReserve reserve;  // before all parts that may need it
  AnswerNotices answer_notices{operator_log};
  ProviderNotices provider_notices{operator_log};
  Sources& sources;
  JudgingPrograms programs;
  std::unique_ptr<const http::DocSite> docs;       // null if none are shown
  std::unique_ptr<http::ExternalEngine> external;  // null if no external engine is set
  std::unique_ptr<http::Metrics> metrics;
  std::unique_ptr<DataFolder> data;
  RemotePrograms remote;
  CompositeEngine engine;
  std::unique_ptr<http::LogWaiters> waiters;
  std::unique_ptr<PurgeQueue> purges;
  http::DownloadPermits downloads;
  const http::WebhookSecrets webhook_secrets;
  http::WebhookSender webhooks;
  std::unique_ptr<http::WitnessPusher> witnesses;  // null if no witness is set
  std::unique_ptr<http::ProviderLogin> provider;   // null if no identity provider is set
  ServerPools pools;
  http::Service service;
  http::CaptureApplication application;
  std::unique_ptr<http::Edge> edge;
  std::unique_ptr<Console> console;  // null if there is none
  std::unique_ptr<Sweeper> sweeper;
  std::unique_ptr<DueReporter> due_reporter;
  std::unique_ptr<Surveyor> surveyor;
  std::string url;

  std::unique_ptr<http::ExternalEngine> made_external_engine(Secret secret);
  std::unique_ptr<http::WitnessPusher> made_witnesses();
  std::unique_ptr<http::ProviderLogin> made_provider(Secret secret);
  void start_external_engine();
  void add_metric_sources();
  std::optional<std::string> serve();
};

std::unique_ptr<http::ExternalEngine> Server::Parts::made_external_engine(Secret secret) {
  if (!settings.engine) return nullptr;
  return std::make_unique<http::ExternalEngine>(
      *settings.engine,
      std::move(secret),
      sources.random,
      [this](const http::EngineNotice& notice) { write_engine_notice(operator_log, notice); });
}

std::unique_ptr<http::WitnessPusher> Server::Parts::made_witnesses() {
  if (settings.witnesses.empty()) return nullptr;
  return std::make_unique<http::WitnessPusher>(
      data->log(),
      *data->checkpoints(),
      sources.random,
      settings.witnesses,
      [this](const http::WitnessNotice& notice) { write_witness_notice(operator_log, notice); });
}

std::unique_ptr<http::ProviderLogin> Server::Parts::made_provider(Secret secret) {
  if (!settings.oidc.is_set()) return nullptr;
  return std::make_unique<http::ProviderLogin>(
      settings.oidc.login,
      std::move(secret),
      data->keys().derive(http::kProviderPersonLabel),
      sources.random,
      sources.clock,
      [this](http::ProviderLogin::Needs needs, std::string_view why) {
        provider_notices.tell(needs, why);
      });
}

// Asks the external engine once before the server serves, so that it judges the first sessions if
// it is available.
void Server::Parts::start_external_engine() {
  if (!external) return;
  if (settings.engine->address.is_exposed()) {
    operator_log.warn("engine: address without https: images leave this machine unencrypted");
  }
  (void)external->look();
  external->watch();
}

// The page of the metrics has its families in this order.
void Server::Parts::add_metric_sources() {
  add_service_sources(*metrics, service);
  add_inspector_sources(*metrics, *programs.inspector);
  if (programs.matcher) add_matcher_sources(*metrics, programs.matcher->engine());
  if (programs.reader) add_reader_sources(*metrics, programs.reader->engine());
  const auto add_part = [this](const auto& part) {
    metrics->add_part([&part](http::PrometheusText& page) { part.write(page); });
  };
  if (external) add_part(*external);
  if (remote.any()) add_part(remote);
  if (witnesses) add_part(*witnesses);
  add_part(webhooks);
}

// Opens all listeners and starts to serve.
std::optional<std::string> Server::Parts::serve() {
  auto made = http::Edge::create(edge_settings_of(settings), application);
  if (!made) return made.error();
  edge = std::move(made).value();
  const auto admin = edge->listen_admin(admin_socket_of(settings.data).string());
  if (!admin) return admin.error();
  const auto port = edge->listen_tcp(settings.listen, settings.tls);
  if (!port) return port.error();
  url = url_of(settings.listen, *port, settings.tls.has_value());
  metrics->set_edge_source([this] { return edge->counters(); });
  if (!programs.inspector->confines()) {
    operator_log.error(
        "inspector: built with sanitizers, for tests only: images are inspected without "
        "confinement");
  }
  if (!programs.inspector->inspector_yields()) {
    operator_log.warn(
        "inspector: runs with the precedence of the server, since the system refuses setpriority: "
        "pictures may delay answers",
        {{"remedy", "allow it, in a unit of systemd with SystemCallFilter=setpriority"}});
  }
  auto opened = Console::open(settings, service, operator_log);
  if (!opened) return opened.error();
  console = std::move(opened).value();
  edge->start();
  sweeper = std::make_unique<Sweeper>(
      *data, sources.clock, sources.random, settings.service, *metrics, operator_log);
  due_reporter = std::make_unique<DueReporter>(*data, sources.clock, sources.random, operator_log);
  surveyor = std::make_unique<Surveyor>(*data);
  return std::nullopt;
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() = default;

Result<std::unique_ptr<Server>, CannotServe> Server::start(const ServerSettings& wanted,
                                                           OperatorLog& operator_log,
                                                           Sources& sources,
                                                           std::function<void()> on_log_failure) {
  auto fitted = within_descriptors(wanted, operator_log);
  if (!fitted) return fitted.error();
  const ServerSettings settings = std::move(fitted).value();
  // Started before any secret is read, and before there is a thread.
  auto programs = start_judging_programs(settings, operator_log);
  if (!programs) return programs.error();
  auto secrets = read_secrets(settings);
  if (!secrets) return secrets.error();
  auto docs = read_docs(settings, operator_log);
  if (!docs) return docs.error();
  auto metrics = std::make_unique<http::Metrics>(http::operation_ids());
  auto folder =
      open_data(settings,
                sources,
                operator_log,
                [&operator_log, counters = metrics.get(), tell = std::move(on_log_failure)](
                    StoreError error) {
                  counters->count(http::Counter::LogFailures);
                  operator_log.error("log: write failed: the server stops",
                                     {{"why", std::string(describe(error))}});
                  tell();
                });
  if (!folder) return folder.error();
  auto parts = std::make_unique<Parts>(settings,
                                       operator_log,
                                       sources,
                                       std::move(*programs),
                                       std::move(*secrets),
                                       std::move(docs).value(),
                                       std::move(metrics),
                                       std::move(folder).value());
  // Records the server's threshold set in the log even if nothing is ever judged by it.
  if (const auto in_use = parts->service.thresholds.of_server(); !in_use) {
    const std::string& why = in_use.error().detail;
    return CannotServe{"cannot record the thresholds: " +
                       (why.empty() ? "the log takes no events; look whether the disk of " +
                                          (settings.data / "log").string() +
                                          " has room: a quarter of --reserve-bytes must be free"
                                    : why)};
  }
  write_reader_start(parts->programs.reader, parts->programs.no_reader, operator_log);
  if (auto why = parts->serve()) return CannotServe{std::move(*why)};
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

const std::string& Server::url() const { return parts_->url; }

std::optional<std::string> Server::take_over(const ServerSettings& read) {
  Parts& parts = *parts_;
  if (parts.settings.tls && read.tls) {
    if (auto why = parts.edge->renew_tls(*read.tls)) return why;
    if (parts.console) {
      if (auto why = parts.console->renew_tls(*read.tls)) return why;
    }
  }
  http::take_live(parts.settings.service, read.service);
  parts.operator_log.set_level(read.log_level);
  return std::nullopt;
}

bool Server::works() const {
  constexpr std::chrono::seconds kPatience{5};
  if (!parts_->edge->responds(kPatience)) return false;
  if (parts_->console && !parts_->console->responds(kPatience)) return false;
  parts_->data->writer().run_between_groups([] {});
  return true;
}

bool Server::stop(std::chrono::milliseconds deadline) {
  parts_->service.calls.draining = true;
  parts_->waiters->drain();
  parts_->purges->stop();
  parts_->data->erasure().stop();
  const auto end = std::chrono::steady_clock::now() + deadline;
  // First no answer of the provider is waited for any more.
  if (parts_->provider) parts_->provider->stop();
  const bool reviewed = !parts_->console || parts_->console->drain(deadline);
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
  return parts_->edge->drain(std::max(left, std::chrono::milliseconds(0))) && reviewed;
}

}  // namespace countersign
