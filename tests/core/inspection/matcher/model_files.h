#pragma once
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/core/inspection/matcher/small_models.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::matcher {

// The small models as files in a temporary folder.
class ModelFiles {
 public:
  ModelFiles() {
    write("finder.onnx", small_detector());
    write("teller.onnx", small_recognizer());
  }

  std::filesystem::path detector() const { return folder_.path() / "finder.onnx"; }
  std::filesystem::path recognizer() const { return folder_.path() / "teller.onnx"; }

  // The model of presentation attacks; written when it is asked for.
  std::filesystem::path presentation() const { return write("attacks.onnx", small_presentation()); }

  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

 private:
  TempFolder folder_;
};

}  // namespace countersign::matcher
