#include "events/audit/state/session_run.h"

#include <fmt/format.h>

#include "core/binary_record.h"
#include "core/check.h"
#include "events/audit/streams/session_hash.h"

namespace countersign {
namespace {

constexpr std::size_t kBlockBytes = 4096;
constexpr const char* kMalformed = "a block is not in the form of a run";

// An entry of a block above the records.
struct Entry {
  SessionId first;
  SealedBlock block;
};

struct StoredState {
  SessionId session;
  std::string_view state;
};

std::optional<SessionId> take_id(std::string_view& rest) {
  Uuid id{};
  if (rest.size() < id.size()) return std::nullopt;
  for (std::size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::uint8_t>(rest[i]);
  rest.remove_prefix(id.size());
  return SessionId(id);
}

std::optional<StoredState> take_record(std::string_view& rest) {
  const auto id = take_id(rest);
  if (!id) return std::nullopt;
  const auto bytes = CompactForm::take_number<std::uint64_t>(rest);
  if (!bytes || *bytes > rest.size()) return std::nullopt;
  const StoredState record{*id, rest.substr(0, *bytes)};
  rest.remove_prefix(*bytes);
  return record;
}

std::optional<Entry> take_entry(std::string_view& rest) {
  const auto id = take_id(rest);
  if (!id) return std::nullopt;
  const auto number = CompactForm::take_number<std::uint64_t>(rest);
  if (!number) return std::nullopt;
  const auto offset = CompactForm::take_number<std::uint64_t>(rest);
  if (!offset) return std::nullopt;
  const auto bytes = CompactForm::take_number<std::uint32_t>(rest);
  if (!bytes) return std::nullopt;
  return Entry{*id, {*number, *offset, *bytes}};
}

void append_id(std::string& out, const SessionId& session) {
  append_binary<CompactForm>(out, session);
}

}  // namespace

std::optional<StateFault> RunWriter::add(const SessionId& session, std::string_view state) {
  std::string record;
  append_id(record, session);
  CompactForm::append_number(record, std::uint64_t{state.size()});
  record.append(state);
  if (record.size() > kSealedBlockMax) {
    return StateFault{false, fmt::format("{}: the state of a session is too large", file_.name())};
  }
  ++sessions_;
  return append(0, session, record);
}

std::optional<StateFault> RunWriter::append(std::size_t level,
                                            const SessionId& first,
                                            std::string_view record) {
  if (!levels_[level].block.empty() && levels_[level].block.size() + record.size() > kBlockBytes) {
    if (auto fault = close(level)) return fault;
  }
  if (levels_[level].block.empty()) levels_[level].first = first;
  levels_[level].block.append(record);
  return std::nullopt;
}

std::optional<StateFault> RunWriter::close(std::size_t level) {
  const auto block = file_.put(levels_[level].block);
  if (!block) return block.error();
  levels_[level].block.clear();
  // Copied, since closing the next level may add one more, which moves them.
  const SessionId first = levels_[level].first;
  if (level + 1 == levels_.size()) levels_.emplace_back();
  std::string entry;
  append_id(entry, first);
  append_binary<CompactForm>(entry, *block);
  return append(level + 1, first, entry);
}

Result<SessionRun, StateFault> RunWriter::finish() {
  check(!is_empty(), "a run has a session");
  std::size_t level = 0;
  for (; level + 1 < levels_.size(); ++level) {
    if (auto fault = close(level)) return *std::move(fault);
  }
  const auto top = file_.put(levels_[level].block);
  if (!top) return top.error();
  if (auto fault = file_.finish()) return *std::move(fault);
  return SessionRun{
      file_.name(), file_.bytes(), sessions_, static_cast<std::uint32_t>(level), *top};
}

RunReader::RunReader(SealedReader file, SessionRun run)
    : file_(std::move(file)),
      run_(std::move(run)),
      found_(run_.levels + 1),
      walked_(run_.levels + 1) {
  check(run_.levels <= kRunLevelsMax, "a run has at most kRunLevelsMax levels");
}

std::optional<StateFault> RunReader::hold(Held& held, const SealedBlock& block) {
  if (held.number == block.number) return std::nullopt;
  held.number.reset();
  auto bytes = file_.read(block);
  if (!bytes) return bytes.error();
  held.bytes = *std::move(bytes);
  held.number = block.number;
  return std::nullopt;
}

Result<std::optional<std::string>, StateFault> RunReader::find(const SessionId& session) {
  const auto key = session_key(session);
  SealedBlock block = run_.top;
  for (std::size_t level = run_.levels; level > 0; --level) {
    if (auto fault = hold(found_[level], block)) return *std::move(fault);
    std::optional<SealedBlock> way;
    for (std::string_view rest = found_[level].bytes; !rest.empty();) {
      const auto entry = take_entry(rest);
      if (!entry) return file_.refused(kMalformed);
      if (session_key(entry->first) > key) break;
      way = entry->block;
    }
    if (!way) return std::optional<std::string>();
    block = *way;
  }
  if (auto fault = hold(found_[0], block)) return *std::move(fault);
  for (std::string_view rest = found_[0].bytes; !rest.empty();) {
    const auto record = take_record(rest);
    if (!record) return file_.refused(kMalformed);
    if (record->session == session) return std::optional(std::string(record->state));
    if (session_key(record->session) > key) break;
  }
  return std::optional<std::string>();
}

Result<bool, StateFault> RunReader::advance() {
  std::size_t level = 0;
  SealedBlock block = run_.top;
  if (has_begun_) {
    while (level < walked_.size() && walked_[level].rest.empty()) ++level;
    if (level == walked_.size()) return false;
    const auto entry = take_entry(walked_[level].rest);
    if (!entry) return file_.refused(kMalformed);
    block = entry->block;
  } else {
    level = walked_.size();
  }
  has_begun_ = true;
  while (level > 0) {
    Held& held = walked_[--level];
    if (auto fault = hold(held, block)) return *std::move(fault);
    held.rest = held.bytes;
    if (level == 0) break;
    const auto entry = take_entry(held.rest);
    if (!entry) return file_.refused(kMalformed);
    block = entry->block;
  }
  if (walked_[0].rest.empty()) return file_.refused(kMalformed);
  return true;
}

Result<std::optional<RunReader::Record>, StateFault> RunReader::next() {
  if (walked_[0].rest.empty()) {
    const auto more = advance();
    if (!more) return more.error();
    if (!*more) return std::optional<Record>();
  }
  const auto record = take_record(walked_[0].rest);
  if (!record || (given_ && session_key(*given_) >= session_key(record->session))) {
    return file_.refused(kMalformed);
  }
  given_ = record->session;
  return std::optional(Record{record->session, record->state});
}

std::optional<StateFault> merge_runs(RunReader& older, RunReader& newer, RunWriter& into) {
  auto old = older.next();
  auto young = newer.next();
  for (;;) {
    if (!old) return old.error();
    if (!young) return young.error();
    if (!*old && !*young) return std::nullopt;
    const bool has_both = *old && *young;
    const bool is_same = has_both && (*old)->session == (*young)->session;
    const bool is_young =
        !*old || is_same ||
        (has_both && session_key((*young)->session) < session_key((*old)->session));
    const RunReader::Record& record = is_young ? **young : **old;
    if (auto fault = into.add(record.session, record.state)) return fault;
    if (!is_young || is_same) old = older.next();
    if (is_young) young = newer.next();
  }
}

}  // namespace countersign
