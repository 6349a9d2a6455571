#pragma once
#include "core/text/json_writer.h"

namespace countersign::http {

// Writes the member `webhooks` of the OpenAPI document: what the server sends to the receivers of
// webhooks, one entry for each type.
void put_webhooks(JsonWriter& json);

}  // namespace countersign::http
