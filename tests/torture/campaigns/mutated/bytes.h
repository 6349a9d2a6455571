#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/torture/rig/campaign.h"

// Changes of bytes that readers trust: lengths first of all. Every function is a pure function of
// its input and of what it draws.
namespace countersign::torture {

// A number from 0 to `bound` - 1. REQUIRES: bound > 0.
std::size_t below(Draw& draw, std::size_t bound);
bool chance(Draw& draw, int percent);

// Flips, cuts, repeats or inserts some bytes.
std::string mutated_bytes(std::string bytes, Draw& draw);
// Gives one item of CBOR (RFC 8949) another type or another length. The items begin at `from`.
std::string mutated_cbor(std::string bytes, std::size_t from, Draw& draw);
// Changes a tag, a length or a number of DER (X.690), as in an ECDSA signature.
std::string mutated_der(std::string bytes, Draw& draw);
// Changes authenticator data (W3C Web Authentication Level 3, section 6.1): its flags, its counter,
// the length of its credential id, or its COSE key.
std::string mutated_authenticator_data(std::string bytes, Draw& draw);

// The place of the COSE key in authenticator data; npos if there is none.
std::size_t place_of_key(std::string_view authenticator_data);

}  // namespace countersign::torture
