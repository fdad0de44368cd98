// A change history of 60 pages on ten sites over 240 days. Pages with many links change every other
// day, those with few never; each site has both.
#pragma once

#include <string>

inline constexpr int kMadePages = 60;

inline bool changes_often(int page) { return page % 2 == 0; }

inline std::string made_pages() {
  std::string pages =
      "page_id,source,site,url,t0,t_end,first_seen,last_alive,present_at_start,raw_versions,"
      "links,emails,images,text_bytes,url_dir_level,raw_bytes,elements,headings,text_changes\n";
  for (int i = 0; i < kMadePages; ++i) {
    const std::string id = "p" + std::to_string(i);
    pages += id + ",made,site" + std::to_string(i / 6) + ".example,http://x.example/" + id +
             ",0,20736000,0,20736000,1,1," + (changes_often(i) ? "200" : "10") +
             ",0,0,100,1,200,10,1,0\n";
  }
  return pages;
}

inline std::string made_changes() {
  std::string changes =
      "page_id,ts,d_text,d_block,d_link,d_img,d_struct,text_bytes,links,images,text_hash\n";
  for (int i = 0; i < kMadePages; ++i)
    for (int day = 2; changes_often(i) && day < 240; day += 2)
      changes +=
          "p" + std::to_string(i) + "," + std::to_string(day * 86400) + ",0.5,0,0,0,0,100,1,0,ab\n";
  return changes;
}
