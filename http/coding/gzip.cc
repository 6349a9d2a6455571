#include "http/coding/gzip.h"

#include <zlib.h>

#include <limits>
#include <new>

#include "core/check.h"

namespace countersign::http {
namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest; 16 asks for the format of gzip
constexpr int kMemoryLevel = 9;

}  // namespace

std::string gzipped(std::string_view bytes) {
  check(bytes.size() <= std::numeric_limits<uInt>::max() / 2, "the bytes fit one call of zlib");
  z_stream stream{};
  const int begun = ::deflateInit2(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY);
  if (begun == Z_MEM_ERROR) throw std::bad_alloc();
  check(begun == Z_OK, "zlib knows its own constants");
  struct End {
    z_stream& stream;
    ~End() { ::deflateEnd(&stream); }
  } const end{stream};
  std::string packed(::deflateBound(&stream, bytes.size()), '\0');
  // zlib reads the input and declares it writable all the same.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  check(::deflate(&stream, Z_FINISH) == Z_STREAM_END, "deflateBound() is a bound");
  packed.resize(stream.total_out);
  return packed;
}

}  // namespace countersign::http
