#include <string_view>
#include <vector>

#include "http/call/endpoint.h"

namespace countersign::http {

std::vector<std::string_view> operation_ids() {
  std::vector<std::string_view> ids;
  for (const auto table : {public_endpoints(), admin_endpoints(), review_endpoints()}) {
    for (const Endpoint& row : table) ids.push_back(row.operation_id);
  }
  ids.push_back(docs_endpoint().operation_id);
  return ids;
}

}  // namespace countersign::http
