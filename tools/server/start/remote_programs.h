#pragma once
#include <memory>
#include <optional>

#include "core/inspection/engines/engine_judges.h"
#include "http/inspectors/peer_dialer.h"
#include "http/inspectors/remote_engine.h"
#include "http/metrics/prometheus_text.h"
#include "projections/folder/data_folder.h"
#include "tools/machine/operator_log.h"
#include "tools/options/settings.h"
#include "tools/server/start/judging_programs.h"

namespace countersign {

// The engines that judge: those of the judging programs on other machines where the operator named
// any, else those of this machine. The programs of this machine run in any case. They say what an
// inspector elsewhere has to be like, and judge themselves where the operator wants that.
//
// Threading: start() and stop() from one thread; all else from any. The arguments outlive this
// object.
class RemotePrograms {
 public:
  RemotePrograms(const ServerSettings& settings,
                 const JudgingPrograms& local,
                 const DataFolder& data,
                 OperatorLog& operator_log);

  const Engine& inspector() const;
  const FaceMatcher* matcher() const;  // null if no faces are compared
  const DataReader* reader() const;    // null if no print is compared

  // Begins to look at all of them; those that greet judge from then on.
  void start();
  void stop();

  bool can_judge() const { return !inspectors_ || inspectors_->can_judge(); }
  bool any() const { return inspectors_ || matchers_ || readers_; }
  // REQUIRES: any().
  void write(http::PrometheusText& page) const;

 private:
  using EnginePtr = std::unique_ptr<http::RemoteEngine>;
  EnginePtr made(const char* program,
                 const std::vector<std::string>& addresses,
                 const confined::ConfinedEngine& local);

  const ServerSettings& settings_;
  const JudgingPrograms& local_;
  OperatorLog& operator_log_;
  const http::PeerDialer dialer_;
  const EnginePtr inspectors_;  // null: those of this machine judge
  const EnginePtr matchers_;
  const EnginePtr readers_;
  std::optional<EngineMatcher> matcher_;
  std::optional<EngineReader> reader_;
};

// Connections to other machines, and threads that wait for them.
std::size_t remote_connections_of(const ServerSettings& settings);

}  // namespace countersign
