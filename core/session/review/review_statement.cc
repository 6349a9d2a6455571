#include "core/session/review/review_statement.h"

#include <fmt/format.h>

#include "core/enum_names.h"
#include "core/ids.h"

namespace countersign {
namespace {

std::string reasons_in(const ReviewStatement& statement) {
  return statement.reasons.empty() ? "-" : fmt::format("{}", fmt::join(statement.reasons, ","));
}

std::string asked_in(const ReviewStatement& statement) {
  if (!statement.again) return {};
  std::string steps;
  for (const Step step : statement.again->steps) {
    steps += std::string(steps.empty() ? "" : ",") + std::string(name_of(step));
  }
  const auto& words = statement.again->words;
  return fmt::format("steps {}\nwords {}\n", steps, words ? to_hex(words->value()) : "-");
}

std::string told_in(const ReviewStatement& statement) {
  if (!statement.told) return {};
  const auto& [name, sentence] = *statement.told;
  return fmt::format("told {} {}\n", name, to_hex(sentence.value()));
}

std::string text_of_v1(const ReviewStatement& statement) {
  return fmt::format(
      "countersign review v1\n"
      "session {}\n"
      "decision {}\n"
      "reasons {}\n"
      "seen {}\n"
      "kind {}\n",
      to_string(statement.session),
      name_of(statement.decision),
      reasons_in(statement),
      statement.seen,
      name_of(statement.kind));
}

}  // namespace

std::string text_of(const ReviewStatement& statement) {
  if (!statement.view) return text_of_v1(statement);
  const SignedView& view = *statement.view;
  std::string text = fmt::format(
      "countersign review v2\n"
      "log {}\n"
      "size {}\n"
      "root {}\n"
      "session {}\n",
      view.log.empty() ? "-" : view.log,
      statement.seen,
      to_hex(view.root.value()),
      to_string(statement.session));
  for (const Sha256& file : statement.files) text += fmt::format("file {}\n", to_hex(file.value()));
  for (const FileId& file : statement.not_looked_at) {
    text += fmt::format("without-look {}\n", to_string(file));
  }
  return text + fmt::format(
                    "decision {}\n"
                    "{}"
                    "reasons {}\n"
                    "{}"
                    "note {}\n"
                    "kind {}\n",
                    name_of(statement.decision),
                    asked_in(statement),
                    reasons_in(statement),
                    told_in(statement),
                    to_hex(view.note.value()),
                    name_of(statement.kind));
}

std::vector<Sha256> images_of(const std::vector<StoredFile>& files) {
  std::vector<Sha256> images;
  images.reserve(files.size());
  for (const StoredFile& file : files) images.push_back(file.sha256);
  return images;
}

}  // namespace countersign
