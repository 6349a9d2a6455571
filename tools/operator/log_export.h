#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "events/audit/export/write_export.h"
#include "events/tlog/note/note_key.h"
#include "tools/operator/operator_desk.h"

namespace countersign {

// The log of a desk as it is when this is opened, and signed: what an export is made from. One
// thread; `desk` must outlive it, and it its source.
class DeskLog {
 public:
  static Result<std::unique_ptr<DeskLog>, OperatorFault> open(OperatorDesk& desk);

  ExportSource source();
  // Why the source has failed, if it was the desk's fault.
  const std::optional<OperatorFault>& lost() const { return lost_; }

 private:
  DeskLog(OperatorDesk& desk,
          std::uint64_t size,
          std::string note,
          std::vector<tlog::VerifierKey> keys)
      : desk_(desk), size_(size), note_(std::move(note)), keys_(std::move(keys)) {}

  OperatorDesk& desk_;
  const std::uint64_t size_;
  const std::string note_;
  const std::vector<tlog::VerifierKey> keys_;  // the log's own first
  std::optional<OperatorFault> lost_;
};

// Has the log signed as it is now, and brings the folder up to that checkpoint
// (projections/export). On a terminal, stderr shows how far it is. Blocks; one thread.
Result<ExportReport, OperatorFault> export_to_folder(OperatorDesk& desk,
                                                     const std::filesystem::path& folder);

}  // namespace countersign
