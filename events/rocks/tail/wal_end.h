#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace countersign {

// Examines the end of a RocksDB write-ahead log for the state of the last write to it.
//
// The format (the RocksDB wiki, "Write Ahead Log File Format"; numbers are little-endian):
//   file      block*                          of 32 KiB; the last one may be shorter
//   block     fragment* trailer               trailer: less than 7 zeros
//   fragment  checksum u32, length u16, type u8, payload
//   batch     Full | First Middle* Last       what one write made durable
// The checksum is the CRC-32C of type and payload, rotated right by 15 bits, plus 0xa282ead8. A
// fragment ends in its block, and First and Middle end where their block does.
//
// Only one write is in progress at a time, and it is synced before the next one begins. So after a
// crash each batch but the last is whole. Any sectors of the last batch may be missing: the file
// ends before them, or they read as zeros. A crash has no other effect. So each of these is damage
// to an acknowledged batch, which a crash cannot have caused:
//   - another batch begins after it: so it had been synced
//   - its checksum fits another length or type: the write was whole, and its head is damaged
//   - it is complete, no sector is zeros, and its checksum is wrong
struct WalEnd {
  enum class Kind : std::uint8_t {
    Whole,    // the file ends with its last batch
    Torn,     // after whole_bytes there is the rest of a write that a crash has torn
    Damaged,  // after whole_bytes there is a batch that was whole once
  };
  Kind kind = Kind::Whole;
  std::uint64_t whole_bytes = 0;  // from the start of the file to the end of the last whole batch
  std::string_view why;           // if Damaged: a clause, which is a string literal
};

// How a file in this format is written.
struct WalHabits {
  std::size_t batch_bytes_min;  // of payload
  // Whether one sync makes several batches durable, so that a crash may lose any of them.
  bool syncs_several;
};
// Its batches begin with a sequence and a count, 12 bytes.
inline constexpr WalHabits kWriteAheadLog{12, false};
// The manifest, the list of tables, has the same format. Its batches are version edits, some of
// them tiny.
inline constexpr WalHabits kManifest{1, true};

// Pure. Takes time in proportion to the number of bytes, except for those after the last whole
// batch.
WalEnd read_wal_end(std::string_view wal, const WalHabits& habits = kWriteAheadLog);

}  // namespace countersign
