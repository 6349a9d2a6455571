#include "tools/report/html_page.h"

#include <fmt/format.h>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "tools/report/report_style.h"

namespace countersign {

std::string html_head(std::string_view title, bool shows_images) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'sha256-{}'; {}base-uri 'none'; form-action 'none'\" />\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
      "<meta name=\"referrer\" content=\"no-referrer\" />\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n",
      to_base64(ByteView(sha256(kReportStyle))),
      shows_images ? "img-src data:; " : "",
      title,
      kReportStyle);
}

}  // namespace countersign
