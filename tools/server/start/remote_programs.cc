#include "tools/server/start/remote_programs.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "http/inspectors/remote_metrics.h"
#include "tools/server/notices/remote_notices.h"

namespace countersign {
namespace {

constexpr const char* kInspectorName = "inspector";
constexpr const char* kMatcherName = "matcher";
constexpr const char* kReaderName = "reader";

remote::Welcome ours_of(const ServerSettings& settings, const confined::ConfinedEngine& local) {
  remote::Welcome ours = remote::welcome_of(local.capabilities(), local.confines());
  ours.max_pixels = settings.service.max_pixels;
  ours.image_max_bytes =
      std::max(settings.service.max_document_bytes, settings.service.max_frame_bytes);
  return ours;
}

}  // namespace

RemotePrograms::EnginePtr RemotePrograms::made(const char* program,
                                               const std::vector<std::string>& addresses,
                                               const confined::ConfinedEngine& local) {
  if (addresses.empty()) return nullptr;
  http::RemoteEngineSettings how;
  how.addresses = addresses;
  how.places_max = settings_.remote.places;
  how.wait_by(settings_.inspection_timeout);
  how.host.ours = ours_of(settings_, local);
  return std::make_unique<http::RemoteEngine>(std::move(how),
                                              dialer_,
                                              settings_.remote.fallback_local ? &local : nullptr,
                                              [this, program](const http::RemoteNotice& notice) {
                                                write_remote_notice(operator_log_, program, notice);
                                              });
}

RemotePrograms::RemotePrograms(const ServerSettings& settings,
                               const JudgingPrograms& local,
                               const DataFolder& data,
                               OperatorLog& operator_log)
    : settings_(settings),
      local_(local),
      operator_log_(operator_log),
      dialer_(data.keys().derive(http::kInspectorServerLabel), http::InspectorFolder(data.path())),
      inspectors_(made(kInspectorName, settings.remote.inspectors, *local.inspector)),
      matchers_(local.matcher
                    ? made(kMatcherName, settings.remote.matchers, local.matcher->engine())
                    : nullptr),
      readers_(local.reader ? made(kReaderName, settings.remote.readers, local.reader->engine())
                            : nullptr) {
  if (matchers_) matcher_.emplace(*matchers_);
  if (readers_) reader_.emplace(*readers_);
}

const Engine& RemotePrograms::inspector() const {
  if (inspectors_) return *inspectors_;
  return *local_.inspector;
}

const FaceMatcher* RemotePrograms::matcher() const {
  if (matcher_) return &*matcher_;
  return local_.matcher.get();
}

const DataReader* RemotePrograms::reader() const {
  if (reader_) return &*reader_;
  return local_.reader.get();
}

void RemotePrograms::start() {
  for (const EnginePtr* const engine : {&inspectors_, &matchers_, &readers_}) {
    if (*engine) (*engine)->watch();
  }
}

void RemotePrograms::stop() {
  for (const EnginePtr* const engine : {&inspectors_, &matchers_, &readers_}) {
    if (*engine) (*engine)->stop();
  }
}

void RemotePrograms::write(http::PrometheusText& page) const {
  std::vector<http::NamedRemoteEngine> all;
  if (inspectors_) all.push_back({kInspectorName, inspectors_.get()});
  if (matchers_) all.push_back({kMatcherName, matchers_.get()});
  if (readers_) all.push_back({kReaderName, readers_.get()});
  http::write_remote_metrics(all, page);
}

// A kept connection and one of a look for each, beside those in use.
std::size_t remote_connections_of(const ServerSettings& settings) {
  const RemoteSettings& remote = settings.remote;
  std::size_t connections = 0;
  for (const auto* const hosts : {&remote.inspectors, &remote.matchers, &remote.readers}) {
    if (!hosts->empty()) connections += remote.places * hosts->size() + 2 * hosts->size();
  }
  return connections;
}

}  // namespace countersign
