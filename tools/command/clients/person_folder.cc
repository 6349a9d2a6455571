#include "tools/command/clients/person_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/ids.h"
#include "core/machine/files/durable_folder.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

constexpr ::mode_t kOwnerAlone = 0700;
constexpr std::size_t kNameMax = 128;

std::string not_made(const std::filesystem::path& folder, const std::string& why) {
  return "the folder " + folder.string() + " cannot be made: " + why;
}

}  // namespace

PersonFolder::PersonFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

std::optional<std::string> PersonFolder::make() {
  // mkdir(2) says whether the name was free, which a look before it could not.
  if (::mkdir(folder_.c_str(), kOwnerAlone) != 0) {
    if (errno == EEXIST) return not_made(folder_, "it exists, and nothing is overwritten");
    return not_made(folder_, std::error_code(errno, std::generic_category()).message());
  }
  if (const auto error = make_durable_folder(folder_, kOwnerAlone)) {
    return not_made(folder_, error.message());
  }
  manifest_.emplace((folder_ / "MANIFEST.sha256").string());
  return std::nullopt;
}

std::optional<std::string> PersonFolder::make_below(const std::string& name) {
  std::filesystem::path below = folder_;
  for (const std::filesystem::path& part : std::filesystem::path(name)) {
    below /= part;
    if (const auto error = make_durable_folder(below, kOwnerAlone)) {
      return not_made(below, error.message());
    }
  }
  return std::nullopt;
}

std::optional<std::string> PersonFolder::write(const std::string& name, std::string_view bytes) {
  ExportFile file((folder_ / name).string());
  file.write(bytes);
  if (auto why = file.finish()) return why;
  manifest_->write(to_hex(sha256(bytes)) + "  " + name + "\n");
  ++files_;
  bytes_ += bytes.size();
  return std::nullopt;
}

std::optional<std::string> PersonFolder::finish() { return manifest_->finish(); }

std::optional<std::string> plain_file_name(std::string_view name) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  const bool is_name = !name.empty() && name.size() <= kNameMax && name.front() != '.' &&
                       std::ranges::all_of(name, is_plain);
  return is_name ? std::optional(std::string(name)) : std::nullopt;
}

}  // namespace countersign
