#include "http/client/parallel_posts.h"

#include <sys/types.h>

#include <map>
#include <string_view>
#include <utility>

#include "core/ascii.h"
#include "http/client/curl_options.h"

namespace countersign::http {

// In a named namespace, because ParallelPosts::Impl has members of these types.
namespace posts {

struct FreeEasy {
  void operator()(CURL* handle) const { ::curl_easy_cleanup(handle); }
};
struct FreeMulti {
  void operator()(CURLM* handle) const { ::curl_multi_cleanup(handle); }
};

// A request that runs. Its address is known to libcurl until it is over.
struct Post {
  std::uint64_t id = 0;
  ParallelPosts::Request request;
  const ParallelPosts::Guard* guard = nullptr;
  CurlList headers{};
  std::unique_ptr<CURL, FreeEasy> handle{};
  std::size_t body_bytes = 0;
  std::string body{};  // empty once it is too long to be kept
  std::size_t field_bytes = 0;
  bool was_forbidden = false;
  std::optional<std::string> retry_after{};
};

}  // namespace posts

namespace {

using posts::Post;

constexpr std::size_t kBodyBytesMax = 64 * 1024;  // read, and mostly dropped
constexpr std::size_t kRetryAfterMax = 64;        // longer values are not one
constexpr long kConnections = 128;                // before an idle one is closed

std::size_t read_body(char* bytes, std::size_t one, std::size_t count, void* of) {
  Post& post = *static_cast<Post*>(of);
  post.body_bytes += one * count;
  if (post.body_bytes > post.request.kept_bytes) {
    post.body.clear();
  } else {
    post.body.append(bytes, one * count);
  }
  return post.body_bytes > kBodyBytesMax ? 0 : one * count;  // 0: CURLE_WRITE_ERROR
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::size_t read_field(char* bytes, std::size_t one, std::size_t count, void* of) {
  constexpr std::string_view kName = "retry-after:";
  Post& post = *static_cast<Post*>(of);
  const std::string_view line(bytes, one * count);
  post.field_bytes += line.size();
  if (post.field_bytes > kFieldBytesMax) return 0;
  if (equal_ignoring_case(line.substr(0, kName.size()), kName)) {
    const std::string_view value = trimmed(line.substr(kName.size()));
    if (value.size() <= kRetryAfterMax) post.retry_after = std::string(value);
  }
  return line.size();
}

curl_socket_t open_guarded(void* of, curlsocktype, curl_sockaddr* address) {
  Post& post = *static_cast<Post*>(of);
  const bool is_secure = equal_ignoring_case(post.request.url.substr(0, 8), "https://");
  if (!(*post.guard)(address->addr, is_secure)) {
    post.was_forbidden = true;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void set_up(Post& post) {
  CURL* const handle = post.handle.get();
  set_rules(handle);
  append(post.headers, "Expect:");  // send the body without waiting for 100 Continue
  for (const std::string& line : post.request.headers) append(post.headers, line.c_str());
  set(handle, CURLOPT_HTTPHEADER, post.headers.get());
  set(handle, CURLOPT_URL, post.request.url.c_str());
  set(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(post.request.timeout.count()));
  set(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(post.request.timeout.count()));
  set(handle, CURLOPT_POST, 1L);
  set(handle, CURLOPT_POSTFIELDS, post.request.body.data());
  set(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(post.request.body.size()));
  set(handle, CURLOPT_OPENSOCKETFUNCTION, &open_guarded);
  set(handle, CURLOPT_OPENSOCKETDATA, &post);
  set(handle, CURLOPT_WRITEFUNCTION, &read_body);
  set(handle, CURLOPT_WRITEDATA, &post);
  set(handle, CURLOPT_HEADERFUNCTION, &read_field);
  set(handle, CURLOPT_HEADERDATA, &post);
}

// An answer whose body was too long to be read has its status all the same.
ParallelPosts::Answer answer_of(Post& post, CURLcode done) {
  ParallelPosts::Answer answer{.id = post.id, .retry_after = {}};
  const bool is_whole =
      done == CURLE_OK || (done == CURLE_WRITE_ERROR && post.body_bytes > kBodyBytesMax);
  if (is_whole) {
    answer.status = status_of(post.handle.get());
    answer.retry_after = std::move(post.retry_after);
    if (post.body_bytes <= post.request.kept_bytes) answer.body = std::move(post.body);
  }
  answer.is_forbidden = !is_whole && post.was_forbidden && done == CURLE_COULDNT_CONNECT;
  return answer;
}

}  // namespace

class ParallelPosts::Impl {
 public:
  explicit Impl(Guard guard)
      : guard_(std::move(guard)), multi_((initialize_curl(), ::curl_multi_init())) {
    check(multi_ != nullptr, "libcurl allocates a handle for parallel requests");
    ::curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, kConnections);
  }
  ~Impl() {
    for (const auto& [handle, post] : posts_) ::curl_multi_remove_handle(multi_.get(), handle);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void begin(std::uint64_t id, Request request) {
    auto post =
        std::make_unique<Post>(Post{.id = id, .request = std::move(request), .guard = &guard_});
    post->handle.reset(::curl_easy_init());
    check(post->handle != nullptr, "libcurl allocates a handle for a request");
    set_up(*post);
    CURL* const handle = post->handle.get();
    posts_.emplace(handle, std::move(post));
    check(::curl_multi_add_handle(multi_.get(), handle) == CURLM_OK, "libcurl takes a request");
  }

  std::size_t running() const { return posts_.size(); }

  std::vector<Answer> wait(std::chrono::milliseconds timeout) {
    int running = 0;
    check(::curl_multi_perform(multi_.get(), &running) == CURLM_OK, "libcurl works on requests");
    std::vector<Answer> over = take_over();
    if (!over.empty()) return over;
    check(::curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(timeout.count()), nullptr) ==
              CURLM_OK,
          "libcurl waits for requests");
    check(::curl_multi_perform(multi_.get(), &running) == CURLM_OK, "libcurl works on requests");
    return take_over();
  }

  void wake() { ::curl_multi_wakeup(multi_.get()); }

 private:
  std::vector<Answer> take_over() {
    std::vector<Answer> over;
    int left = 0;
    while (const CURLMsg* message = ::curl_multi_info_read(multi_.get(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL* const handle = message->easy_handle;
      const CURLcode done = message->data.result;
      ::curl_multi_remove_handle(multi_.get(), handle);
      const auto at = posts_.find(handle);
      check(at != posts_.end(), "libcurl ends requests that were begun");
      over.push_back(answer_of(*at->second, done));
      posts_.erase(at);
    }
    return over;
  }

  const Guard guard_;
  const std::unique_ptr<CURLM, posts::FreeMulti> multi_;
  std::map<CURL*, std::unique_ptr<posts::Post>> posts_;
};

ParallelPosts::ParallelPosts(Guard guard) : impl_(std::make_unique<Impl>(std::move(guard))) {}
ParallelPosts::~ParallelPosts() = default;
void ParallelPosts::begin(std::uint64_t id, Request request) {
  impl_->begin(id, std::move(request));
}
std::size_t ParallelPosts::running() const { return impl_->running(); }
std::vector<ParallelPosts::Answer> ParallelPosts::wait(std::chrono::milliseconds timeout) {
  return impl_->wait(timeout);
}
void ParallelPosts::wake() { impl_->wake(); }

}  // namespace countersign::http
