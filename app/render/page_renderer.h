#pragma once

#include <vector>

#include "app/gl/objects.h"
#include "app/render/glyph_atlas.h"
#include "app/render/mesh.h"

namespace qkv {

/// Which way the rows of the framebuffer run. Both are rasterised alike, to the bit: Mesa turns a
/// window's rows itself.
enum class Rows { up, down };

/// Draws pages into the framebuffer that is bound. Needs a current GL 3.3 context for all its life.
class PageRenderer {
 public:
  PageRenderer();

  /// Paints the page into the framebuffer, whose pixels are the page's.
  void draw(const PlacedPage& page, Rows rows = Rows::up);
  /// Only these parts of it, each whole.
  void draw(const PlacedPage& page, const std::vector<PixelRect>& parts, Rows rows);

  std::size_t triangles() const { return mesh_.indices.size() / 3; }
  std::size_t draw_calls() const { return mesh_.batches.size(); }

 private:
  struct HeatmapTexture {
    gl::Texture texture;
    int rows = 0, columns = 0;
    std::shared_ptr<const std::vector<Color>> cells;  ///< what was uploaded
  };

  void upload_atlas();
  void upload_heatmap(std::size_t slot, const Heatmap& map);

  struct Shader {
    gl::Program program;
    GLint page_size = -1, up = -1;
  };
  static Shader make_shader(std::string_view fragment_asset);
  void use(const Shader& shader, const PlacedPage& page, Rows rows) const;
  void draw_mesh(const PlacedPage& page, Rows rows);

  Shader textured_, solid_;
  gl::VertexArray vertex_array_;
  gl::Buffer vertices_, indices_;
  gl::Texture atlas_texture_;
  int atlas_rows_ = 0;  ///< of the texture, 0: not made yet
  std::vector<HeatmapTexture> heatmaps_;

  GlyphAtlas atlas_;
  Mesh mesh_;
};

}  // namespace qkv
