#include "tests/torture/campaigns/power/names.h"

#include <utility>

namespace countersign::torture {
namespace {

bool draws(int percent, Draw& draw) {
  return std::uniform_int_distribution<int>(1, 100)(draw) <= percent;
}

}  // namespace

std::string_view name_of(Promise promise) {
  switch (promise) {
    case Promise::Ordered:
      return "ordered";
    case Promise::Posix:
      return "posix";
    case Promise::Bare:
      return "bare";
  }
  return {};
}

void apply(const NameChange& change, Names& names) {
  if (change.inode == kNoInode) {
    names[change.folder].erase(change.name);
  } else {
    names[change.folder][change.name] = change.inode;
  }
}

void DiskNames::change(const std::vector<NameChange>& call) {
  ++calls_;
  for (const NameChange& change : call) pending_.push_back({calls_, change});
}

bool DiskNames::is_covered(const Pending& pending,
                           std::optional<Inode> folder,
                           std::uint64_t before) const {
  if (pending.call > before) return false;
  return promise_ == Promise::Ordered || folder == pending.change.folder;
}

void DiskNames::sync(std::optional<Inode> folder, std::uint64_t calls_before) {
  std::erase_if(pending_, [&](const Pending& pending) {
    if (!is_covered(pending, folder, calls_before)) return false;
    apply(pending.change, durable_);
    return true;
  });
}

std::uint64_t DiskNames::first_lost(int kept_percent, Draw& draw) const {
  if (pending_.empty() || kept_percent == 100) return calls_ + 1;
  const std::uint64_t first = pending_.front().call;
  if (kept_percent == 0) return first;
  return std::uniform_int_distribution<std::uint64_t>(first, calls_ + 1)(draw);
}

Names DiskNames::ordered(int kept_percent, Draw& draw) const {
  const std::uint64_t lost = first_lost(kept_percent, draw);
  Names names = durable_;
  for (const Pending& pending : pending_) {
    if (pending.call < lost) apply(pending.change, names);
  }
  return names;
}

Names DiskNames::survivor(int kept_percent, Draw& draw) const {
  if (promise_ == Promise::Ordered) return ordered(kept_percent, draw);
  Names names = durable_;
  std::uint64_t call = 0;
  bool is_kept = true;
  for (const Pending& pending : pending_) {
    const bool is_another_call = std::exchange(call, pending.call) != pending.call;
    if (promise_ == Promise::Bare || is_another_call) is_kept = draws(kept_percent, draw);
    if (is_kept) apply(pending.change, names);
  }
  return names;
}

}  // namespace countersign::torture
