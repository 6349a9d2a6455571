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

// A snapshot of the desk's log, taken and signed when this object is opened: the input of an
// export. One thread. `desk` must outlive this object, and this object must outlive its source.
class DeskLog {
 public:
  static Result<std::unique_ptr<DeskLog>, OperatorFault> open(OperatorDesk& desk);

  ExportSource source();
  // The desk's fault that made the source fail, if there was one.
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

// Signs the log as it is now, and extends the export in the folder to that checkpoint
// (projections/export). On a terminal, shows the progress on stderr. Blocks; one thread.
Result<ExportReport, OperatorFault> export_to_folder(OperatorDesk& desk,
                                                     const std::filesystem::path& folder);

}  // namespace countersign
