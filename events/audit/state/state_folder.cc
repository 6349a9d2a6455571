#include "events/audit/state/state_folder.h"

#include <fmt/format.h>

#include <algorithm>

namespace countersign {
namespace {

constexpr std::string_view kManifest = "manifest";
constexpr std::string_view kRun = "run-";
constexpr std::string_view kPass = "pass-";
constexpr std::size_t kPieceBytesOfPass = std::size_t{1} << 20;

std::string why_not_locked(const std::error_code& error, const std::filesystem::path& path) {
  if (error == std::errc::operation_would_block) {
    return fmt::format("another audit uses the state in {}", path.string());
  }
  return fmt::format("cannot lock the state in {}, whose file system must have flock(2): {}",
                     path.string(),
                     error.message());
}

}  // namespace

Result<std::optional<std::string>, StateFault> SessionStates::find(const SessionId& session) {
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
    auto found = run->find(session);
    if (!found || *found) return found;
  }
  return std::optional<std::string>();
}

Result<StateFolder, std::string> StateFolder::open(const std::filesystem::path& path,
                                                   MasterKey key,
                                                   std::string origin,
                                                   StateRules rules,
                                                   RandomSource& random) {
  auto folder = HeldFolder::make(path);
  if (!folder) return folder.error().why;
  if (auto refusal = folder->refusal_to_write()) return *std::move(refusal);
  auto lock = FolderLock::take(folder->pinned_path());
  if (!lock) return why_not_locked(lock.error(), path);
  StateFolder state(*std::move(folder),
                    *std::move(lock),
                    std::move(key),
                    std::move(origin),
                    std::move(rules),
                    random);
  if (auto failure = state.read_manifest()) return *std::move(failure);
  // The files of a refused manifest stay until the next one is in place.
  if (!state.refusal_) state.remove_strays();
  return state;
}

std::optional<std::string> StateFolder::read_manifest() {
  const auto bytes = folder_.read(kManifest, kManifestBytesMax);
  if (!bytes && bytes.error().not_there) return std::nullopt;
  if (!bytes) return bytes.error().why;
  auto manifest = open_manifest(*bytes, rules_, key_);
  if (!manifest && manifest.error().is_foreign) {
    return fmt::format("the state in {} {}; give the key that it was made with, or another folder",
                       folder_.path().string(),
                       manifest.error().why);
  }
  if (!manifest) {
    refuse(manifest.error().why);
  } else if (manifest->origin != origin_) {
    refuse(fmt::format("is of another log, {}", manifest->origin));
  } else {
    manifest_ = *std::move(manifest);
  }
  return std::nullopt;
}

void StateFolder::refuse(std::string why) {
  refusal_ = std::move(why);
  manifest_.reset();
}

// A file that cannot be removed is tried again by the next audit.
void StateFolder::remove_strays() const {
  const auto entries = folder_.list();
  if (!entries) return;
  const auto is_used = [&](const std::string& name) {
    return manifest_ && (manifest_->pass.name == name ||
                         std::ranges::any_of(manifest_->runs, [&](const SessionRun& run) {
                           return run.name == name;
                         }));
  };
  for (const HeldFolder::Entry& entry : *entries) {
    const bool is_file = entry.kind == HeldFolder::Kind::File;
    if (is_file && is_state_name(entry.name) && !is_used(entry.name)) {
      (void)folder_.remove(entry.name);
    }
  }
}

Result<std::string, StateFault> StateFolder::pass() const {
  const SealedText& of = manifest_->pass;
  auto file = SealedReader::open(folder_, of.name, of.bytes, key_of_file(key_, of.name));
  if (!file) return file.error();
  std::string text;
  for (const SealedBlock& block : of.blocks) {
    const auto piece = file->read(block);
    if (!piece) return piece.error();
    text += *piece;
  }
  return text;
}

Result<SessionStates, StateFault> StateFolder::sessions() const {
  std::vector<RunReader> runs;
  for (const SessionRun& run : manifest_->runs) {
    auto reader = reader_of(run);
    if (!reader) return reader.error();
    runs.push_back(*std::move(reader));
  }
  return SessionStates(std::move(runs));
}

Result<RunReader, StateFault> StateFolder::reader_of(const SessionRun& run) const {
  auto file = SealedReader::open(folder_, run.name, run.bytes, key_of_file(key_, run.name));
  if (!file) return file.error();
  return RunReader(*std::move(file), run);
}

Result<SealedWriter, StateFault> StateFolder::new_file(std::string_view kind) {
  std::string name = drawn_state_name(kind, *random_);
  const auto key = key_of_file(key_, name);
  return SealedWriter::create(folder_, std::move(name), key);
}

Result<RunWriter, StateFault> StateFolder::new_run() {
  auto file = new_file(kRun);
  if (!file) return file.error();
  return RunWriter(*std::move(file));
}

Result<SealedText, StateFault> StateFolder::write_pass(std::string_view text) {
  auto file = new_file(kPass);
  if (!file) return file.error();
  SealedText written{file->name(), 0, {}};
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kPieceBytesOfPass))) {
    const auto block = file->put(text.substr(0, kPieceBytesOfPass));
    if (!block) return block.error();
    written.blocks.push_back(*block);
  }
  if (auto fault = file->finish()) return *std::move(fault);
  written.bytes = file->bytes();
  return written;
}

// Replaces the last two runs by one.
std::optional<StateFault> StateFolder::merge_last(std::vector<SessionRun>& runs) {
  auto newer = reader_of(runs[runs.size() - 1]);
  auto older = reader_of(runs[runs.size() - 2]);
  auto both = new_run();
  if (!newer) return newer.error();
  if (!older) return older.error();
  if (!both) return both.error();
  if (auto fault = merge_runs(*older, *newer, *both)) return fault;
  const auto merged = both->finish();
  if (!merged) return merged.error();
  runs.pop_back();
  runs.back() = *merged;
  return std::nullopt;
}

std::optional<StateFault> StateFolder::prepare(std::uint64_t size,
                                               const Sha256& root,
                                               std::string_view pass,
                                               std::optional<SessionRun> run) {
  StateManifest next{
      origin_, size, root, {}, manifest_ ? manifest_->runs : std::vector<SessionRun>()};
  if (run) next.runs.push_back(*std::move(run));
  const auto is_due = [&] {
    const std::size_t runs = next.runs.size();
    return runs > 1 && next.runs[runs - 1].bytes >= next.runs[runs - 2].bytes / 2;
  };
  while (is_due()) {
    if (auto fault = merge_last(next.runs)) return fault;
  }
  auto text = write_pass(pass);
  if (!text) return text.error();
  next.pass = *std::move(text);
  prepared_ = std::move(next);
  return std::nullopt;
}

std::optional<StateFault> StateFolder::commit() {
  if (!prepared_) return std::nullopt;
  // The names of the new files, before the one that names them.
  if (const auto failed = folder_.sync()) return StateFault{false, failed->why};
  const std::string bytes = seal_manifest(rules_, *prepared_, key_, *random_);
  if (const auto failed = folder_.replace(kManifest, bytes)) return StateFault{false, failed->why};
  manifest_ = std::exchange(prepared_, std::nullopt);
  refusal_.reset();
  remove_strays();
  return std::nullopt;
}

}  // namespace countersign
