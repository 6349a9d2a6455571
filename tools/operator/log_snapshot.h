#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "events/audit/export/write_export.h"
#include "events/tlog/note/note_key.h"
#include "tools/operator/operator_client.h"

namespace countersign {

// The log of a data folder as it was, and was signed, when this object was opened: the input of an
// export. One thread. `client` must outlive this object, and this object must outlive its source.
class LogSnapshot {
 public:
  static Result<std::unique_ptr<LogSnapshot>, OperatorFault> open(OperatorClient& client);

  ExportSource source();
  // The client's fault that made the source fail, if there was one.
  const std::optional<OperatorFault>& lost() const { return lost_; }

 private:
  LogSnapshot(OperatorClient& client,
              std::uint64_t size,
              std::string note,
              std::vector<tlog::VerifierKey> keys)
      : client_(client), size_(size), note_(std::move(note)), keys_(std::move(keys)) {}

  OperatorClient& client_;
  const std::uint64_t size_;
  const std::string note_;
  const std::vector<tlog::VerifierKey> keys_;  // the log's own first
  std::optional<OperatorFault> lost_;
};

}  // namespace countersign
