#include "base/markup.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(Markup, KeepsForeignTextText) {
  EXPECT_EQ(as_markup("<a href=\"x\" b='y'>&\n\x1b\xff"),
            "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;\\n\\u{1b}\\xff");
}

}  // namespace
}  // namespace freshet
