// Replaces qr_rows_zxing.cc where Countersign is built without libzxing.
#include "http/coding/qr_rows.h"

namespace countersign::http {

std::vector<std::string> qr_rows(const std::string&) { return {}; }

}  // namespace countersign::http
