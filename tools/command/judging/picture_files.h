#pragma once
#include <chrono>
#include <cstddef>
#include <string>

#include "core/inspection/engine.h"

// Limits and texts that are shared by the commands that look at an operator's pictures.
namespace countersign {

inline constexpr std::size_t kPictureFileMaxBytes = 64ULL << 20;
// The processor time for one picture.
inline constexpr std::chrono::seconds kPicturePatience{60};

// Returns why a picture could not be looked at.
inline std::string why_of(InspectionFailure failure) {
  switch (failure) {
    case InspectionFailure::ImageNotLoaded:
      return "a picture could not be handed over";
    case InspectionFailure::OutOfMemory:
      return "there is not enough memory for a picture";
    case InspectionFailure::Busy:
      return "the machine was too busy to look at a picture in time";
    case InspectionFailure::NoInspector:
    case InspectionFailure::Stopping:  // occurs in a server only
      break;
  }
  return "the inspector has ended";
}

}  // namespace countersign
