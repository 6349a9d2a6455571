#pragma once
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/tlog/note/note_key.h"

namespace countersign::http {

// A witness that a log asks for cosignatures (C2SP tlog-witness).
struct WitnessAddress {
  std::string url;  // its submission prefix, without a slash at the end
  tlog::VerifierKey key;

  friend bool operator==(const WitnessAddress&, const WitnessAddress&) = default;
};

// Parses `URL=VKEY`, where the URL has no `=`. The error is the end of a sentence.
Result<WitnessAddress, std::string> parse_witness_address(std::string_view text);

}  // namespace countersign::http
