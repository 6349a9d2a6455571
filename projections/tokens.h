#pragma once
#include <string>

#include "core/ids.h"
#include "projections/expiry_queue.h"
#include "projections/projection.h"

namespace countersign {

// Which session a device's token opens:
//
//   't' token hash -> session id
//   'q' ...        -> an ExpiryQueue of token hashes
//
// A token leaves with its session: when that expires, is canceled, finalized or
// purged. Only where the finalize carried an idempotency mark it stays for
// kIdempotencyWindow, so that the same request can be answered again.
class Tokens : public Projection {
 public:
  static std::string key(const TokenHash& token);

  std::string_view name() const override { return "tokens"; }
  ViewSpace space() const override { return space::kTokens; }
  std::uint32_t version() const override { return 1; }
  std::uint32_t shape() const override;
  void fold(const Fact& fact, ViewBatch& views) const override;
};

}  // namespace countersign
