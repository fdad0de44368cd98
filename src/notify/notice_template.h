// The values that templates of a message get.
#pragma once

#include "notify/message.h"
#include "notify/notice.h"
#include "notify/template.h"

namespace freshet {

TemplateValues notice_template_values(const Notice& notice, const Notification& notification);

}  // namespace freshet
