#include "tools/operator/log_snapshot.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/text/json_document.h"
#include "events/tlog/note/note_key.h"

namespace countersign {
namespace {

struct SignedHead {
  std::uint64_t size = 0;
  std::string note;
  std::vector<tlog::VerifierKey> keys;  // the log's own first
};

Result<SignedHead, OperatorFault> sign_head(OperatorClient& client) {
  const auto answer = client.run("log checkpoint", "{}");
  if (!answer) return answer.error();
  rapidjson::Document document;
  const bool is_json = parse_json(document, *answer, kOwnJson);
  const auto text = [&](const char* name) -> std::string {
    const bool there =
        is_json && document.IsObject() && document.HasMember(name) && document[name].IsString();
    return there ? std::string(string_in(document[name])) : "";
  };
  const OperatorFault not_understood{"the server's checkpoint is not understood"};
  auto key = tlog::VerifierKey::parse(text("vkey"));
  if (!key || !document.HasMember("size") || !document["size"].IsUint64()) return not_understood;
  SignedHead head{document["size"].GetUint64(), text("note"), {std::move(key).value()}};
  if (!document.HasMember("witnesses") || !document["witnesses"].IsArray()) return not_understood;
  for (const auto& witness : document["witnesses"].GetArray()) {
    const bool named =
        witness.IsObject() && witness.HasMember("vkey") && witness["vkey"].IsString();
    auto witness_key = tlog::VerifierKey::parse(named ? witness["vkey"].GetString() : "");
    if (!witness_key) return not_understood;
    head.keys.push_back(std::move(witness_key).value());
  }
  return head;
}

// The answer of "log range".
struct AnsweredRange {
  std::string older;
  std::string newer;
  RangeFile range;
  std::vector<tlog::VerifierKey> keys;  // the log's own first
};

std::optional<AnsweredRange> parse_range_answer(const std::string& answer) {
  rapidjson::Document document;
  if (!parse_json(document, answer, kOwnJson) || !document.IsObject()) return std::nullopt;
  const auto has = [&](const char* name) {
    return document.HasMember(name) && document[name].IsString();
  };
  if (!has("older") || !has("newer") || !has("range") || !has("vkey")) return std::nullopt;
  auto range = parse_range_file(string_in(document["range"]));
  auto key = tlog::VerifierKey::parse(string_in(document["vkey"]));
  if (!range || !key || !document.HasMember("witnesses") || !document["witnesses"].IsArray()) {
    return std::nullopt;
  }
  AnsweredRange answered{std::string(string_in(document["older"])),
                         std::string(string_in(document["newer"])),
                         *std::move(range),
                         {std::move(key).value()}};
  for (const auto& witness : document["witnesses"].GetArray()) {
    auto witness_key =
        tlog::VerifierKey::parse(witness.IsString() ? string_in(witness) : std::string_view());
    if (!witness_key) return std::nullopt;
    answered.keys.push_back(std::move(witness_key).value());
  }
  return answered;
}

// Splits the client's export into events, one a line.
class EventLines {
 public:
  EventLines(Sequence first, const EventStore::BytesSink& sink) : next_(first), sink_(sink) {}

  // Returns false when the sink wants no more events.
  bool take(std::string_view lines) {
    while (!lines.empty()) {
      const std::size_t end = lines.find('\n');
      if (end == std::string_view::npos) {
        cut_.append(lines);
        return true;
      }
      if (!give(lines.substr(0, end))) return false;
      lines.remove_prefix(end + 1);
    }
    return true;
  }

  Sequence last() const { return Sequence(next_.value() - 1); }

 private:
  bool give(std::string_view line) {
    if (!cut_.empty()) line = cut_.append(line);
    const bool wanted = sink_(next_, line);
    cut_.clear();
    next_ = Sequence(next_.value() + 1);
    return wanted;
  }

  Sequence next_;
  const EventStore::BytesSink& sink_;
  std::string cut_;  // the beginning of a line whose end has not arrived yet
};

}  // namespace

Result<std::unique_ptr<LogSnapshot>, OperatorFault> LogSnapshot::open(OperatorClient& client) {
  if (auto fault = client.lacks_data()) return *std::move(fault);
  auto head = sign_head(client);
  if (!head) return head.error();
  return std::unique_ptr<LogSnapshot>(
      new LogSnapshot(client, head->size, std::move(head->note), std::move(head->keys)));
}

Result<std::unique_ptr<LogSnapshot>, OperatorFault> LogSnapshot::open_range(
    OperatorClient& client, const std::string& input) {
  if (auto fault = client.lacks_data()) return *std::move(fault);
  const auto answer = client.run("log range", input);
  if (!answer) return answer.error();
  auto range = parse_range_answer(*answer);
  if (!range) return OperatorFault{"the server's answer about the range is not understood"};
  std::unique_ptr<LogSnapshot> snapshot(
      new LogSnapshot(client, range->range.to, std::move(range->newer), std::move(range->keys)));
  snapshot->older_ = Older{std::move(range->older), std::move(range->range)};
  return snapshot;
}

RangeSource LogSnapshot::range_source() {
  check(older_.has_value(), "a snapshot of a range was opened as one");
  return {source().read, older_->note, note_, older_->range, keys_, {}};
}

ExportSource LogSnapshot::source() {
  const auto read = [this](Sequence first,
                           const EventStore::BytesSink& sink) -> Result<Sequence, StoreError> {
    EventLines lines(first, sink);
    lost_ = client_.export_log(
        first, Sequence(size_), [&](std::string_view more) { return lines.take(more); });
    if (lost_) return StoreError::Io;
    return lines.last();
  };
  return {read, note_, keys_, {}};
}

}  // namespace countersign
