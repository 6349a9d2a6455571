#include "projections/export/export_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/check.h"
#include "events/tlog/line_reader.h"
#include "events/vault/owned_fd.h"

namespace countersign::export_folder {
namespace {

tlog::ReadError said_by_errno() {
  if (errno == ENOENT) return {"it is not there"};
  return {fmt::format("it cannot be read: {}", std::strerror(errno))};
}

}  // namespace

std::string path_of_older(std::uint64_t size) {
  return fmt::format("{}/{:020}", kCheckpoints, size);
}

bool is_of_tree(std::string_view path, std::uint64_t size) {
  const std::optional<tlog::Tile> tile = tlog::parse_tile_path(path);
  return tile && tile->width == tlog::width_in_tree(tile->level, tile->index, size);
}

std::string to_text(std::span<const tlog::VerifierKey> keys) {
  std::string text;
  for (const tlog::VerifierKey& key : keys) text += key.to_text() + '\n';
  return text;
}

Result<std::vector<tlog::VerifierKey>, std::string> parse_keys(std::string_view text) {
  std::vector<tlog::VerifierKey> keys;
  tlog::LineReader lines(text);
  while (const auto line = lines.line()) {
    auto key = tlog::VerifierKey::parse(*line);
    if (!key) return fmt::format("line {} is no verifier key: {}", keys.size() + 1, key.error());
    keys.push_back(*std::move(key));
  }
  if (!lines.rest().empty()) return std::string("its last line does not end");
  if (keys.empty()) return std::string("it has no key");
  return keys;
}

Signers signers_of(std::span<const tlog::VerifierKey> keys) {
  check(!keys.empty(), "a log that nobody signs");
  Signers signers;
  signers.log.origin = keys.front().name();
  for (const tlog::VerifierKey& key : keys) {
    if (key.type() == tlog::KeyType::Witness) {
      signers.witnesses.push_back(key);
    } else if (key.name() == signers.log.origin) {
      signers.log.keys.push_back(key);
    }
  }
  return signers;
}

Result<std::string, tlog::ReadError> read_file(const std::filesystem::path& path,
                                               std::size_t bytes_max) {
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct ::stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return said_by_errno();
  if (!S_ISREG(status.st_mode)) return tlog::ReadError{"it is no file"};
  if (std::cmp_greater(status.st_size, bytes_max)) {
    return tlog::ReadError{fmt::format("it is longer than {} bytes", bytes_max)};
  }
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ::ssize_t count = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return said_by_errno();
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  bytes.resize(filled);
  return bytes;
}

tlog::FetchTile tiles_of(std::filesystem::path folder) {
  return
      [folder = std::move(folder)](const tlog::Tile& tile) -> Result<std::string, tlog::ReadError> {
        const std::string path = path_of(tile);
        auto bytes = read_file(folder / path, tlog::kTileWidth * tlog::kHashBytes);
        if (!bytes) return tlog::ReadError{fmt::format("{}: {}", path, bytes.error().why)};
        return *std::move(bytes);
      };
}

}  // namespace countersign::export_folder
