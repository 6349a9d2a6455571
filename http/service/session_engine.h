#pragma once
#include <optional>
#include <utility>

#include "core/inspection/engines/sandbox_engine.h"
#include "http/service/service.h"

namespace countersign::http {

// The engine that judges for one session: the server's, or a sandbox's own. Nothing else chooses
// the engine. One thread at a time.
class SessionEngine {
 public:
  // `script` is what a sandbox's file names force; ignored in any other session.
  SessionEngine(const Service& service, bool sandbox, SandboxScript script = {})
      : servers_(service.engine) {
    if (sandbox) sandboxs_.emplace(std::move(script));
  }

  const Engine* operator->() const { return sandboxs_ ? &*sandboxs_ : &servers_; }

 private:
  const Engine& servers_;
  std::optional<SandboxEngine> sandboxs_;
};

}  // namespace countersign::http
