#include "http/pages/assets/page_fields.h"

#include <string>
#include <utility>

namespace countersign::http {

void add_page_fields(Headers& fields, std::string_view policy, std::string_view permissions) {
  const std::pair<std::string_view, std::string_view> all[] = {
      {"Content-Security-Policy", policy},
      {"Permissions-Policy", permissions},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"X-Content-Type-Options", "nosniff"},
  };
  for (const auto& [field, value] : all) fields.add(std::string(field), std::string(value));
}

}  // namespace countersign::http
