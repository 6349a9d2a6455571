#include "events/audit/range/verify_range.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "events/tlog/note/cosignature.h"
#include "tests/events/audit/range/made_range.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::verify_range_test {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

constexpr std::uint64_t kSize = 700;
constexpr std::uint64_t kFrom = 300;
constexpr std::uint64_t kTo = 420;

const ExportableLog& the_log() {
  static const ExportableLog log(kSize, 1);
  return log;
}

std::string said(const RangeFindings& verdict) {
  if (verdict.ok()) return "";
  const LogFault& fault = *verdict.found.first_error;
  const std::string sequence =
      fault.sequence ? "event " + std::to_string(fault.sequence->value()) + ", " : "";
  return sequence + fault.file + ": " + fault.why;
}

VerifyExportOptions with_keys() {
  VerifyExportOptions options;
  options.keys = ExportableLog::keys();
  return options;
}

RangeFindings verdict_on(const FolderImage& image, const VerifyExportOptions& options) {
  const TempFolder folder;
  change_folder(folder.path(), {}, image);
  return verify_range(folder.path(), options);
}
std::string refused(const FolderImage& image) { return said(verdict_on(image, with_keys())); }

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

// The honest range with other lines.
FolderImage with_lines(const std::function<void(Lines&)>& change) {
  FolderImage image = range_image(the_log(), kFrom, kTo);
  Lines lines = lines_of(image);
  change(lines);
  std::string& text = image.at("events.jsonl");
  text.clear();
  for (const std::string& line : lines) text += line + '\n';
  return image;
}

TEST_CASE("a range is believed, wherever it begins and ends") {
  using Ends = std::pair<std::uint64_t, std::uint64_t>;
  for (const auto& [from, to] : {Ends{1, 2}, {1, 700}, {255, 256}, {256, 512}, {300, 420}}) {
    CAPTURE(from);
    CAPTURE(to);
    const RangeFindings verdict = verdict_on(range_image(the_log(), from, to), with_keys());
    CHECK(said(verdict) == "");
    CHECK(verdict.from == from);
    CHECK(verdict.from_root == the_log().checkpoint(from).root);
    CHECK(verdict.found.events == to - from);
    CHECK(verdict.found.size == to);
    CHECK(verdict.found.root == the_log().checkpoint(to).root);
    CHECK(verdict.found.origin == "log.example/events");
    CHECK(verdict.found.keys_from == KeysFrom::Caller);
    CHECK(verdict.streams_begun + verdict.streams_continued > 0);
    CHECK(verdict.first_at.has_value());
    CHECK(verdict.first_at <= verdict.last_at);
  }
}

TEST_CASE("the streams that began before a range are counted apart") {
  const RangeFindings whole_but_one = verdict_on(range_image(the_log(), 1, kSize), with_keys());
  // The first event registers the client, whose stream has no other.
  CHECK(whole_but_one.streams_continued == 0);
  const RangeFindings later = verdict_on(range_image(the_log(), kFrom, kTo), with_keys());
  CHECK(later.streams_continued > 0);
  CHECK(later.streams_begun > 0);
}

TEST_CASE("the memory of a verification does not change its verdict") {
  VerifyExportOptions scant = with_keys();
  scant.means.bytes_max = 4096;
  scant.means.threads = 2;
  const RangeFindings verdict = verdict_on(range_image(the_log(), kFrom, kTo), scant);
  CHECK(said(verdict) == "");
  CHECK(verdict.found.events == kTo - kFrom);
  scant.means.folder = "/nowhere/at/all";
  CHECK(said(verdict_on(range_image(the_log(), kFrom, kTo), scant)).find("temporary file") == 0);
}

TEST_CASE("each byte of a range is found if it is changed") {
  const FolderImage honest = range_image(the_log(), 60, 64);
  const TempFolder folder;
  change_folder(folder.path(), {}, honest);
  REQUIRE(said(verify_range(folder.path(), with_keys())) == "");
  for (const auto& [name, bytes] : honest) {
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      FolderImage changed = honest;
      changed[name][at] = static_cast<char>(changed[name][at] ^ 1);
      change_folder(folder.path(), honest, changed);
      CAPTURE(name);
      CAPTURE(at);
      CHECK_FALSE(verify_range(folder.path(), with_keys()).ok());
      change_folder(folder.path(), changed, honest);
    }
  }
}

TEST_CASE("each file of a range is needed, whole, and no other is there") {
  const FolderImage honest = range_image(the_log(), kFrom, kTo);
  for (const auto& [name, bytes] : honest) {
    CAPTURE(name);
    FolderImage changed = honest;
    changed.erase(name);
    CHECK(refused(changed) != "");
    changed[name] = bytes.substr(0, bytes.size() - 1);
    CHECK(refused(changed) != "");
  }
  FolderImage more = honest;
  more["notes.txt"] = "hello";
  CHECK(refused(more) == "notes.txt: the file is not one of a range");
  more = honest;
  more["unfinished-range"] = "";
  CHECK(refused(more) ==
        "unfinished-range: the export of this range was not finished; run `log export` again");
}

TEST_CASE("events that are exchanged, missing, doubled or another log's are found") {
  CHECK(refused(with_lines([](Lines& lines) { std::swap(lines[9], lines[10]); })) ==
        "event 310, events.jsonl: the event's sequence is not its place in the log");
  CHECK(refused(with_lines([](Lines& lines) { lines.erase(lines.begin() + 9); })) ==
        "event 310, events.jsonl: the event's sequence is not its place in the log");
  CHECK(refused(with_lines([](Lines& lines) { lines.insert(lines.begin() + 9, lines[9]); })) ==
        "event 311, events.jsonl: the event's sequence is not its place in the log");
  CHECK(refused(with_lines([](Lines& lines) { lines.pop_back(); })) ==
        "event 420, events.jsonl: the file has fewer events than the range");
  CHECK(refused(with_lines([](Lines& lines) { lines.push_back(the_log().events()[kTo]); })) ==
        "event 421, events.jsonl: the file has more events than the range");
  CHECK(refused(with_lines([](Lines& lines) {
          lines[9] = "{}";
        })).find("event 310, events.jsonl: the line is not an event in its stored form") == 0);
  const ExportableLog other(kSize, 2);
  CHECK(refused(with_lines([&](Lines& lines) { lines[9] = other.events()[kFrom + 9]; })) != "");
}

// Whoever has the log's key can sign any tree: what is left are the rules.
TEST_CASE("a signed event that does not follow the one before it in its stream is found") {
  Lines events = the_log().events();
  // The last event of the range that follows another one of its stream in the range.
  const auto stream_of_line = [](const std::string& line) { return decode(line)->stream; };
  std::size_t at = kTo - 1;
  const auto has_before = [&](std::size_t place) {
    return std::ranges::any_of(events.begin() + kFrom,
                               events.begin() + static_cast<long>(place),
                               [&](const std::string& line) {
                                 return stream_of_line(line) == stream_of_line(events[place]);
                               });
  };
  while (!has_before(at)) --at;
  REQUIRE(at > kFrom);
  const auto with = [&](const std::function<void(RecordedEvent&)>& change) {
    Lines changed = events;
    RecordedEvent recorded = *decode(changed[at]);
    change(recorded);
    changed[at] = encode(recorded);
    return refused(range_image(ExportableLog(changed), kFrom, kTo));
  };
  const std::string place = "event " + std::to_string(at + 1) + ", events.jsonl: ";
  CHECK(with([](RecordedEvent& event) {
          event.version = StreamVersion(event.version.value() + 1);
        }) ==
        place + "the event's version does not follow that of the event before it in its stream");
  CHECK(with([](RecordedEvent& event) { event.previous = Sha256(); }) ==
        place + "the event does not have the hash of the event before it in its stream");
  CHECK(with([](RecordedEvent& event) { event.at = UtcTime(1); }) ==
        place + "the event's time is before that of the event before it");
}

TEST_CASE("a range of another log, or of another place, is found") {
  const ExportableLog other(kSize, 2);
  const FolderImage honest = range_image(the_log(), kFrom, kTo);
  const FolderImage others = range_image(other, kFrom, kTo);
  const FolderImage elsewhere = range_image(the_log(), kFrom - 10, kTo);
  for (const char* const name : {"events.jsonl", "range", "checkpoint"}) {
    CAPTURE(name);
    FolderImage mixed = honest;
    mixed[name] = others.at(name);
    CHECK(refused(mixed) != "");
  }
  FolderImage moved = honest;
  moved["range"] = elsewhere.at("range");
  CHECK(refused(moved) ==
        "checkpoints/00000000000000000290: the checkpoint at the beginning of the "
        "range is missing");
  const std::string older = export_folder::path_of_older(kFrom);
  moved = honest;
  moved[older] = others.at(older);
  CHECK(refused(moved) ==
        "range: the hashes of the edge are not those of the older checkpoint's tree");
  VerifyExportOptions keys;
  keys.keys = {tlog::signer(tlog::KeyType::Log, "log.example/events", 77).verifier()};
  CHECK(said(verdict_on(honest, keys)) != "");
}

TEST_CASE("two neighbouring ranges chain by the checkpoint between them") {
  const FolderImage first = range_image(the_log(), kFrom, kTo);
  const FolderImage second = range_image(the_log(), kTo, 600);
  CHECK(second.at(export_folder::path_of_older(kTo)) == first.at("checkpoint"));
  const TempFolder kept;
  write_file(kept.path() / "note", first.at("checkpoint"));
  VerifyExportOptions options = with_keys();
  options.since = {kept.path() / "note"};
  CHECK(said(verdict_on(second, options)) == "");
  // The same range of another history does not chain.
  const ExportableLog other(kSize, 2);
  CHECK(said(verdict_on(range_image(other, kTo, 600), options)).find("is of another history") !=
        std::string::npos);
}

TEST_CASE("checkpoints and receipts within the range are compared, and those before it are named") {
  const FolderImage honest = range_image(the_log(), kFrom, kTo);
  const TempFolder kept;
  const fs::path file = kept.path() / "file";
  const auto since = [&](std::string_view note) {
    write_file(file, note);
    VerifyExportOptions options = with_keys();
    options.since = {file};
    return said(verdict_on(honest, options));
  };
  const auto receipt = [&](std::string_view text) {
    write_file(file, text);
    VerifyExportOptions options = with_keys();
    options.receipts = {file};
    return said(verdict_on(honest, options));
  };
  const ExportableLog other(kSize, 2);
  CHECK(since(the_log().note(350)) == "");
  CHECK(since(other.note(350)).find("is of another history") != std::string::npos);
  CHECK(since(the_log().note(299)).find("a range proves nothing about what is before it") !=
        std::string::npos);
  CHECK(since(the_log().note(421)).find("the exported log has only 420") != std::string::npos);
  CHECK(receipt(the_log().receipt(310, 400)) == "");
  CHECK(receipt(other.receipt(310, 400)) != "");
  CHECK(receipt(the_log().receipt(299, 400)).find("before the range") != std::string::npos);
}

TEST_CASE("a witness that is asked for must have cosigned the end of the range") {
  FolderImage image = range_image(the_log(), kFrom, kTo);
  VerifyExportOptions options = with_keys();
  options.witnesses = {tlog::witness_key().verifier()};
  CHECK(said(verdict_on(image, options)) ==
        "checkpoint: witness.example/w1 has not cosigned the checkpoint");
  auto note = *tlog::parse_note(image["checkpoint"]);
  tlog::add_signature(note, tlog::cosign(tlog::witness_key(), note.text, 1'800'000'000));
  image["checkpoint"] = to_text(note);
  const RangeFindings verdict = verdict_on(image, options);
  CHECK(said(verdict) == "");
  REQUIRE(verdict.found.cosignatures.size() == 1);
  CHECK(verdict.found.cosignatures.front().witness == "witness.example/w1");
}

TEST_CASE("an export of a whole log is no range") {
  const FolderImage whole = the_log().image();
  const TempFolder folder;
  change_folder(folder.path(), {}, whole);
  CHECK_FALSE(is_range_folder(folder.path()));
  CHECK(said(verify_range(folder.path(), with_keys())) == "range: the file does not exist");
}

}  // namespace countersign::verify_range_test
