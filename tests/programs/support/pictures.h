#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/terms.h"

namespace countersign::tests {

// Drawn once and kept, because drawing takes longer than most tests. Thread-safe.
const std::string& document_picture(Side side,
                                    ImageFormat format = ImageFormat::Jpeg,
                                    DocumentType type = DocumentType::IdCard);
// Another document for each seed. Not kept.
std::string fresh_document(std::uint64_t seed,
                           Side side = Side::Front,
                           DocumentType type = DocumentType::IdCard);
// A number that no earlier call has returned, so that no session's document is another's.
std::uint64_t fresh_seed();

// Frames of a face that no earlier call has returned, so that no session's frames are another's.
// The first kind looks straight all the time; the second performs the actions in their order.
std::vector<std::string> fresh_frames(std::size_t count, ImageFormat format = ImageFormat::Jpeg);
std::vector<std::string> fresh_recording(std::span<const Action> actions,
                                         std::size_t count = 5,
                                         ImageFormat format = ImageFormat::Jpeg);

}  // namespace countersign::tests
