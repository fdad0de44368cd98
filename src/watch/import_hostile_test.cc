// Files of other monitors that somebody made to harm the one who imports them.
#include <gtest/gtest.h>

#include <string>

#include "watch/import_changedetection.h"

namespace freshet {
namespace {

TEST(ImportOfHostileFiles, AListInPlaceOfWatchesHoldsNone) {
  EXPECT_EQ(import_changedetection(
                {{"url-watches.json", R"({"watching": [{"url": "https://a.example/"}]})"}})
                .error()
                .message,
            "no watches of changedetection.io are in these files");
}

}  // namespace
}  // namespace freshet
