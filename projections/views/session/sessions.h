#pragma once
#include <string>

#include "core/ids.h"
#include "core/session/session.h"
#include "projections/fold/projection.h"

namespace countersign {

// Session id -> Session, as core folds it from the session's stream.
class Sessions : public Projection {
 public:
  static std::string key(const SessionId& session);
  // A session with `exists` false if the id is unknown.
  static Session load(ViewBatch& views, const SessionId& session);

  std::string_view name() const override { return "sessions"; }
  ViewSpace space() const override { return space::kSessions; }
  std::uint32_t version() const override { return 1; }
  std::uint32_t shape() const override;
  void fold(const Fact& fact, ViewBatch& views) const override;
};

}  // namespace countersign
