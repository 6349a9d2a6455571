#pragma once
#include <string>
#include <vector>

namespace countersign::http {

// A QR code (ISO/IEC 18004) of the text, as rows of modules from the top: '1' is dark. The quiet
// zone of four light modules is included. Empty if Countersign is built without libzxing
// (COUNTERSIGN_ZXING). Thread-safe. REQUIRES: the text is ASCII and has at most 1000 characters.
std::vector<std::string> qr_rows(const std::string& text);

}  // namespace countersign::http
