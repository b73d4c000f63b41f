#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/page/page.h"
#include "core/share/pdf_font.h"

namespace qkv {

/// Pages as PDF 1.6: shapes as paths, texts in the embedded faces, of which only the glyphs that
/// are used come along. Text can be searched and copied. The same pages give the same bytes.
class PdfWriter {
 public:
  explicit PdfWriter(std::string title);
  /// `points` a pixel; `name` stands among the bookmarks.
  void add(const Page& page, float points, const std::string& name);
  /// The file; the last call.
  std::string finish();

 private:
  friend class PdfPage;
  struct Font {
    PdfFace face;
    int number = 0;  ///< F1, F2, …
    UsedGlyphs used;
    std::map<char32_t, int> glyphs;
  };
  Font& font(std::string_view face);
  int alpha(int percent, bool stroke);

  int reserve();
  void put(int object, const std::string& body);
  void put_stream(int object, std::string dictionary, const std::string& bytes);
  std::string font_objects();
  void write_font(Font& font, int object);
  int write_bookmarks();

  struct Bookmark {
    int page;
    std::string name;
  };
  std::string title_;
  std::string bytes_;
  std::vector<std::size_t> places_;  ///< of the objects, from 1
  std::vector<int> pages_;
  std::vector<Bookmark> bookmarks_;
  std::map<std::string, Font, std::less<>> fonts_;
  std::vector<std::string> images_;  ///< "/I1 7 0 R"
  int tree_ = 0, resources_ = 0;
};

}  // namespace qkv
