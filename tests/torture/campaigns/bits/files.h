#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/torture/rig/campaign.h"

// The files of a data folder by what they are, and single bits of them.
namespace countersign::torture {

enum class FileKind : std::uint8_t {
  WriteAheadLog,
  Table,
  Manifest,
  Current,
  Options,
  Identity,
  InfoLog,
  Anchor,
  MasterKeyId,
  KeySlot,
  Checkpoint,
  StoredFile,
};
inline constexpr std::array kFileKinds{
    FileKind::WriteAheadLog,
    FileKind::Table,
    FileKind::Manifest,
    FileKind::Current,
    FileKind::Options,
    FileKind::Identity,
    FileKind::InfoLog,
    FileKind::Anchor,
    FileKind::MasterKeyId,
    FileKind::KeySlot,
    FileKind::Checkpoint,
    FileKind::StoredFile,
};

std::string_view name_of(FileKind kind);
// Whether nothing that is served comes of it, so that no damage to it may be noticed.
bool is_harmless(FileKind kind);

// One bit, counted from the lowest of the first byte.
struct Bit {
  std::filesystem::path file;  // in its data folder
  std::uint64_t number = 0;
};
std::string to_string(const Bit& bit);

// Of any file of the kind that has bytes; nothing if there is none.
std::optional<Bit> draw_bit(const std::filesystem::path& data, FileKind kind, Draw& draw);
// Of the 7-byte heads of the last `records` in the newest of these files, which must be of
// RocksDB's log format (events/rocks/tail/wal_end.h): a write-ahead log, or a manifest. Nothing if it has
// none.
std::optional<Bit> draw_bit_of_last_heads(const std::filesystem::path& data,
                                          FileKind kind,
                                          std::size_t records,
                                          Draw& draw);

// Throws if it cannot be changed.
void flip(const std::filesystem::path& data, const Bit& bit);

}  // namespace countersign::torture
