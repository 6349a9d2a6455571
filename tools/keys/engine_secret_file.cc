#include "tools/keys/engine_secret_file.h"

#include <algorithm>
#include <string_view>

#include "core/machine/files/held_folder.h"
#include "events/crypto/keys/key_file.h"

namespace countersign {

namespace {

constexpr std::size_t kSecretMaxBytes = 4096;
constexpr std::size_t kAuthoritiesMaxBytes = 4 << 20;

}  // namespace

Result<Secret, std::string> open_engine_secret(const std::optional<std::filesystem::path>& file) {
  return file ? open_secret_line(*file, "engine secret file") : Secret();
}

Result<Secret, std::string> open_secret_line(const std::filesystem::path& file,
                                             std::string_view what) {
  const auto content = read_key_file(file, what, kSecretMaxBytes);
  if (!content) return content.error();
  std::string_view text = content->reveal();
  if (text.ends_with('\n')) text.remove_suffix(1);
  const bool visible = std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
  if (text.empty() || text.size() > kSecretMaxBytes || !visible) {
    return "the " + std::string(what) + " " + file.string() +
           " must hold one line of visible ASCII characters, of at most " +
           std::to_string(kSecretMaxBytes);
  }
  return Secret(text);
}

std::optional<std::string> wrong_with_authorities(const std::filesystem::path& file) {
  if (file.empty()) return std::nullopt;
  const auto text = read_named_file(file, kAuthoritiesMaxBytes);
  if (text && text->find("-----BEGIN CERTIFICATE-----") != text->npos) return std::nullopt;
  return "--engine-ca: there is no certificate in PEM in " + file.string();
}

}  // namespace countersign
