#pragma once
#include <cstdint>
#include <string_view>

namespace countersign {

// Whether a file is what jpeg_writer.h writes of a picture of this size: the very same bytes up to
// the entropy-coded data, no marker in the data, and the end of the image. So nothing but the size
// and the data is the choice of who wrote the file: no metadata, no other tables, no second
// picture. That the data decodes is not checked. Pure.
bool is_rendered_jpeg(std::string_view file, std::uint32_t width, std::uint32_t height);

}  // namespace countersign
