#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "core/machine/threads/worker_pool.h"
#include "events/checkpoints/witness.h"
#include "http/edge/application.h"

namespace countersign::http {

// A witness on the network (C2SP tlog-witness), with one prefix for both of its interfaces:
//
//   POST /add-checkpoint
//   GET  /<SHA-256 of the origin, hex>/checkpoint
//
// Errors are one line of plain text. Callers are not authenticated: the log's signature is enough.
//
// Threading: the edge makes the calls. Work that waits for the disk runs on `pool`, where `told` is
// called too; a full pool is answered 503. Keeps references: witness and pool outlive the edge.
class WitnessApplication final : public Application {
 public:
  // Far more than a checkpoint, its signatures and 63 hashes take; a larger body gets 413.
  static constexpr std::size_t kBodyBytesMax = 64 * 1024;

  // Called for each submission that the log has signed and that was refused, or that could not be
  // stored.
  using Told = std::function<void(const Witness::Fault&)>;

  WitnessApplication(Witness& witness, WorkerPool& pool, Told told);

  std::shared_ptr<BodySink> on_request(RequestHead head,
                                       std::shared_ptr<Exchange> exchange) override;
  Response framing_error(int status, std::string_view why) override;

 private:
  std::shared_ptr<BodySink> add_checkpoint(const RequestHead& head,
                                           std::shared_ptr<Exchange> exchange);
  void get_checkpoint(std::string_view origin_hash, Exchange& exchange) const;
  void submit(std::string body, const std::shared_ptr<Exchange>& exchange);
  Response judge(std::string_view body) const;

  Witness& witness_;
  WorkerPool& pool_;
  const Told told_;
};

}  // namespace countersign::http
