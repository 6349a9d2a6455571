#include "http/device/submission_forms.h"

#include <vector>

#include "core/terms.h"

namespace countersign::http {
namespace {

struct DocumentForm {};
struct LivenessForm {};

}  // namespace

template <>
constexpr auto members_of<DocumentForm> =
    members(Member{"image", described<FileBytes>, "A JPEG, PNG or WebP file."},
            Member{"nonce", described<std::string>, "Of a challenge for the document."},
            Member{"documentType", described<DocumentType>, {}, {.left_out = true}},
            Member{"side", described<Side>, {}, {.left_out = true}});

template <>
constexpr auto members_of<LivenessForm> =
    members(Member{"frames",
                   described<std::vector<FileBytes>>,
                   "JPEG, PNG or WebP files, in the order in which they were taken.",
                   {.min_items = 1, .max_items = kFramesMax}},
            Member{"nonce", described<std::string>, "Of a challenge for liveness."});

Schema document_form_schema() {
  return schema_of<DocumentForm>("DocumentSubmission",
                                 "Names of documentType and side are read without regard to case.");
}
Schema liveness_form_schema() { return schema_of<LivenessForm>("LivenessSubmission"); }

}  // namespace countersign::http
