#include "tests/torture/campaigns/bits/files.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <ios>
#include <sstream>
#include <stdexcept>

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlockBytes = 32 * 1024;
constexpr std::size_t kHeadBytes = 7;
constexpr std::size_t kLengthAt = 4;  // in a record's header; two bytes, little-endian

// The kind of a file by its path in the data folder.
std::optional<FileKind> kind_of(const fs::path& file) {
  const std::string folder = file.begin()->string();
  const std::string name = file.filename().string();
  if (folder == "keys") return FileKind::KeySlot;
  if (folder == "checkpoints") return FileKind::Checkpoint;
  if (folder == "files") return FileKind::StoredFile;
  if (name == "MASTER-KEY-ID") return FileKind::MasterKeyId;
  if (folder != "log") return std::nullopt;
  if (name.ends_with(".log")) return FileKind::WriteAheadLog;
  if (name.ends_with(".sst")) return FileKind::Table;
  if (name.starts_with("MANIFEST")) return FileKind::Manifest;
  if (name.starts_with("OPTIONS")) return FileKind::Options;
  if (name.starts_with("LOG")) return FileKind::InfoLog;
  if (name == "CURRENT") return FileKind::Current;
  if (name == "IDENTITY") return FileKind::Identity;
  if (name == "ANCHOR") return FileKind::Anchor;
  return std::nullopt;
}

// Sorted by name, so that the same seed draws the same file.
std::vector<fs::path> files_of(const fs::path& data, FileKind kind) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(data)) {
    if (!entry.is_regular_file() || entry.file_size() == 0) continue;
    fs::path file = fs::relative(entry.path(), data);
    if (kind_of(file) == kind) files.push_back(std::move(file));
  }
  std::ranges::sort(files);
  return files;
}

std::string bytes_of(const fs::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// The offset of each record in a file of RocksDB's log format.
std::vector<std::size_t> heads_in(const std::string& bytes) {
  const auto byte = [&](std::size_t at) {
    return std::size_t{static_cast<unsigned char>(bytes[at])};
  };
  std::vector<std::size_t> heads;
  for (std::size_t at = 0; at + kHeadBytes <= bytes.size();) {
    const std::size_t block_end = (at / kBlockBytes + 1) * kBlockBytes;
    if (block_end - at < kHeadBytes) {
      at = block_end;
      continue;
    }
    heads.push_back(at);
    at += kHeadBytes + byte(at + kLengthAt) + (byte(at + kLengthAt + 1) << 8);
  }
  return heads;
}

}  // namespace

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::WriteAheadLog:
      return "write-ahead log";
    case FileKind::Table:
      return "tables";
    case FileKind::Manifest:
      return "MANIFEST";
    case FileKind::Current:
      return "CURRENT";
    case FileKind::Options:
      return "OPTIONS";
    case FileKind::Identity:
      return "IDENTITY";
    case FileKind::InfoLog:
      return "LOG";
    case FileKind::Anchor:
      return "ANCHOR";
    case FileKind::MasterKeyId:
      return "MASTER-KEY-ID";
    case FileKind::KeySlot:
      return "keys";
    case FileKind::Checkpoint:
      return "checkpoints";
    case FileKind::StoredFile:
      return "stored files";
  }
  throw std::logic_error("a kind of file that is none");
}

bool is_harmless(FileKind kind) {
  return kind == FileKind::Options || kind == FileKind::Identity || kind == FileKind::InfoLog;
}

std::string to_string(const Bit& bit) {
  return "bit " + std::to_string(bit.number % 8) + " of byte " + std::to_string(bit.number / 8) +
         " of " + bit.file.string();
}

std::optional<Bit> draw_bit(const fs::path& data, FileKind kind, Draw& draw) {
  const std::vector<fs::path> files = files_of(data, kind);
  if (files.empty()) return std::nullopt;
  const fs::path& file = files[draw() % files.size()];
  return Bit{file, draw() % (8 * fs::file_size(data / file))};
}

std::optional<Bit> draw_bit_of_last_heads(const fs::path& data,
                                          FileKind kind,
                                          std::size_t records,
                                          Draw& draw) {
  const std::vector<fs::path> files = files_of(data, kind);
  if (files.empty()) return std::nullopt;
  const std::vector<std::size_t> heads = heads_in(bytes_of(data / files.back()));
  if (heads.empty()) return std::nullopt;
  const std::size_t back = 1 + draw() % std::min(records, heads.size());
  return Bit{files.back(), 8 * heads[heads.size() - back] + draw() % (8 * kHeadBytes)};
}

void flip(const fs::path& data, const Bit& bit) {
  std::fstream file(data / bit.file, std::ios::binary | std::ios::in | std::ios::out);
  const auto at = static_cast<std::streamoff>(bit.number / 8);
  file.seekg(at);
  const auto byte = static_cast<char>(file.get() ^ (1 << bit.number % 8));
  file.seekp(at);
  file.put(byte);
  if (!file.flush()) throw std::runtime_error("cannot change " + to_string(bit));
}

}  // namespace countersign::torture
