#include "tools/options/program_options.h"

#include <functional>
#include <string>

namespace countersign {
namespace {

constexpr const char* kNoReader = "none";

void add_file(CLI::App& app,
              const std::string& flag,
              const std::function<void(const std::string&)>& take,
              const std::string& meaning) {
  app.add_option_function<std::string>(flag, take, meaning)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("FILE");
}

}  // namespace

void add_docs_option(CLI::App& app, std::optional<std::filesystem::path>& docs) {
  app.add_option_function<std::string>(
         "--docs-folder",
         [&docs](const std::string& folder) {
           docs.reset();
           if (!folder.empty()) docs = folder;
         },
         "folder with the documentation, as ./dev site makes it, shown under /docs [none]")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("DIR");
}

void add_matcher_options(CLI::App& app,
                         std::optional<std::filesystem::path>& matcher,
                         std::optional<std::filesystem::path>& presentation_model) {
  add_file(
      app,
      "--matcher",
      [&matcher](const std::string& file) {
        if (!file.empty()) matcher = file;
      },
      "program that compares faces [countersign-matcher, next to this program]");
  add_file(
      app,
      "--presentation-model",
      [&presentation_model](const std::string& file) {
        if (!file.empty()) presentation_model = file;
      },
      "model of presentation attacks, in ONNX; needs the two models of faces [attacks are not "
      "judged]");
}

void add_reader_options(CLI::App& app, ReaderSettings& reader) {
  add_file(
      app,
      "--reader",
      [&reader](const std::string& file) {
        reader.wanted = file != kNoReader;
        reader.program.reset();
        if (reader.wanted && !file.empty()) reader.program = file;
      },
      "program that compares the print of documents with their machine-readable data, or `none` "
      "[countersign-reader, where it is next to this program]");
  add_file(
      app,
      "--reader-model",
      [&reader](const std::string& file) {
        if (!file.empty()) reader.model = file;
      },
      "Tesseract's model for it [" + std::string(kReaderModel) + "]");
}

}  // namespace countersign
