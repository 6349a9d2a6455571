#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "events/audit/export/write_export.h"
#include "events/audit/range/write_range.h"
#include "events/tlog/note/note_key.h"
#include "tools/operator/operator_client.h"

namespace countersign {

// The log of a data folder as it was, and was signed, when this object was opened: the input of an
// export. One thread. `client` must outlive this object, and this object must outlive its source.
class LogSnapshot {
 public:
  static Result<std::unique_ptr<LogSnapshot>, OperatorFault> open(OperatorClient& client);

  // The range of the log that the input of "log range" asks for (http/operator/log_input.h).
  static Result<std::unique_ptr<LogSnapshot>, OperatorFault> open_range(OperatorClient& client,
                                                                        const std::string& input);

  ExportSource source();
  // REQUIRES: open_range() made this object.
  RangeSource range_source();
  // The client's fault that made the source fail, if there was one.
  const std::optional<OperatorFault>& lost() const { return lost_; }

 private:
  LogSnapshot(OperatorClient& client,
              std::uint64_t size,
              std::string note,
              std::vector<tlog::VerifierKey> keys)
      : client_(client), size_(size), note_(std::move(note)), keys_(std::move(keys)) {}

  // The beginning of a range.
  struct Older {
    std::string note;
    RangeFile range;
  };

  OperatorClient& client_;
  std::optional<Older> older_;
  const std::uint64_t size_;
  const std::string note_;
  const std::vector<tlog::VerifierKey> keys_;  // the log's own first
  std::optional<OperatorFault> lost_;
};

}  // namespace countersign
