#include "events/audit/range/stream_chains.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "core/text/bytes.h"
#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

constexpr std::size_t kChainPartsMax = 1024;
// A part of so many events has a map of some tens of megabytes at most.
constexpr std::uint64_t kChainEventsAPart = 1 << 16;
constexpr std::size_t kChainBuffersBytes = 32 << 20;
constexpr std::size_t kChainBufferMost = 64 << 10;

// The part of a record before the name of the stream, in the byte order of the machine.
struct ChainLink {
  std::uint64_t sequence = 0;
  std::uint64_t version = 0;
  Digest previous{};
  Digest leaf{};
};
static_assert(std::is_trivially_copyable_v<ChainLink>);

struct ChainEnd {
  std::uint64_t version = 0;
  Digest leaf{};
};

std::size_t chain_parts(std::uint64_t events) {
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(events / kChainEventsAPart, 1, kChainPartsMax));
}

// Why the event cannot follow the last one of its stream in the range; null for its first.
std::string_view wrong_in_chain(const ChainLink& link, const ChainEnd* last) {
  if (link.version == 0) return "the event has the version 0, and versions begin at 1";
  if (last == nullptr) {
    const bool has_previous = link.previous != Digest{};
    if (link.version == 1 && has_previous) {
      return "the first event of its stream names an event before it";
    }
    if (link.version > 1 && !has_previous) {
      return "the event names no event of its stream before it, and has a later version than 1";
    }
    return {};
  }
  if (link.version != last->version + 1) {
    return "the event's version does not follow that of the event before it in its stream";
  }
  if (link.previous != last->leaf) {
    return "the event does not have the hash of the event before it in its stream";
  }
  return {};
}

}  // namespace

StreamChains::StreamChains(std::uint64_t events, const AuditMeans& means)
    : file_(means.folder.empty() ? default_spill_folder() : means.folder, means.bytes_max / 2),
      parts_(file_,
             chain_parts(events),
             std::min(kChainBufferMost, kChainBuffersBytes / kChainPartsMax)) {
  OsRandom().fill(key_);
}

bool StreamChains::take(const RecordedEvent& recorded, const Digest& leaf) {
  const std::string& stream = recorded.stream.value();
  const ChainLink link{
      recorded.sequence.value(), recorded.version.value(), recorded.previous.value(), leaf};
  record_.assign(reinterpret_cast<const char*>(&link), sizeof link).append(stream);
  const Digest hash = sha256(ByteView(key_), bytes_of(stream));
  const std::size_t part = (std::size_t{hash[0]} << 8 | hash[1]) % parts_.parts();
  return parts_.append(part, record_);
}

StreamChains::Verdict StreamChains::judge() {
  Verdict verdict;
  if (!parts_.flush()) return verdict;
  for (std::size_t part = 0; part < parts_.parts(); ++part) {
    if (!judge(part, verdict)) return verdict;
  }
  verdict.is_whole = true;
  return verdict;
}

bool StreamChains::judge(std::size_t part, Verdict& verdict) {
  std::unordered_map<std::string, ChainEnd> streams;
  return parts_.read(part, [&](const std::string& block) {
    for (const std::string_view record : records_in(block)) {
      ChainLink link;
      std::memcpy(&link, record.data(), sizeof link);
      const auto [found, is_new] = streams.try_emplace(std::string(record.substr(sizeof link)));
      const std::string_view wrong = wrong_in_chain(link, is_new ? nullptr : &found->second);
      const bool is_earliest = !verdict.fault || link.sequence < verdict.fault->sequence.value();
      if (!wrong.empty() && is_earliest) {
        verdict.fault = AuditFault{Sequence(link.sequence), std::string(wrong)};
      }
      if (is_new) ++(link.version == 1 ? verdict.begun : verdict.continued);
      found->second = {link.version, link.leaf};
    }
    return true;
  });
}

}  // namespace countersign
