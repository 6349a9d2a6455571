#include "http/pages/assets/page_handlers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "http/coding/coded_answer.h"
#include "http/pages/assets/asset_table.h"
#include "http/pages/assets/page_fields.h"

namespace countersign::http {
namespace {

// A page may load from this server alone, show pictures and films of its own, make markup of text
// only by a policy named `countersign` (Trusted Types, which a Worker's address needs too), and be
// in no frame (W3C Content Security Policy Level 3). WebAssembly is compiled, and no other text.
constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' blob:; media-src 'self' blob:; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types countersign";

// The features of the device that each page may use (W3C Permissions Policy): the capture uses the
// camera, the console uses passkeys. No page reads the clipboard or the screen.
constexpr std::string_view kOfCapture =
    "camera=(self), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=(), "
    "display-capture=(), publickey-credentials-get=(), publickey-credentials-create=()";
constexpr std::string_view kOfConsole =
    "camera=(), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=(), "
    "display-capture=(), publickey-credentials-get=(self), publickey-credentials-create=(self)";

constexpr std::string_view kForGood = "public, max-age=31536000, immutable";

// The header fields of one kind of page.
struct PageFields {
  std::string_view cache_control;
  std::string_view permissions;
};

void reply_with(const CallPtr& call,
                std::span<const Asset> among,
                std::string_view name,
                const PageFields& own) {
  const auto found = std::ranges::find(among, name, &Asset::name);
  if (found == among.end()) {
    return call->refuse({.code = ProblemCode::NotFound, .detail = "The path does not exist."});
  }
  Headers fields;
  fields.add("Content-Type", std::string(found->content_type));
  fields.add("Cache-Control", std::string(own.cache_control));
  add_page_fields(fields, kContentPolicy, own.permissions);
  reply_coded(call, found->content, std::move(fields));
}

}  // namespace

void get_root_html(const CallPtr& call) {
  reply_with(call, embedded_pages(), "root", {"no-store", kFeaturesOfNothing});
}

void get_review_root_html(const CallPtr& call) {
  reply_with(call, embedded_pages(), "review-root", {"no-store", kFeaturesOfNothing});
}

void get_capture_html(const CallPtr& call) {
  reply_with(call, embedded_pages(), "capture", {"no-store", kOfCapture});
}

void get_asset(const CallPtr& call) {
  reply_with(call, embedded_assets(), call->parameters().front(), {kForGood, kOfCapture});
}

void get_review_html(const CallPtr& call) {
  reply_with(call, embedded_pages(), "review", {"no-store", kOfConsole});
}

void get_review_asset(const CallPtr& call) {
  reply_with(call, embedded_review_assets(), call->parameters().front(), {kForGood, kOfConsole});
}

}  // namespace countersign::http
