#include "tests/torture/campaigns/power/pages.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <set>

namespace countersign::torture {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kSectorBytes = 512;
// Percentages of a file's pages that are as last written; the others may be in any state since the
// sync.
constexpr int kKeptPercents[] = {0, 10, 50, 90, 100};

bool draws(int percent, Draw& draw) {
  return std::uniform_int_distribution<int>(1, 100)(draw) <= percent;
}

std::size_t up_to(std::size_t most, Draw& draw) {
  return std::uniform_int_distribution<std::size_t>(0, most)(draw);
}

}  // namespace

std::string_view name_of(Left left) {
  switch (left) {
    case Left::Nothing:
      return "with nothing unsynced left";
    case Left::All:
      return "with all of it left";
    case Left::Torn:
      return "torn";
    case Left::Pages:
      return "with pages missing";
    case Left::Sectors:
      return "with sectors missing";
  }
  return {};
}

void Pages::add(const Change& change) {
  pending_.push_back(change);
  pending_.back().size_was = size_after(pending_.size() - 1);
}

void Pages::write(std::uint64_t offset, std::string_view bytes) {
  add({false, offset, bytes.size(), bytes.data(), 0});
}

void Pages::zero(std::uint64_t offset, std::uint64_t size) {
  const std::uint64_t end = std::min(offset + size, this->size());
  if (offset < end) add({false, offset, end - offset, nullptr, 0});
}

void Pages::resize(std::uint64_t size) {
  if (size != this->size()) add({true, size, 0, nullptr, 0});
}

void Pages::apply(const Change& change, std::string& bytes) {
  if (change.resizes) return bytes.resize(change.offset);
  bytes.resize(std::max<std::size_t>(bytes.size(), change.offset + change.size));
  char* const at = bytes.data() + change.offset;
  if (change.bytes == nullptr) {
    std::memset(at, 0, change.size);
  } else {
    std::memcpy(at, change.bytes, change.size);
  }
}

void Pages::sync(std::uint64_t changes_before) {
  if (changes_before <= synced_) return;
  const auto covered = static_cast<std::ptrdiff_t>(changes_before - synced_);
  for (auto change = pending_.begin(); change != pending_.begin() + covered; ++change) {
    apply(*change, durable_);
  }
  pending_.erase(pending_.begin(), pending_.begin() + covered);
  synced_ = changes_before;
}

std::uint64_t Pages::size_after(std::size_t changes) const {
  if (changes == 0) return durable_.size();
  const Change& last = pending_[changes - 1];
  return last.resizes ? last.offset : std::max(last.size_was, last.offset + last.size);
}

std::size_t Pages::unsynced_pages() const { return touched(kPageBytes).size(); }

std::string Pages::after(std::size_t changes) const {
  std::string bytes = durable_;
  for (std::size_t i = 0; i < changes; ++i) apply(pending_[i], bytes);
  return bytes;
}

std::string Pages::latest() const { return after(pending_.size()); }

std::string Pages::survivor(Left left, Draw& draw) const {
  switch (left) {
    case Left::Nothing:
      return durable_;
    case Left::All:
      return latest();
    case Left::Torn:
      return torn(draw);
    case Left::Pages:
      return holed(kPageBytes, draw);
    case Left::Sectors:
      return holed(kSectorBytes, draw);
  }
  return {};
}

std::string Pages::torn(Draw& draw) const {
  const std::size_t whole = up_to(pending_.size(), draw);
  std::string bytes = after(whole);
  if (whole == pending_.size() || pending_[whole].resizes) return bytes;
  Change last = pending_[whole];
  const std::uint64_t end = (last.offset + up_to(last.size, draw)) / kSectorBytes * kSectorBytes;
  if (end <= last.offset) return bytes;
  last.size = end - last.offset;
  apply(last, bytes);
  return bytes;
}

// The changes that have touched each part of `granule` bytes of the file, in their order.
Pages::Granules Pages::touched(std::uint64_t granule) const {
  Granules granules;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const Change& change = pending_[i];
    const std::uint64_t end = change.resizes ? change.size_was : change.offset + change.size;
    for (std::uint64_t at = change.offset / granule; at * granule < end; ++at) {
      granules[at].push_back(i);
    }
  }
  return granules;
}

// Draws how many of these changes a part has. The file has its size after the first `sized`
// changes, so a part has each resize among those and no later one.
std::size_t Pages::version(const std::vector<std::size_t>& changes,
                           std::size_t sized,
                           int kept_percent,
                           Draw& draw) const {
  std::size_t least = 0;
  std::size_t most = changes.size();
  for (std::size_t i = changes.size(); i-- > 0;) {
    if (!pending_[changes[i]].resizes) continue;
    if (changes[i] >= sized) {
      most = i;
    } else {
      least = std::max(least, i + 1);
    }
  }
  return draws(kept_percent, draw) ? most : least + up_to(most - least, draw);
}

void Pages::write_granule(const std::vector<std::size_t>& changes,
                          std::uint64_t begin,
                          std::uint64_t granule,
                          std::string& bytes) const {
  std::string content;
  if (begin < durable_.size()) content = durable_.substr(begin, granule);
  content.resize(granule);
  for (const std::size_t i : changes) {
    const Change& change = pending_[i];
    const std::uint64_t from = std::max(begin, change.offset);
    const std::uint64_t end = change.resizes ? change.size_was : change.offset + change.size;
    const std::uint64_t to = std::min(begin + granule, end);
    if (change.resizes || change.bytes == nullptr) {
      std::memset(content.data() + (from - begin), 0, to - from);
    } else {
      std::memcpy(
          content.data() + (from - begin), change.bytes + (from - change.offset), to - from);
    }
  }
  if (begin >= bytes.size()) return;
  bytes.replace(begin, granule, content, 0, std::min<std::size_t>(granule, bytes.size() - begin));
}

std::string Pages::holed(std::uint64_t granule, Draw& draw) const {
  if (pending_.empty()) return durable_;
  const bool has_size = draws(60, draw);
  const std::size_t sized = has_size ? pending_.size() : up_to(pending_.size(), draw);
  const int kept_percent = kKeptPercents[draw() % std::size(kKeptPercents)];
  std::string bytes = durable_;
  bytes.resize(size_after(sized));
  for (const auto& [at, changes] : touched(granule)) {
    std::vector<std::size_t> some = changes;
    some.resize(version(changes, sized, kept_percent, draw));
    write_granule(some, at * granule, granule, bytes);
  }
  return bytes;
}

}  // namespace countersign::torture
