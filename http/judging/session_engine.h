#pragma once
#include <optional>
#include <utility>

#include "core/inspection/engine.h"
#include "core/inspection/engines/sandbox_engine.h"

namespace countersign::http {

// The engine that judges for one session: the server's, or a sandbox's own. No other code chooses
// the engine. One thread at a time.
class SessionEngine {
 public:
  // `script` is what a sandbox's file names force; ignored in any other session.
  SessionEngine(const Engine& servers, bool sandbox, SandboxScript script = {})
      : servers_(servers) {
    if (sandbox) sandboxs_.emplace(std::move(script));
  }

  const Engine* operator->() const { return sandboxs_ ? &*sandboxs_ : &servers_; }

 private:
  const Engine& servers_;
  std::optional<SandboxEngine> sandboxs_;
};

}  // namespace countersign::http
