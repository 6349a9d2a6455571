#include "events/audit/state/state_key.h"

#include <fmt/format.h>

#include "events/crypto/keys/key_file.h"

namespace countersign {
namespace {

constexpr std::string_view kWhat = "key file of the audit's state";
constexpr std::size_t kHexLine = 65;

}  // namespace

Result<MasterKey, std::string> load_state_key(const std::filesystem::path& file) {
  const auto content = read_key_file(file, kWhat, kHexLine);
  if (!content) return content.error();
  auto key = MasterKey::parse(bytes_of(content->reveal()));
  if (key) return *std::move(key);
  return fmt::format("the {} {} must hold 64 hexadecimal digits, or 32 raw bytes, and nothing more",
                     kWhat,
                     file.string());
}

}  // namespace countersign
