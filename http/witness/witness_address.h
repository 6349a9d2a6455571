#pragma once
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/tlog/note/note_key.h"

namespace countersign::http {

// A witness that a log asks, C2SP tlog-witness.
struct WitnessAddress {
  std::string url;  // its submission prefix, without a slash at its end
  tlog::VerifierKey key;

  friend bool operator==(const WitnessAddress&, const WitnessAddress&) = default;
};

// `URL=VKEY`; the URL has no `=`. The error is the end of a sentence.
Result<WitnessAddress, std::string> parse_witness_address(std::string_view text);

}  // namespace countersign::http
