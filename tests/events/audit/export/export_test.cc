#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "events/audit/export/verify_export.h"
#include "events/audit/export/write_export.h"
#include "events/audit/history_audit.h"
#include "events/tlog/note/cosignature.h"
#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::export_test {

namespace fs = std::filesystem;

std::string said(const ExportFindings& verdict) {
  if (verdict.ok()) return "";
  const LogFault& fault = *verdict.first_error;
  const std::string sequence =
      fault.sequence ? "event " + std::to_string(fault.sequence->value()) + ", " : "";
  return sequence + fault.file + ": " + fault.why;
}

std::string refused(const fs::path& folder, const VerifyExportOptions& options = {}) {
  return said(verify_export(folder, options));
}

std::string failure_of(const Result<ExportReport, std::string>& exported) {
  return exported ? "" : exported.error();
}

TEST_CASE("an exported log is believed, whatever its size") {
  for (const std::uint64_t size : {0, 1, 255, 256, 257, 700, 70'000}) {
    CAPTURE(size);
    const TempFolder folder;
    const ExportableLog log(size, size + 1);
    CHECK(failure_of(write_export(folder.path(), log.source(size))) == "");
    VerifyExportOptions options;
    options.keys = log.keys();
    const ExportFindings verdict = verify_export(folder.path(), options);
    CHECK(said(verdict) == "");
    CHECK(verdict.events == size);
    CHECK(verdict.size == size);
    CHECK(verdict.root == log.checkpoint(size).root);
    CHECK(verdict.origin == "log.example/events");
    CHECK(verdict.keys_from == KeysFrom::Caller);
    CHECK((image_of(folder.path()) == log.image()));
  }
}

TEST_CASE("without keys of one's own, the verdict says that they came with the export") {
  const TempFolder folder;
  const ExportableLog log(10, 1);
  REQUIRE(write_export(folder.path(), log.source(10)));
  const ExportFindings verdict = verify_export(folder.path(), {});
  CHECK(verdict.ok());
  CHECK(verdict.keys_from == KeysFrom::Export);
}

TEST_CASE("an export goes on from the one before, and keeps its checkpoint") {
  const TempFolder folder;
  const ExportableLog log(1500, 2);
  FolderImage expected = log.image();
  std::uint64_t before = 0;
  for (const std::uint64_t size : {0, 3, 255, 256, 511, 700, 1500, 1500}) {
    CAPTURE(size);
    const auto exported = write_export(folder.path(), log.source(size));
    REQUIRE(failure_of(exported) == "");
    CHECK(exported->kept == before / tlog::kTileWidth * tlog::kTileWidth);
    CHECK(refused(folder.path()) == "");
    if (size < 1500) expected[export_folder::path_of_older(size)] = log.note(size);
    before = size;
  }
  CHECK((image_of(folder.path()) == expected));
  CHECK(verify_export(folder.path(), {}).checkpoints == 6);
}

TEST_CASE("an export that was cut off anywhere is finished by the next one") {
  const ExportableLog log(66'000, 3);
  const TempFolder folder;
  for (const std::uint64_t stop : {3'000, 40'000, 65'900}) {
    ExportSource source = log.source(66'000);
    const auto read = source.read;
    source.read = [&](Sequence first,
                      const EventStore::BytesSink& sink) -> Result<Sequence, StoreError> {
      return read(first, [&](Sequence sequence, std::string_view bytes) {
        return sequence.value() <= stop && sink(sequence, bytes);
      });
    };
    CHECK_FALSE(write_export(folder.path(), source).has_value());
    CHECK(refused(folder.path()) != "");
    // Files as a power failure may leave them.
    write_file(folder.path() / "tile/0/001.new", "half a ti");
    const fs::path lines = folder.path() / export_folder::kEvents;
    fs::resize_file(lines, fs::file_size(lines) + 10'000);
  }
  const auto exported = write_export(folder.path(), log.source(66'000));
  REQUIRE(failure_of(exported) == "");
  CHECK(refused(folder.path()) == "");
  CHECK((image_of(folder.path()) == log.image()));
}

TEST_CASE("after a whole stretch an export that was cut off does not begin again") {
  const ExportableLog log(65'600, 4);
  const TempFolder folder;
  ExportSource source = log.source(65'600);
  const auto read = source.read;
  source.read = [&](Sequence first,
                    const EventStore::BytesSink& sink) -> Result<Sequence, StoreError> {
    const auto given = read(first, [&](Sequence sequence, std::string_view bytes) {
      return sequence.value() <= 65'540 && sink(sequence, bytes);
    });
    return given ? Result<Sequence, StoreError>(StoreError::Io) : given;
  };
  CHECK(write_export(folder.path(), source).error() == "the log cannot be read: the disk failed");
  CHECK(refused(folder.path()) == "vkeys.txt: the file does not exist");
  const auto exported = write_export(folder.path(), log.source(65'600));
  REQUIRE(failure_of(exported) == "");
  CHECK(exported->kept == 65'536);
  CHECK((image_of(folder.path()) == log.image()));
}

TEST_CASE("an export is not written over that of another log, or of a longer one") {
  const TempFolder folder;
  const ExportableLog log(700, 5);
  REQUIRE(write_export(folder.path(), log.source(600)));
  const FolderImage before = image_of(folder.path());
  const auto why = [&](const ExportSource& source) {
    return failure_of(write_export(folder.path(), source));
  };

  CHECK(why(log.source(500)).find("the log was rolled back") != std::string::npos);
  const ExportableLog other(700, 6);
  CHECK(why(other.source(600)) != "");
  CHECK(why(other.source(700)) != "");
  ExportSource forged = log.source(700);
  forged.checkpoint = other.note(700);
  CHECK(why(forged).find("do not give the checkpoint's root") != std::string::npos);
  ExportSource strange = log.source(700);
  strange.keys = {tlog::signer(tlog::KeyType::Log, "log.example/other", 9).verifier()};
  CHECK(why(strange).find("is not accepted") != std::string::npos);

  CHECK(image_of(folder.path()).at("checkpoint") == before.at("checkpoint"));
  REQUIRE(why(log.source(700)) == "");
  CHECK(refused(folder.path()) == "");
}

TEST_CASE("the log must go on from every checkpoint that somebody kept") {
  const TempFolder folder;
  const ExportableLog log(700, 7);
  const ExportableLog other(700, 8);
  REQUIRE(write_export(folder.path() / "log", log.source(600)));
  const auto since = [&](const std::string& note) {
    write_file(folder.path() / "since", note);
    VerifyExportOptions options;
    options.since = {folder.path() / "since"};
    return refused(folder.path() / "log", options);
  };
  for (const std::uint64_t size : {0, 1, 256, 599, 600}) CHECK(since(log.note(size)) == "");
  CHECK(since(log.note(601)).starts_with("event 601, "));
  CHECK(since(other.note(1)).find("at least one of the events 1 to 1 is not") != std::string::npos);
  CHECK(since(other.note(600)).find("is of another history") != std::string::npos);
  CHECK(since("nonsense").find("the text is malformed") != std::string::npos);
}

TEST_CASE("the tree's files are at fault before the line that is missing with them") {
  const TempFolder folder;
  FolderImage image = ExportableLog(700, 8).image();
  FolderImage before;
  const auto fault_of_image = [&] {
    change_folder(folder.path(), before, image);
    before = image;
    return refused(folder.path());
  };
  std::string& lines = image.at("events.jsonl");
  std::size_t end = 0;
  for (int i = 0; i < 256; ++i) end = lines.find('\n', end) + 1;
  lines.resize(end);
  CHECK(fault_of_image() ==
        "event 257, events.jsonl: the file has fewer events than the checkpoint covers");
  image.erase("tile/entries/001");
  CHECK(fault_of_image() == "event 257, tile/entries/001: the file does not exist");
  image.erase("tile/0/001");
  CHECK(fault_of_image() == "event 257, tile/0/001: the file does not exist");
  image.at("tile/entries/000") += 'x';
  CHECK(fault_of_image() == "event 256, tile/entries/000: the tile has bytes after its last entry");
  image.at("tile/0/000") += 'x';
  CHECK(fault_of_image().starts_with("event 1, tile/0/000: "));
}

TEST_CASE("a receipt is good for the event that it was given for, and no other") {
  const TempFolder folder;
  const ExportableLog log(700, 9);
  const ExportableLog other(700, 10);
  REQUIRE(write_export(folder.path() / "log", log.source(600)));
  const auto verdict = [&](const std::string& receipt) {
    write_file(folder.path() / "receipt", receipt);
    VerifyExportOptions options;
    options.receipts = {folder.path() / "receipt"};
    return verify_export(folder.path() / "log", options);
  };
  CHECK(said(verdict(log.receipt(0, 1))) == "");
  CHECK(verdict(log.receipt(599, 600)).receipts == 1);
  CHECK(said(verdict(log.receipt(300, 601))).starts_with("event 601, "));
  CHECK(said(verdict(other.receipt(300, 400))).find("another history") != std::string::npos);
  auto moved = *tlog::parse_proof_file(log.receipt(300, 400));
  moved.index = 301;
  CHECK(said(verdict(to_text(moved))).starts_with("event 302, "));
  moved.index = 400;
  CHECK(said(verdict(to_text(moved))).find("too small to cover the receipt's event") !=
        std::string::npos);
}

// The fault of a log whose events were changed after they were made and then chained again.
std::string fault_of(std::uint64_t seed,
                     const std::function<bool(std::vector<StoredEvent>&)>& change) {
  SampleLog sample(seed);
  std::vector<StoredEvent> events;
  while (events.size() < 3000) events.push_back(sample.next());
  REQUIRE(change(events));
  HistoryAudit audit;
  std::map<StreamId, StoredEvent> last;
  for (std::size_t i = 0; i < events.size(); ++i) {
    RecordedEvent recorded = events[i].recorded;
    recorded.sequence = Sequence(i + 1);
    StoredEvent& before = last[recorded.stream];
    recorded.version = StreamVersion(before.recorded.version.value() + 1);
    recorded.previous = before.leaf;
    before = encode_stored(std::move(recorded));
    audit.next() = before;
    if (const auto fault = audit.take()) {
      return std::to_string(fault->sequence.value()) + ": " + fault->why;
    }
  }
  const auto fault = audit.end();
  return fault ? std::to_string(fault->sequence.value()) + ": " + fault->why : "";
}

TEST_CASE("a history that could not have been is found out at its first event that could not") {
  const auto first = [](std::vector<StoredEvent>& events, const auto& wanted) {
    return std::ranges::find_if(events, [&](const StoredEvent& event) {
      return event.recorded.sequence.value() > 100 && wanted(event.recorded.event);
    });
  };
  std::string place;
  const auto note_place = [&](const StoredEvent& event) {
    place = std::to_string(event.recorded.sequence.value()) + ": ";
  };
  CHECK(fault_of(20, [](auto&) { return true; }) == "");

  CHECK(fault_of(21, [&](auto& events) {
          const auto found = first(events, [](const Event& event) {
            return std::holds_alternative<SessionFinalized>(event);
          });
          auto& finalized = std::get<SessionFinalized>(found->recorded.event);
          finalized.result = ResultStatus::Passed;
          note_place(*found);
          return true;
        }).starts_with(place));

  // The outcome of a submission without the event of its spent nonce, and the reverse.
  const auto consumed = [](const Event& event) {
    return std::holds_alternative<NonceConsumed>(event);
  };
  CHECK(fault_of(22, [&](auto& events) {
          const auto found = first(events, consumed);
          note_place(*found);
          events.erase(found);
          return true;
        }).starts_with(place));
  CHECK(fault_of(23, [&](auto& events) {
          const auto found = first(events, consumed);
          note_place(*found);
          events.erase(found + 1);
          return true;
        }).starts_with(place));

  // An event that follows the purge of its session's files.
  CHECK(fault_of(24, [&](auto& events) {
          const auto purged = first(events, [](const Event& event) {
            const auto* purge = std::get_if<FilesPurged>(&event);
            return purge != nullptr && !purge->files.empty();
          });
          StoredEvent download = *purged;
          download.recorded.event = DocumentsDownloaded{{}, 0, 0};
          place = std::to_string(purged->recorded.sequence.value() + 1) + ": ";
          events.insert(purged + 1, download);
          return true;
        }).starts_with(place));

  // A session that is created again under the id of an ended one.
  CHECK(fault_of(25, [&](auto& events) {
          events.push_back(*first(events, [](const Event& event) {
            return std::holds_alternative<SessionCreated>(event);
          }));
          events.back().recorded.at = events[events.size() - 2].recorded.at;
          return true;
        }).starts_with("3001: "));

  CHECK(fault_of(26, [&](auto& events) {
          events[1000].recorded.at = events[1000].recorded.at - std::chrono::hours(24);
          return true;
        }) == "1001: the event's time is before that of the event before it");
}

TEST_CASE("cosignatures of an export are reported, and demanded of those who are named") {
  const ExportableLog log(300, 21);
  const tlog::SignerKey witness = tlog::witness_key();
  const tlog::SignerKey other = tlog::signer(tlog::KeyType::Witness, "other.example", 7);
  const std::string text = to_text(log.checkpoint(300));
  const TempFolder folder;
  const auto export_with = [&](tlog::NoteSignature cosignature) {
    tlog::SignedNote note{text, {sign_note(tlog::log_key(), text), std::move(cosignature)}};
    ExportSource source = log.source(300);
    source.checkpoint = to_text(note);
    REQUIRE(failure_of(write_export(folder.path(), source)) == "");
  };
  VerifyExportOptions options;
  options.keys = log.keys();

  export_with(cosign(witness, text, 1'700'000'000));
  CHECK(verify_export(folder.path(), options).cosignatures.empty());  // its key is unknown
  options.witnesses = {witness.verifier()};
  const ExportFindings verdict = verify_export(folder.path(), options);
  CHECK(said(verdict) == "");
  CHECK(verdict.cosignatures ==
        std::vector<ExportCosignature>{{"witness.example/w1", 1'700'000'000}});
  options.witnesses.push_back(other.verifier());
  CHECK(refused(folder.path(), options) ==
        "checkpoint: other.example has not cosigned the checkpoint");

  // A cosignature of another checkpoint is wrong if it is demanded, or if its key is known.
  export_with(cosign(witness, to_text(log.checkpoint(299)), 1'700'000'000));
  options.witnesses = {witness.verifier()};
  const std::string wrong = "checkpoint: the cosignature of witness.example/w1 is wrong";
  CHECK(refused(folder.path(), options) == wrong);
  options.witnesses.clear();
  CHECK(refused(folder.path(), options) == "");
  options.keys.push_back(witness.verifier());
  CHECK(refused(folder.path(), options) == wrong);

  // If the witness is among the log's keys, the export itself says who should have signed.
  ExportSource source = log.source(300);
  source.keys.push_back(witness.verifier());
  const tlog::SignedNote note{
      text, {sign_note(tlog::log_key(), text), cosign(witness, text, 1'700'000'001)}};
  source.checkpoint = to_text(note);
  write_file(folder.path() / export_folder::kCheckpoint, log.note(300));
  REQUIRE(failure_of(write_export(folder.path(), source)) == "");
  CHECK(verify_export(folder.path(), {}).cosignatures ==
        std::vector<ExportCosignature>{{"witness.example/w1", 1'700'000'001}});
}

}  // namespace countersign::export_test
