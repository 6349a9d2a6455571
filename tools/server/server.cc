#include "tools/server/server.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/inspection/engines/composite_engine.h"
#include "core/machine/memory_reserve.h"
#include "core/machine/threads/fair_pool.h"
#include "core/version.h"
#include "http/application.h"
#include "http/edge/server/edge.h"
#include "http/external/external_engine.h"
#include "http/limits/download_permits.h"
#include "http/limits/in_flight_keys.h"
#include "http/limits/log_waiters.h"
#include "http/limits/rate_limiter.h"
#include "http/metrics/metrics.h"
#include "http/secrets/capture_links.h"
#include "http/secrets/session_token_issuer.h"
#include "http/service.h"
#include "http/webhooks/webhook_sender.h"
#include "http/witness/witness_pusher.h"
#include "projections/folder/data_folder.h"
#include "tools/keys/engine_secret_file.h"
#include "tools/keys/master_key_file.h"
#include "tools/keys/signing_key_file.h"
#include "tools/options/listen_address.h"
#include "tools/server/descriptor_budget.h"
#include "tools/server/judging_programs.h"
#include "tools/server/listeners/console.h"
#include "tools/server/listeners/edge_settings.h"
#include "tools/server/metric_sources.h"
#include "tools/server/notices/answer_notices.h"
#include "tools/server/notices/witness_notices.h"
#include "tools/server/read_pools.h"
#include "tools/server/sweeper.h"

namespace countersign {
namespace {

// Submissions that wait for a thread, one of each session; their images are on the disk. A client
// may have an eighth of the queue, and always at least one place, so seven clients that flood it
// leave room for those that follow. A session has one call at a time judged, and may have a few.
constexpr FairPool::Limits kInspectionQueue{.each_client = 64, .all = 512, .each_party = 8};
static_assert(8 * kInspectionQueue.each_client <= kInspectionQueue.all);
// Finalizes that wait for a face comparison, one of each session. They have other threads than
// uploads and downloads, because a comparison may wait for another machine.
constexpr FairPool::Limits kFaceQueue = kInspectionQueue;
// A download holds a thread for as long as its reader takes. Bundles read ahead on free ones.
constexpr std::size_t kTransferThreads = 16;
constexpr FairPool::Limits kTransferQueue{.each_client = 128, .all = 1024};
static_assert(8 * kTransferQueue.each_client <= kTransferQueue.all);
constexpr std::size_t kDownloads = 12;
static_assert(kDownloads < kTransferThreads, "slow readers must leave threads to the others");
// Operators have threads of their own, so that a call of theirs that takes long takes none from
// clients and devices. Each operation has a line of its own in the queue.
constexpr std::size_t kOperatorThreads = 8;
constexpr FairPool::Limits kOperatorQueue{.each_client = 128, .all = 1024};

// Inspection threads that may wait for the external engine with frames. The pool has as many
// additional threads, so that those waiting take none from the others.
std::size_t waiting_threads_of(const ServerSettings& settings) {
  return settings.engine ? http::ExternalEngine::threads_held(*settings.engine) : 0;
}

// Threads for the questions that the external engine is asked at the same time (twice as many, see
// seats_of()), and one for each worker of the matcher. More threads would only wait elsewhere than
// in the queue.
std::size_t face_threads_of(const ServerSettings& settings) {
  const std::size_t asking = settings.engine ? settings.engine->concurrency : 0;
  return seats_of(asking) + comparing_workers_of(settings);
}

// Reports the external engine's name and offer, and when the server stops asking it. Does not
// report requests.
void write_engine_notice(OperatorLog& operator_log, const http::EngineNotice& notice) {
  using enum http::EngineNotice::Kind;
  switch (notice.kind) {
    case Answers: {
      const auto yes_or_no = [](bool offered) { return offered ? "yes" : "no"; };
      operator_log.info("engine: answers: its checks are performed",
                        {{"engine", notice.description->engine.name},
                         {"version", notice.description->engine.version},
                         {"match", yes_or_no(notice.description->offer.face_match)},
                         {"liveness", yes_or_no(notice.description->offer.liveness)}});
      return;
    }
    case NoAnswer:
      operator_log.warn("engine: does not describe what it can do: its checks are not performed",
                        {{"why", notice.why}});
      return;
    case BreakerOpen:
      operator_log.warn("engine: circuit breaker opened: its checks are not performed",
                        {{"why", notice.why}});
      return;
    case BreakerClosed:
      operator_log.info("engine: circuit breaker closed: its checks are performed");
      return;
  }
}

DescriptorNeeds descriptor_needs_of(const ServerSettings& settings) {
  return {.connections = settings.max_connections,
          .refusals = settings.max_refusals,
          .upload_files = settings.service.max_upload_files,
          .threads = settings.threads,
          .inspection_threads = seats_of(inspection_threads_of(settings)),
          .transfer_threads = kTransferThreads + ReadPools::kCeremonies,
          .console = Console::descriptors_of(settings),
          .webhooks = settings.service.webhooks.together,
          .outgoing = settings.witnesses.size() + waiting_threads_of(settings)};
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

// Declared in the order of construction: each part refers to earlier ones only. The destructor
// first ends the parts that call into the others.
struct Server::Parts {
  Parts(const ServerSettings& all_settings,
        OperatorLog& the_journal,
        Sources& the_sources,
        JudgingPrograms the_programs,
        Secret engine_secret,
        std::unique_ptr<http::Metrics> the_metrics,
        std::unique_ptr<DataFolder> folder)
      : settings(all_settings),
        operator_log(the_journal),
        sources(the_sources),
        programs(std::move(the_programs)),
        external(made_external_engine(std::move(engine_secret))),
        engine(*programs.inspector, external.get(), programs.matcher.get(), programs.reader.get()),
        metrics(std::move(the_metrics)),
        data(std::move(folder)),
        tokens(data->keys().derive(kSessionTokenLabel), sources.random),
        links(data->keys().derive(kCaptureCodeLabel), settings.service.public_origin),
        waiters(std::make_unique<http::LogWaiters>(*data, settings.service.connections)),
        purges(std::make_unique<PurgeQueue>(*data)),
        downloads(kDownloads),
        inspection(std::make_unique<FairPool>(
            seats_of(inspection_threads_of(settings) + waiting_threads_of(settings)),
            kInspectionQueue,
            FairPool::Threads::HalfForOthers)),
        transfers(std::make_unique<FairPool>(kTransferThreads, kTransferQueue)),
        faces(std::make_unique<FairPool>(
            face_threads_of(settings), kFaceQueue, FairPool::Threads::HalfForOthers)),
        operator_threads(std::make_unique<FairPool>(
            kOperatorThreads, kOperatorQueue, FairPool::Threads::HalfForOthers)),
        service{*data,         engine,          *inspection,
                *transfers,    *faces,          readers.ceremonies,
                readers.reads, readers.reports, *operator_threads,
                sources.clock, sources.random,  settings.service,
                tokens,        links,           limiter,
                in_flight,     *metrics,        *waiters,
                *purges,       downloads},
        application(service) {
    service.calls.access_log = [this](const http::AccessRecord& record) {
      answer_notices.tell(record, std::chrono::steady_clock::now());
    };
    add_service_sources(*metrics, service);
    add_inspector_sources(*metrics, *programs.inspector);
    if (programs.matcher) add_matcher_sources(*metrics, programs.matcher->engine());
    if (programs.reader) add_reader_sources(*metrics, programs.reader->engine());
    start_external_engine();
    start_witnesses();
    start_webhooks();
  }

  ~Parts() {
    console.reset();
    edge.reset();
    sweeper.reset();
    purges.reset();
    if (witnesses) witnesses->stop();
    webhooks->stop();  // still asked for the state of endpoints by the writer's answers
    if (external) external->stop();  // else queued work would wait for it
    // Queued work runs to its end. Later work is refused, because the writer may still answer
    // submissions whose callbacks post work.
    inspection->stop();
    faces->stop();
    transfers->stop();
    readers.stop();
    operator_threads->stop();
    witnesses.reset();  // an operator's call may have waited for it
    waiters.reset();
    service.upload_watch.stop();
    data.reset();
  }

  const ServerSettings settings;
  OperatorLog& operator_log;
  MemoryReserve reserve;  // before all parts that may need it
  AnswerNotices answer_notices{operator_log};
  Sources& sources;
  JudgingPrograms programs;
  std::unique_ptr<http::ExternalEngine> external;  // null if no external engine is set
  CompositeEngine engine;
  std::unique_ptr<http::Metrics> metrics;
  std::unique_ptr<DataFolder> data;
  http::SessionTokenIssuer tokens;
  http::CaptureLinks links;
  http::RateLimiter limiter;
  http::InFlightKeys in_flight;
  std::unique_ptr<http::LogWaiters> waiters;
  std::unique_ptr<PurgeQueue> purges;
  http::DownloadPermits downloads;
  std::unique_ptr<FairPool> inspection;
  std::unique_ptr<FairPool> transfers;
  std::unique_ptr<FairPool> faces;
  ReadPools readers;
  std::unique_ptr<FairPool> operator_threads;
  http::Service service;
  http::CaptureApplication application;
  std::unique_ptr<http::Edge> edge;
  std::unique_ptr<Console> console;  // null if there is none
  std::unique_ptr<Sweeper> sweeper;
  std::unique_ptr<http::WebhookSender> webhooks;
  std::unique_ptr<http::WitnessPusher> witnesses;  // null if no witness is set
  std::string url;

  std::unique_ptr<http::ExternalEngine> made_external_engine(Secret secret);
  void start_external_engine();
  void start_witnesses();
  void start_webhooks();
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

// Asks the external engine once before the server serves, so that it judges the first sessions if
// it is available.
void Server::Parts::start_external_engine() {
  if (!external) return;
  if (settings.engine->address.is_exposed()) {
    operator_log.warn("engine: address without https: images leave this machine unencrypted");
  }
  (void)external->look();
  external->watch();
  metrics->add_part([this](http::PrometheusText& page) { external->write(page); });
}

void Server::Parts::start_witnesses() {
  if (settings.witnesses.empty()) return;
  witnesses = std::make_unique<http::WitnessPusher>(
      data->log(),
      *data->checkpoints(),
      sources.random,
      settings.witnesses,
      [this](const http::WitnessNotice& notice) { write_witness_notice(operator_log, notice); });
  service.operators.witnesses = witnesses.get();
  metrics->add_part([this](http::PrometheusText& page) { witnesses->write(page); });
}

void Server::Parts::start_webhooks() {
  webhooks = std::make_unique<http::WebhookSender>(
      *data,
      sources.clock,
      sources.random,
      settings.service.webhooks,
      service.webhook_secrets,
      [this](std::string_view what) { operator_log.warn("webhooks: " + std::string(what)); });
  service.backend.webhook_sender = webhooks.get();
  service.operators.webhooks = webhooks.get();
  metrics->add_part([this](http::PrometheusText& page) { webhooks->write(page); });
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
  auto opened = Console::open(settings, service, operator_log);
  if (!opened) return opened.error();
  console = std::move(opened).value();
  edge->start();
  sweeper = std::make_unique<Sweeper>(
      *data, sources.clock, sources.random, settings.service, *metrics, operator_log);
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
  auto engine_secret = open_engine_secret(settings.engine_secret_file);
  if (!engine_secret) return CannotServe{engine_secret.error()};
  if (settings.engine) {
    auto why = wrong_with_authorities(settings.engine->authorities_file);
    if (why) return CannotServe{std::move(*why)};
  }
  auto key = open_master_key(settings.data, settings.master_key, sources.random);
  if (!key) return CannotServe{key.error()};
  if (key->made) {
    operator_log.warn(
        "keys: made a master key, for development only: without it the files are lost",
        {{"path", key->path.string()}});
  }
  auto signing_key = open_signing_key(
      settings.data, settings.signing_key_file, settings.log_origin, sources.random);
  if (!signing_key) return CannotServe{signing_key.error()};
  if (signing_key->made) {
    operator_log.info(
        "keys: made the key that signs the log's checkpoints",
        {{"path", signing_key->path.string()}, {"key", signing_key->key.verifier().to_text()}});
  }

  auto metrics = std::make_unique<http::Metrics>(http::operation_ids());
  DataFolderOptions options{settings.data, std::move(key->key), settings.reserve_bytes};
  options.begun_by = kVersion;
  options.signing_key = std::move(signing_key->key);
  options.progress = [&operator_log](std::string_view what) { operator_log.info(what); };
  options.warn = [&operator_log](std::string_view what) { operator_log.warn(what); };
  auto folder =
      DataFolder::open(std::move(options),
                       sources.clock,
                       sources.random,
                       [&operator_log, counters = metrics.get(), tell = std::move(on_log_failure)](
                           StoreError error) {
                         counters->count(http::Counter::LogFailures);
                         operator_log.error("log: write failed: the server stops",
                                            {{"why", std::string(describe(error))}});
                         tell();
                       });
  if (!folder) return CannotServe{folder.error()};
  auto parts = std::make_unique<Parts>(settings,
                                       operator_log,
                                       sources,
                                       std::move(*programs),
                                       std::move(*engine_secret),
                                       std::move(metrics),
                                       std::move(folder).value());
  // Records the server's threshold set in the log even if nothing is ever judged by it.
  if (const auto in_use = parts->service.thresholds.of_server(); !in_use) {
    const std::string& why = in_use.error().detail;
    return CannotServe{
        "cannot record the thresholds: " +
        (why.empty() ? "the log takes no events; look whether its disk has room" : why)};
  }
  write_reader_start(parts->programs.reader, parts->programs.no_reader, operator_log);
  if (auto why = parts->serve()) return CannotServe{std::move(*why)};
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

const std::string& Server::url() const { return parts_->url; }

bool Server::stop(std::chrono::milliseconds deadline) {
  parts_->service.calls.draining = true;
  parts_->waiters->drain();
  parts_->purges->stop();
  parts_->data->erasure().stop();
  const auto end = std::chrono::steady_clock::now() + deadline;
  const bool reviewed = !parts_->console || parts_->console->drain(deadline);
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
  return parts_->edge->drain(std::max(left, std::chrono::milliseconds(0))) && reviewed;
}

}  // namespace countersign
