#include "tests/torture/campaigns/mutated/bytes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace countersign::torture {
namespace {

constexpr std::size_t kFlagsAt = 32;
constexpr std::size_t kCounterAt = 33;
constexpr std::size_t kIdLengthAt = 53;
constexpr std::uint8_t kHasCredential = 0x40;

// Lengths that a reader may multiply, add to or allocate. The limit of memory under which the
// server runs keeps the largest from harming the machine.
constexpr std::uint64_t kLengths[] = {0,
                                      1,
                                      0x17,
                                      0x18,
                                      0xff,
                                      0x100,
                                      0xffff,
                                      0x0100'0000,
                                      0x0400'0000,
                                      0x0800'0000,
                                      0x1000'0000,
                                      0x7fff'ffff,
                                      0xffff'ffff,
                                      0x1'0000'0000,
                                      0x2000'0000'0000'0000,
                                      0x7fff'ffff'ffff'ffff,
                                      0xffff'ffff'ffff'ffff};

std::uint8_t byte_of(char c) { return static_cast<std::uint8_t>(c); }

void append_number(std::string& out, std::uint64_t number, std::size_t size) {
  for (std::size_t i = size; i > 0; --i) {
    out.push_back(static_cast<char>((number >> (8 * (i - 1))) & 0xff));
  }
}

// The head of an item: its type, and its length in 1, 2, 4 or 8 bytes; or of no stated length.
std::string drawn_head(Draw& draw) {
  const auto type = static_cast<std::uint8_t>(below(draw, 8) << 5);
  // Lists are what readers make room for.
  const std::uint8_t major = chance(draw, 50) ? 0x80 : type;
  if (chance(draw, 10)) return std::string(1, static_cast<char>(major | 0x1f));
  const std::size_t wide = chance(draw, 70) ? 2 : below(draw, 4);
  std::string head(1, static_cast<char>(major | (0x18 + wide)));
  append_number(head, kLengths[below(draw, std::size(kLengths))], std::size_t{1} << wide);
  return head;
}

struct Item {
  std::size_t at = 0;
  std::size_t head_bytes = 1;
};

// The heads of all items, in the order of their bytes: an item of a list follows its list.
std::vector<Item> items_of(std::string_view bytes, std::size_t from) {
  std::vector<Item> items;
  for (std::size_t at = from; at < bytes.size();) {
    const std::uint8_t first = byte_of(bytes[at]);
    const std::uint8_t low = first & 0x1f;
    const std::size_t wide = low >= 0x18 && low <= 0x1b ? std::size_t{1} << (low - 0x18) : 0;
    Item item{at, 1 + wide};
    if (bytes.size() - at < item.head_bytes) break;
    std::uint64_t length = low;
    if (wide > 0) length = 0;
    for (std::size_t i = 0; i < wide; ++i) length = length << 8 | byte_of(bytes[at + 1 + i]);
    items.push_back(item);
    at += item.head_bytes;
    const std::uint8_t major = first >> 5;
    const bool has_bytes = major == 2 || major == 3;
    if (has_bytes && length > bytes.size() - at) break;
    if (has_bytes) at += length;
  }
  return items;
}

}  // namespace

std::size_t below(Draw& draw, std::size_t bound) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(draw);
}

bool chance(Draw& draw, int percent) {
  return std::uniform_int_distribution<int>(1, 100)(draw) <= percent;
}

std::string mutated_bytes(std::string bytes, Draw& draw) {
  if (bytes.empty()) return std::string(1 + below(draw, 64), '\xff');
  const std::size_t at = below(draw, bytes.size());
  const std::size_t size = 1 + below(draw, std::min<std::size_t>(bytes.size() - at, 64));
  switch (below(draw, 6)) {
    case 0:
      bytes[at] = static_cast<char>(byte_of(bytes[at]) ^ (1U << below(draw, 8)));
      return bytes;
    case 1:
      bytes[at] = static_cast<char>(draw() & 0xff);
      return bytes;
    case 2:
      bytes.resize(at);
      return bytes;
    case 3:
      bytes.erase(at, size);
      return bytes;
    case 4: {
      const std::string part = bytes.substr(at, size);
      for (std::size_t i = below(draw, 200); i > 0; --i) bytes.insert(at, part);
      return bytes;
    }
    default:
      bytes.insert(at, std::string(1 + below(draw, 2'000), static_cast<char>(draw() & 0xff)));
      return bytes;
  }
}

std::string mutated_cbor(std::string bytes, std::size_t from, Draw& draw) {
  const std::vector<Item> items = items_of(bytes, std::min(from, bytes.size()));
  if (items.empty()) return mutated_bytes(std::move(bytes), draw);
  const Item item = items[below(draw, items.size())];
  switch (below(draw, 5)) {
    case 0:
      bytes.insert(item.at, drawn_head(draw));
      return bytes;
    case 1:  // nested as deep as the bytes allow
      bytes.insert(item.at, std::string(1 + below(draw, 4'000), '\x81'));
      return bytes;
    default:
      bytes.replace(item.at, item.head_bytes, drawn_head(draw));
      return bytes;
  }
}

std::string mutated_der(std::string bytes, Draw& draw) {
  if (bytes.size() < 8) return mutated_bytes(std::move(bytes), draw);
  // The places of an ECDSA signature: a sequence, its length, a number, its length, its bytes.
  constexpr std::array<std::size_t, 5> kPlaces{0, 1, 2, 3, 4};
  const std::size_t at = kPlaces[below(draw, kPlaces.size())];
  switch (below(draw, 4)) {
    case 0: {  // a length of several bytes, which names more than there is
      std::string length(1, static_cast<char>(0x80 + 1 + below(draw, 8)));
      append_number(length, kLengths[below(draw, std::size(kLengths))], length[0] & 0x0f);
      return bytes.replace(at == 0 || at == 2 ? at + 1 : at, 1, length);
    }
    case 1:
      bytes[at] = static_cast<char>(draw() & 0xff);
      return bytes;
    case 2:  // a number of many bytes
      return bytes.insert(4, std::string(1 + below(draw, 4'000), '\x7f'));
    default:
      return mutated_bytes(std::move(bytes), draw);
  }
}

std::size_t place_of_key(std::string_view data) {
  constexpr std::size_t kIdAt = kIdLengthAt + 2;
  if (data.size() < kIdAt || (byte_of(data[kFlagsAt]) & kHasCredential) == 0) return data.npos;
  const std::size_t id =
      std::size_t{byte_of(data[kIdLengthAt])} << 8 | byte_of(data[kIdLengthAt + 1]);
  return id < data.size() - kIdAt ? kIdAt + id : data.npos;
}

std::string mutated_authenticator_data(std::string bytes, Draw& draw) {
  const std::size_t key = place_of_key(bytes);
  if (key != bytes.npos && chance(draw, 60)) return mutated_cbor(std::move(bytes), key, draw);
  if (bytes.size() <= kCounterAt + 4) return mutated_bytes(std::move(bytes), draw);
  switch (below(draw, 4)) {
    case 0:
      bytes[kFlagsAt] = static_cast<char>(draw() & 0xff);
      return bytes;
    case 1:
      bytes[kCounterAt] = static_cast<char>(draw() & 0xff);
      return bytes;
    case 2:
      if (bytes.size() <= kIdLengthAt + 1) return mutated_bytes(std::move(bytes), draw);
      bytes[kIdLengthAt] = static_cast<char>(draw() & 0xff);
      return bytes;
    default:
      return mutated_bytes(std::move(bytes), draw);
  }
}

}  // namespace countersign::torture
