#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "events/audit/spill/spill_file.h"

namespace countersign {

// Records that are sorted into parts while they come. A part gives its records back in the order in
// which they came. A record is bytes, of which each part gathers up to `buffer_bytes` in memory
// before they become a block of the file.
//
// One thread at a time appends to a part, another one may append to another part; after flush(),
// any thread reads. False: the file has failed, and says why.
class SpillParts {
 public:
  // REQUIRES: `file` outlives it; parts > 0.
  SpillParts(SpillFile& file, std::size_t parts, std::size_t buffer_bytes);

  // REQUIRES: part < parts(), under 512 MiB.
  bool append(std::size_t part, std::string_view record);
  bool flush();
  bool flush(std::size_t part);

  std::size_t parts() const { return parts_.size(); }
  std::uint64_t bytes(std::size_t part) const { return parts_[part].bytes; }
  std::uint64_t records(std::size_t part) const { return parts_[part].records; }

  // The whole blocks of a part, one after the other. Each holds whole records: see records_in().
  using BlockSink = std::function<bool(std::string block)>;
  // Ends early, and returns true, if the sink returns false.
  bool read(std::size_t part, const BlockSink& sink) const;

 private:
  struct Part {
    std::string buffer{};
    std::vector<SpillBlock> blocks{};
    std::uint64_t bytes = 0;
    std::uint64_t records = 0;
  };

  bool write(Part& part);

  SpillFile* file_;
  std::size_t buffer_bytes_;
  std::vector<Part> parts_;
};

// The records of a block. The views are valid as long as the block.
std::vector<std::string_view> records_in(std::string_view block);

}  // namespace countersign
