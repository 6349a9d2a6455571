// Exports with random changes, each of which must be refused, and honest exports, none of which may
// be refused. COUNTERSIGN_MUTANTS sets the number of mutants; the full number is 10,000.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>
#include <random>
#include <string>

#include "events/audit/export/verify_export.h"
#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/chained_events.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::export_mutants_test {

namespace fs = std::filesystem;
using Random = std::mt19937_64;
using Lines = std::vector<std::string>;

constexpr std::uint64_t kSize = 700;
constexpr std::uint64_t kMutantsUsual = 300;
// So little memory for sessions that they are put aside on the disk, and divided.
constexpr std::size_t kScantBytes = 16'000;

std::uint64_t mutants() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here ever sets a variable
  const char* const number = std::getenv("COUNTERSIGN_MUTANTS");
  return number == nullptr ? kMutantsUsual : std::stoull(number);
}

tlog::SignerKey impostor() {
  return tlog::signer(tlog::KeyType::Log, tlog::log_key().verifier().name(), 77);
}

// The files that an auditor is given, and the sequence of the first wrong event if it can be known.
struct Given {
  FolderImage folder;
  std::string since{};
  std::string receipt{};
  std::optional<std::uint64_t> wrong{};
};

Lines lines_of(const FolderImage& image) {
  Lines lines;
  const std::string& text = image.at("events.jsonl");
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string text_of_lines(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// The sequence of the first event in which two logs differ.
std::uint64_t first_difference(const Lines& a, const Lines& b) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::uint64_t>(in_a - a.begin()) + 1;
}

// The events with new numbers and a new chain, as if nothing had been changed.
Lines chained_again(const Lines& lines) {
  Lines anew;
  ChainedEvents chained;
  for (const std::string& line : lines) anew.push_back(chained.add(*decode(line)).bytes);
  return anew;
}

class Mutator {
 public:
  Mutator(const ExportableLog& log, const FolderImage& honest, std::uint64_t seed)
      : log_(log), honest_(honest), lines_(lines_of(honest)), random_(seed) {}

  Given next() {
    using Mutation = Given (Mutator::*)();
    static constexpr std::array<Mutation, 13> kMutations{&Mutator::bit_flipped,
                                                         &Mutator::file_cut,
                                                         &Mutator::file_missing,
                                                         &Mutator::lines_changed,
                                                         &Mutator::entries_changed,
                                                         &Mutator::tree_rebuilt,
                                                         &Mutator::chained_and_rebuilt,
                                                         &Mutator::signed_by_an_impostor,
                                                         &Mutator::signature_forged,
                                                         &Mutator::of_another_origin,
                                                         &Mutator::another_history_since,
                                                         &Mutator::foreign_receipt,
                                                         &Mutator::impossible_history_signed};
    kind_ = pick(kMutations.size());
    return (this->*kMutations.at(kind_))();
  }
  std::size_t kind() const { return kind_; }

 private:
  std::uint64_t pick(std::uint64_t below) { return random_() % below; }

  std::string some_file() {
    auto file = honest_.begin();
    std::advance(file, static_cast<std::ptrdiff_t>(pick(honest_.size())));
    return file->first;
  }

  Lines changed_lines() {
    Lines lines = lines_;
    const std::uint64_t at = pick(lines.size());
    const std::uint64_t other = pick(lines.size());
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
    switch (pick(6)) {
      case 0:
        place->replace(pick(place->size()), 1, 1, static_cast<char>('0' + pick(10)));
        break;
      case 1:
        lines.erase(place);
        break;
      case 2:
        lines.insert(place, lines_[other]);
        break;
      case 3:
        std::swap(lines[at], lines[other]);
        break;
      case 4:
        lines.insert(place, *place);
        break;
      default:
        lines.resize(at);
        break;
    }
    return lines == lines_ ? changed_lines() : lines;
  }

  Given bit_flipped() {
    Given given{honest_};
    const std::string file = some_file();
    std::string& bytes = given.folder[file];
    const std::size_t at = pick(bytes.size());
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << pick(8)));
    if (file == "events.jsonl") {
      const std::string& honest = honest_.at(file);
      const auto end = honest.begin() + static_cast<std::ptrdiff_t>(at);
      given.wrong = static_cast<std::uint64_t>(std::count(honest.begin(), end, '\n')) + 1;
    } else if (const auto tile = tlog::parse_tile_path(file); tile && tile->level == 0) {
      given.wrong = tile->index * tlog::kTileWidth + at / tlog::kHashBytes + 1;
    }
    return given;
  }

  Given file_cut() {
    Given given{honest_};
    const std::string file = some_file();
    std::string& bytes = given.folder[file];
    bytes.resize(pick(bytes.size()));
    if (file == "events.jsonl") {
      given.wrong = static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n')) + 1;
    }
    return given;
  }

  Given file_missing() {
    Given given{honest_};
    std::string file = some_file();
    // An older checkpoint is not removed: whoever kept one brings it along.
    while (file.starts_with("checkpoints/")) file = some_file();
    given.folder.erase(file);
    if (file == "events.jsonl") return given;
    const auto tile = tlog::parse_tile_path(file);
    if (tile && tile->level <= 0) given.wrong = tile->index * tlog::kTileWidth + 1;
    return given;
  }

  Given lines_changed() {
    Given given{honest_};
    const Lines changed = changed_lines();
    given.folder["events.jsonl"] = text_of_lines(changed);
    given.wrong = first_difference(lines_, changed);
    return given;
  }

  Given entries_changed() {
    Given given{honest_};
    const Lines changed = changed_lines();
    const FolderImage other = ExportableLog(changed).image();
    for (const auto& [path, bytes] : other) {
      if (path.starts_with("tile/entries/")) given.folder[path] = bytes;
    }
    given.folder["events.jsonl"] = other.at("events.jsonl");
    given.wrong = first_difference(lines_, changed);
    return given;
  }

  // Rebuilds everything except the signed files.
  Given tree_rebuilt(const Lines& lines) {
    Given given{ExportableLog(lines).image()};
    for (const auto& [path, bytes] : honest_) {
      if (path.starts_with("checkpoint")) given.folder[path] = bytes;
    }
    return given;
  }
  Given tree_rebuilt() { return tree_rebuilt(changed_lines()); }

  // As above, changed by someone who knows the rules, for example by removing one of the downloads.
  Lines possible_history() {
    Lines lines = lines_;
    const std::uint64_t from = pick(lines.size());
    for (std::uint64_t i = 0; i < lines.size(); ++i) {
      const auto place = lines.begin() + static_cast<std::ptrdiff_t>((from + i) % lines.size());
      if (place->find("\"type\":\"DocumentsDownloaded\"") == place->npos) continue;
      if (place + 1 == lines.end()) continue;
      lines.erase(place);
      break;
    }
    return chained_again(lines);
  }
  Given chained_and_rebuilt() { return tree_rebuilt(possible_history()); }

  Given signed_by_an_impostor() {
    Given given{ExportableLog(possible_history()).image()};
    const tlog::SignerKey key = impostor();
    const auto checkpoint =
        tlog::parse_checkpoint(tlog::parse_note(given.folder["checkpoint"])->text);
    given.folder["checkpoint"] = ExportableLog::sign(*checkpoint, key);
    if (pick(2) == 0) given.folder["vkeys.txt"] = key.verifier().to_text() + '\n';
    return given;
  }

  // The forged signature has the id of the log's own key.
  Given signature_forged() {
    Given given{ExportableLog(possible_history()).image()};
    auto note = *tlog::parse_note(given.folder["checkpoint"]);
    const std::uint32_t id = note.signatures.front().id;
    note.signatures = {sign_note(impostor(), note.text)};
    note.signatures.front().id = id;
    given.folder["checkpoint"] = to_text(note);
    return given;
  }

  Given of_another_origin() {
    Given given{honest_};
    tlog::Checkpoint checkpoint = log_.checkpoint(kSize);
    checkpoint.origin = "log.example/another";
    given.folder["checkpoint"] = ExportableLog::sign(checkpoint, tlog::log_key());
    return given;
  }

  // Signed by the log itself, which has shown another history to somebody else.
  Given another_history_since() {
    const Lines other = possible_history();
    const std::uint64_t size =
        first_difference(lines_, other) + pick(other.size() - first_difference(lines_, other) + 1);
    Given given{honest_, ExportableLog(other).note(size)};
    if (pick(2) == 0) given.folder[export_folder::path_of_older(size)] = given.since;
    return given;
  }

  Given foreign_receipt() {
    const Lines other = possible_history();
    const std::uint64_t index = first_difference(lines_, other) - 1;
    const std::uint64_t size = index + 1 + pick(other.size() - index);
    Given given{honest_, {}, ExportableLog(other).receipt(index, size)};
    if (pick(2) == 0) {
      auto receipt = *tlog::parse_proof_file(log_.receipt(pick(kSize / 2), kSize));
      ++receipt.index;
      given.receipt = to_text(receipt);
      given.wrong = receipt.index + 1;
    }
    return given;
  }

  // Signed with the log's own key while nobody kept a checkpoint, so only the rules can find the
  // fault.
  Given impossible_history_signed() {
    Lines lines = lines_;
    std::uint64_t at = 1 + pick(lines.size() - 1);
    RecordedEvent recorded = *decode(lines[at]);
    switch (pick(4)) {
      case 0:
        recorded.at = recorded.at - std::chrono::hours(24 * 365);
        break;
      case 1:
        recorded.version = StreamVersion(recorded.version.value() + 1);
        break;
      case 2:
        recorded.previous = Sha256(log_.leaves()[pick(at)]);
        if (recorded.previous == decode(lines[at])->previous) return impossible_history_signed();
        break;
      default:
        recorded.sequence = Sequence(at + 2);
        break;
    }
    lines[at] = encode(recorded);
    Given given{ExportableLog(lines).image()};
    given.wrong = at + 1;
    return given;
  }

  const ExportableLog& log_;
  const FolderImage& honest_;
  const Lines lines_;
  Random random_;
  std::size_t kind_ = 0;
};

// An auditor's desk: a folder that is changed into the given export, and the files kept from
// before.
class Desk {
 public:
  ExportFindings judge(const Given& given, std::size_t bytes_max = kAuditBytesMax) {
    change_folder(folder_.path() / "log", image_, given.folder);
    image_ = given.folder;
    VerifyExportOptions options;
    options.keys = ExportableLog::keys();
    options.means.bytes_max = bytes_max;
    if (!given.since.empty()) options.since = {put("since", given.since)};
    if (!given.receipt.empty()) options.receipts = {put("receipt", given.receipt)};
    return verify_export(folder_.path() / "log", options);
  }

 private:
  fs::path put(const char* name, const std::string& bytes) const {
    write_file(folder_.path() / name, bytes);
    return folder_.path() / name;
  }

  TempFolder folder_;
  FolderImage image_;
};

TEST_CASE("every tampered export is refused, and its first wrong event named") {
  const ExportableLog log(kSize, 100);
  FolderImage honest = log.image();
  for (const std::uint64_t size : {256, 600}) {
    honest[export_folder::path_of_older(size)] = log.note(size);
  }
  Desk desk;
  REQUIRE(desk.judge({honest}).ok());
  Mutator mutator(log, honest, 101);
  for (std::uint64_t i = 0; i < mutants(); ++i) {
    const Given given = mutator.next();
    const ExportFindings verdict = desk.judge(given);
    CAPTURE(i);
    CAPTURE(mutator.kind());
    CHECK(desk.judge(given, kScantBytes).first_error == verdict.first_error);
    REQUIRE(verdict.first_error.has_value());
    INFO(verdict.first_error->file);
    INFO(verdict.first_error->why);
    if (!given.wrong) continue;
    REQUIRE(verdict.first_error->sequence.has_value());
    CHECK(verdict.first_error->sequence->value() == *given.wrong);
  }
  CHECK(desk.judge({honest}).ok());
}

TEST_CASE("no honest export is refused") {
  Random random(102);
  Desk desk;
  for (std::uint64_t i = 0; i < mutants() / 10; ++i) {
    const std::uint64_t size = 1 + random() % kSize;
    const ExportableLog log(size, random());
    Given given{log.image()};
    const std::uint64_t older = random() % (size + 1);
    given.folder[export_folder::path_of_older(older)] = log.note(older);
    given.since = log.note(random() % (size + 1));
    const std::uint64_t index = random() % size;
    given.receipt = log.receipt(index, index + 1 + random() % (size - index));
    const ExportFindings verdict = desk.judge(given);
    CAPTURE(i);
    INFO(verdict.first_error.value_or(LogFault{}).file);
    INFO(verdict.first_error.value_or(LogFault{}).why);
    CHECK(verdict.ok());
    CHECK(desk.judge(given, kScantBytes).ok());
    CHECK(verdict.checkpoints == 2);
    CHECK(verdict.receipts == 1);
  }
}

}  // namespace countersign::export_mutants_test
