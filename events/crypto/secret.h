#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string_view>

#include "core/random_source.h"
#include "core/text/bytes.h"

namespace countersign {

// Overwrites memory with a write that the compiler cannot optimize away.
void cleanse(MutableBytes bytes);

// Returns whether two byte strings are equal, in time that depends on their lengths alone. Strings
// of different lengths are not equal.
bool equal_in_constant_time(ByteView a, ByteView b);
inline bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return equal_in_constant_time(bytes_of(a), bytes_of(b));
}

// N secret bytes, protected from accidental disclosure. They cannot be formatted, printed or
// compared with ==, are copied only by an explicit `clone`, and are overwritten when the object is
// destroyed or moved from. `reveal` is the only read access; pass its result to a cryptographic
// function and to nothing else.
template <std::size_t N>
class SecretBytes {
 public:
  SecretBytes() = default;
  explicit SecretBytes(std::span<const std::uint8_t, N> bytes) {
    std::copy(bytes.begin(), bytes.end(), bytes_.begin());
  }
  ~SecretBytes() { cleanse(bytes_); }

  SecretBytes(SecretBytes&& from) noexcept : bytes_(from.bytes_) { cleanse(from.bytes_); }
  SecretBytes& operator=(SecretBytes&& from) noexcept {
    if (this == &from) return *this;
    bytes_ = from.bytes_;
    cleanse(from.bytes_);
    return *this;
  }

  static SecretBytes random(RandomSource& source) {
    SecretBytes drawn;
    source.fill(drawn.bytes_);
    return drawn;
  }

  SecretBytes clone() const { return SecretBytes(reveal()); }
  std::span<const std::uint8_t, N> reveal() const { return bytes_; }
  // The memory for a function that makes a secret to write to.
  std::span<std::uint8_t, N> overwrite() { return bytes_; }

  friend bool operator==(const SecretBytes&, const SecretBytes&) = delete;
  friend std::ostream& operator<<(std::ostream&, const SecretBytes&) = delete;

 private:
  std::array<std::uint8_t, N> bytes_{};
};

// A secret text of any length, under the same rules. The characters are on the heap, so a move
// leaves no copy behind.
class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string_view text);
  ~Secret();
  Secret(Secret&& from) noexcept;
  Secret& operator=(Secret&& from) noexcept;

  Secret clone() const { return Secret(reveal()); }
  std::string_view reveal() const { return {text_.get(), size_}; }
  bool empty() const { return size_ == 0; }

  friend bool operator==(const Secret&, const Secret&) = delete;
  friend std::ostream& operator<<(std::ostream&, const Secret&) = delete;

 private:
  std::unique_ptr<char[]> text_;
  std::size_t size_ = 0;
};

}  // namespace countersign
