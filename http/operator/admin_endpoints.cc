#include <deque>
#include <vector>

#include "http/call/endpoint.h"
#include "http/operator/admin_handlers.h"
#include "http/operator/operation_list.h"

namespace countersign::http {
namespace {

constexpr std::string_view kTail = "log tail";
constexpr std::string_view kExport = "log export";

// One row for each operation, and one for the stream. The table lives until the process ends, and
// so do the texts that its rows refer to.
class AdminTable {
 public:
  AdminTable() {
    for (const Operation& operation : operations()) {
      rows_.push_back(
          {.method = Method::Post,
           .path = path_of(operation.name),
           .handler =
               Handles<by::Operator, Json>{operation.name == kTail ? tail_events : run_operation},
           .operation_id = operation.name,
           .summary = operation.summary,
           .request = operation.input,
           .answer = operation.answer});
    }
    rows_.push_back({.method = Method::Post,
                     .path = path_of(kExport),
                     .handler = Handles<by::Operator, Json>{export_events},
                     .operation_id = kExport,
                     .summary = "Stream the stored events, a line each.",
                     .request = record_schema<ExportRange>,
                     .response_type = "application/x-ndjson"});
  }

  std::span<const Endpoint> rows() const { return rows_; }

 private:
  std::string_view path_of(std::string_view name) {
    return paths_.emplace_back(admin_path_of(name));
  }

  std::deque<std::string> paths_;  // its elements never move
  std::vector<Endpoint> rows_;
};

}  // namespace

std::span<const Endpoint> admin_endpoints() {
  static const AdminTable table;
  return table.rows();
}

}  // namespace countersign::http
