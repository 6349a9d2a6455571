#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>

#include "core/inspection/engines/data_reader.h"

namespace countersign {

// The program that reads the print of documents.
struct ReaderSettings {
  bool wanted = true;                              // if it is installed
  std::optional<std::filesystem::path> program{};  // empty: next to the program that starts it
  std::optional<std::filesystem::path> model{};    // empty: kReaderModel

  // Returns whether the operator asked for a reader: then there is no doing without it.
  bool named() const { return program || model; }
  std::filesystem::path model_file() const { return model.value_or(kReaderModel); }
};

// `--docs-folder`. The target must outlive the parsing.
void add_docs_option(CLI::App& app, std::optional<std::filesystem::path>& docs);

// The options of the programs that a server may lack. The targets must outlive the parsing.
void add_matcher_options(CLI::App& app,
                         std::optional<std::filesystem::path>& matcher,
                         std::optional<std::filesystem::path>& presentation_model);
void add_reader_options(CLI::App& app, ReaderSettings& reader);

}  // namespace countersign
