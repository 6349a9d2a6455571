#pragma once
#include <curl/curl.h>

#include <cstddef>
#include <memory>

#include "core/check.h"

// Settings and helpers that all requests by libcurl share. Only for the sources of this folder.
namespace countersign::http {

// Runs once in the process, before any other thread can use the library.
inline void initialize_curl() {
  static const CURLcode done = ::curl_global_init(CURL_GLOBAL_DEFAULT);
  check(done == CURLE_OK, "libcurl initializes for the process");
}

// The limit for the header of an answer, which normally takes a few hundred bytes.
inline constexpr std::size_t kFieldBytesMax = 64 * 1024;

struct FreeCurlList {
  void operator()(curl_slist* list) const { ::curl_slist_free_all(list); }
};
using CurlList = std::unique_ptr<curl_slist, FreeCurlList>;

inline void append(CurlList& list, const char* line) {
  curl_slist* const longer = ::curl_slist_append(list.get(), line);
  check(longer != nullptr, "libcurl allocates a header line");
  (void)list.release();
  list.reset(longer);
}

// Setting an option that this library knows fails only if memory is exhausted.
template <class Value>
void set(CURL* handle, CURLoption option, Value value) {
  check(::curl_easy_setopt(handle, option, value) == CURLE_OK,
        "libcurl accepts an option of a request");
}

inline void set_rules(CURL* handle) {
  set(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  set(handle, CURLOPT_FOLLOWLOCATION, 0L);
  set(handle, CURLOPT_PROXY, "");
  set(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(handle, CURLOPT_NOSIGNAL, 1L);
  set(handle, CURLOPT_QUICK_EXIT, 1L);
  set(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
}

inline int status_of(CURL* handle) {
  long status = 0;
  ::curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return static_cast<int>(status);
}

}  // namespace countersign::http
