#include "events/crypto/secret.h"

#include <openssl/crypto.h>

#include <utility>

namespace countersign {

void cleanse(MutableBytes bytes) { OPENSSL_cleanse(bytes.data(), bytes.size()); }

bool equal_in_constant_time(ByteView a, ByteView b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

Secret::Secret(std::string_view text)
    : text_(std::make_unique<char[]>(text.size())), size_(text.size()) {
  std::copy(text.begin(), text.end(), text_.get());
}

Secret::~Secret() { OPENSSL_cleanse(text_.get(), size_); }

Secret::Secret(Secret&& from) noexcept
    : text_(std::move(from.text_)), size_(std::exchange(from.size_, 0)) {}

Secret& Secret::operator=(Secret&& from) noexcept {
  if (this == &from) return *this;
  OPENSSL_cleanse(text_.get(), size_);
  text_ = std::move(from.text_);
  size_ = std::exchange(from.size_, 0);
  return *this;
}

}  // namespace countersign
