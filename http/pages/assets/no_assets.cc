#include "http/pages/assets/asset_table.h"

// In the place of the generated table, where the server is built without pages.
namespace countersign::http {

std::span<const Asset> embedded_pages() { return {}; }
std::span<const Asset> embedded_assets() { return {}; }
std::span<const Asset> embedded_review_assets() { return {}; }

}  // namespace countersign::http
