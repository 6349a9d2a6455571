#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/confined/confined_reader.h"
#include "core/inspection/engines/composite_engine.h"
#include "core/result.h"
#include "tools/options/program_options.h"

namespace countersign {

// Worker programs of our own, as those of a server. They end with this object.
struct Engines {
  std::unique_ptr<confined::ConfinedEngine> inspector;
  std::unique_ptr<confined::ConfinedReader> reader;  // null if there is none, or none is wanted

  CompositeEngine as_one() const { return {*inspector, nullptr, nullptr, reader.get()}; }
};

// Starts them for pictures of at most so many bytes: the inspector of that path, or if that is
// empty the one beside this program, and the reader that is wanted. A reader that nobody named may
// be missing, which is said on stderr. Returns why it could not.
Result<Engines, std::string> start_engines(const std::string& inspector_path,
                                           const ReaderSettings& wanted_reader,
                                           std::uint64_t image_max_bytes);

}  // namespace countersign
