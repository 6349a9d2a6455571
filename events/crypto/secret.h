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

// Overwrites memory in a way that the compiler may not leave out.
void cleanse(MutableBytes bytes);

// Whether two byte strings are equal, in time that depends on their lengths
// alone. Different lengths are different.
bool equal_in_constant_time(ByteView a, ByteView b);
inline bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return equal_in_constant_time(bytes_of(a), bytes_of(b));
}

// N bytes that nobody may see by accident. They cannot be formatted, printed
// or compared with ==, are copied only where `clone` is spelled out, and are
// overwritten when they are destroyed or moved away. `reveal` is the one way to
// them, to be passed on to a cryptographic function and to nothing else.
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
  // Where a function that makes a secret writes it.
  std::span<std::uint8_t, N> overwrite() { return bytes_; }

  friend bool operator==(const SecretBytes&, const SecretBytes&) = delete;
  friend std::ostream& operator<<(std::ostream&, const SecretBytes&) = delete;

 private:
  std::array<std::uint8_t, N> bytes_{};
};

// A secret text of any length, under the same rules. The characters live on the
// heap, so that moving it leaves nothing behind.
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
