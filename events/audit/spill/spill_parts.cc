#include "events/audit/spill/spill_parts.h"

#include <cstring>
#include <optional>
#include <utility>

#include "core/check.h"

namespace countersign {
namespace {

using Length = std::uint32_t;

}  // namespace

SpillParts::SpillParts(SpillFile& file, std::size_t parts, std::size_t buffer_bytes)
    : file_(&file), buffer_bytes_(buffer_bytes), parts_(parts) {
  check(parts > 0, "records are sorted into at least one part");
}

bool SpillParts::append(std::size_t part, std::string_view record) {
  Part& to = parts_[part];
  const auto length = static_cast<Length>(record.size());
  const std::size_t added = sizeof length + record.size();
  if (!to.buffer.empty() && to.buffer.size() + added > buffer_bytes_ && !write(to)) return false;
  to.buffer.append(reinterpret_cast<const char*>(&length), sizeof length);
  to.buffer.append(record);
  to.bytes += added;
  ++to.records;
  return true;
}

bool SpillParts::flush() {
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    if (!flush(part)) return false;
  }
  return true;
}

bool SpillParts::flush(std::size_t part) {
  Part& whole = parts_[part];
  if (!whole.buffer.empty() && !write(whole)) return false;
  whole.buffer.shrink_to_fit();
  return true;
}

bool SpillParts::write(Part& part) {
  const std::optional<SpillBlock> block = file_->put(part.buffer);
  part.buffer.clear();
  if (block) part.blocks.push_back(*block);
  return block.has_value();
}

bool SpillParts::read(std::size_t part, const BlockSink& sink) const {
  for (const SpillBlock& block : parts_[part].blocks) {
    std::string bytes;
    if (!file_->read(block, bytes)) return false;
    if (!sink(std::move(bytes))) return true;
  }
  return true;
}

std::vector<std::string_view> records_in(std::string_view block) {
  std::vector<std::string_view> records;
  while (!block.empty()) {
    Length length = 0;
    check(block.size() >= sizeof length, "a block that was put aside has whole records");
    std::memcpy(&length, block.data(), sizeof length);
    block.remove_prefix(sizeof length);
    check(block.size() >= length, "a block that was put aside has whole records");
    records.push_back(block.substr(0, length));
    block.remove_prefix(length);
  }
  return records;
}

}  // namespace countersign
