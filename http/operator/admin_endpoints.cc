#include <deque>
#include <vector>

#include "http/call/endpoint.h"
#include "http/operator/admin_handlers.h"
#include "http/operator/operations.h"

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
      const AdminHandler handler = operation.name == kTail ? tail_events : run_operation;
      add(operation.name, operation.summary, handler);
    }
    add(kExport, "Stream the stored events, a line each.", export_events);
    rows_.back().response_type = "application/x-ndjson";
  }

  std::span<const Endpoint> rows() const { return rows_; }

 private:
  void add(std::string_view name, std::string_view summary, AdminHandler handler) {
    paths_.push_back(admin_path_of(name));
    rows_.push_back({.method = Method::Post,
                     .path = paths_.back(),
                     .handler = handler,
                     .operation_id = name,
                     .summary = summary});
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
