// Accept-Encoding: of one field, or of one for each line.
#include "http/coding/accept_encoding.h"

#include <string>

#include "core/ascii.h"
#include "core/check.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::accept_encoding_target {

using http::accepted_coding;
using http::ContentCoding;
using http::Headers;
using Kept = EnumSet<ContentCoding>;

Headers fields_of(std::string_view input) {
  Headers fields;
  while (!input.empty()) {
    fields.add("accept-encoding", std::string(take_until(input, '\n')));
  }
  return fields;
}

void run(std::string_view input) {
  const Headers request = fields_of(input);
  const Kept all{ContentCoding::Brotli, ContentCoding::Gzip, ContentCoding::Identity};
  const auto best = accepted_coding(request, all);

  std::string joined = " ,";
  for (const auto& field : request) joined += field.value + "\t, ,";
  for (char& c : joined) c = ascii_upper(c);
  check(accepted_coding({{"accept-encoding", joined}}, all) == best,
        "fields mean what one list of their elements means, in upper case and with empty elements");

  for (const auto coding : {ContentCoding::Brotli, ContentCoding::Gzip, ContentCoding::Identity}) {
    const Kept two =
        coding == ContentCoding::Brotli ? Kept{ContentCoding::Gzip, ContentCoding::Identity}
        : coding == ContentCoding::Gzip ? Kept{ContentCoding::Brotli, ContentCoding::Identity}
                                        : Kept{ContentCoding::Brotli, ContentCoding::Gzip};
    const auto other = accepted_coding(request, two);
    check(other != coding, "a coding that is not kept is not chosen");
    check(coding == best || other == best, "the best of all is the best of those with it");
    const auto alone = accepted_coding(request, {coding});
    check(!alone || alone == coding, "of one coding no other is chosen");
    check(!alone || best, "where a coding is acceptable, one is chosen");
  }
  check(!accepted_coding(request, {}), "of no coding none is chosen");
}

const Target kTarget("accept_encoding", run);

}  // namespace countersign::fuzz::accept_encoding_target
