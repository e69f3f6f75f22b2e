//! Pages of paths as PDF. The pictures of this crate have plain colours only, so each path is written as it is.

#![allow(
    clippy::float_arithmetic,
    reason = "PDF measures in points, and paths are already in floats"
)]

use std::{collections::BTreeMap, io::Write};

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{
    Content, Filter, Finish, Name, Pdf, Rect, Ref,
    types::{LineCapStyle, LineJoinStyle},
};
use resvg::{
    tiny_skia::{self, PathSegment, Transform},
    usvg::{Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, Path, Stroke},
};

use crate::{
    raster::{PictureError, tree},
    sheet::Paper,
};

/// Points to a hundredth of a millimetre.
const POINTS: f32 = 72.0 / 2540.0;

/// Pictures of this crate as the pages of one PDF, each as large as the paper.
///
/// # Errors
///
/// When one of them cannot be read.
pub fn pdf(pages: &[String], paper: Paper) -> Result<Vec<u8>, PictureError> {
    let mut pdf = Pdf::new();
    let (catalog, tree_of_pages) = (Ref::new(1), Ref::new(2));
    let mut next = 3;
    let mut take = || {
        next += 1;
        Ref::new(next - 1)
    };
    let (width, height) = (paper.width as f32 * POINTS, paper.height as f32 * POINTS);
    let mut clear = Clear::default();
    let mut kids = Vec::new();
    let mut contents = Vec::new();
    for page in pages {
        let tree = tree(page)?;
        let mut writer = Writer { content: Content::new(), clear: &mut clear };
        // From the picture's pixels, which go down, to points, which go up.
        let scale = (width / tree.size().width(), height / tree.size().height());
        writer.content.transform([scale.0, 0.0, 0.0, -scale.1, 0.0, height]);
        writer.group(tree.root(), 1.0);
        let packed = packed(&writer.content.finish())?;
        kids.push(take());
        contents.push((take(), packed));
    }
    let states: Vec<(u8, Ref)> = clear.0.keys().map(|&percent| (percent, take())).collect();
    pdf.catalog(catalog).pages(tree_of_pages);
    pdf.pages(tree_of_pages).kids(kids.iter().copied()).count(kids.len() as i32);
    for (&kid, (content, packed)) in kids.iter().zip(&contents) {
        let mut page = pdf.page(kid);
        page.media_box(Rect::new(0.0, 0.0, width, height));
        page.parent(tree_of_pages);
        page.contents(*content);
        let mut resources = page.resources();
        let mut dictionary = resources.ext_g_states();
        for &(percent, state) in &states {
            dictionary.pair(Name(state_name(percent).as_bytes()), state);
        }
        dictionary.finish();
        resources.finish();
        page.finish();
        pdf.stream(*content, packed).filter(Filter::FlateDecode);
    }
    for &(percent, state) in &states {
        let share = f32::from(percent) / 100.0;
        pdf.ext_graphics(state).non_stroking_alpha(share).stroking_alpha(share);
    }
    Ok(pdf.finish())
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    let packed = packer.write_all(bytes).and_then(|()| packer.finish());
    packed.map_err(|error| PictureError::Unpacked(error.to_string()))
}

/// How clear what is drawn is, in whole percent: each has a name in the file.
#[derive(Default)]
struct Clear(BTreeMap<u8, ()>);

fn state_name(percent: u8) -> String {
    format!("A{percent}")
}

struct Writer<'a> {
    content: Content,
    clear: &'a mut Clear,
}

impl Writer<'_> {
    fn group(&mut self, group: &Group, opacity: f32) {
        self.content.save_state();
        self.transform(group.transform());
        let opacity = opacity * group.opacity().get();
        if let Some(clip) = group.clip_path() {
            let mut any = false;
            for node in clip.root().children() {
                if let Node::Path(path) = node {
                    let data = path.data().clone().transform(clip.transform());
                    any |= data.is_some_and(|data| {
                        self.path(&data);
                        true
                    });
                }
            }
            if any {
                self.content.clip_nonzero().end_path();
            }
        }
        for node in group.children() {
            match node {
                Node::Group(inside) => self.group(inside, opacity),
                Node::Path(path) if path.is_visible() => self.paint(path, opacity),
                Node::Text(text) => self.group(text.flattened(), opacity),
                // These pictures have none.
                Node::Path(_) | Node::Image(_) => {}
            }
        }
        self.content.restore_state();
    }

    fn transform(&mut self, t: Transform) {
        if !t.is_identity() {
            self.content.transform([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty]);
        }
    }

    fn paint(&mut self, path: &Path, opacity: f32) {
        if let Some(fill) = path.fill() {
            self.fill(path, fill, opacity);
        }
        if let Some(stroke) = path.stroke() {
            self.stroke(path, stroke, opacity);
        }
    }

    fn fill(&mut self, path: &Path, fill: &Fill, opacity: f32) {
        let Some(colour) = colour(fill.paint()) else { return };
        self.clear_as(fill.opacity().get() * opacity);
        self.content.set_fill_rgb(colour[0], colour[1], colour[2]);
        self.path(path.data());
        match fill.rule() {
            FillRule::NonZero => self.content.fill_nonzero(),
            FillRule::EvenOdd => self.content.fill_even_odd(),
        };
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, opacity: f32) {
        let Some(colour) = colour(stroke.paint()) else { return };
        self.clear_as(stroke.opacity().get() * opacity);
        self.content.set_stroke_rgb(colour[0], colour[1], colour[2]);
        self.content.set_line_width(stroke.width().get());
        self.content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
        });
        let dashes = stroke.dasharray().unwrap_or_default();
        self.content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        self.path(path.data());
        self.content.stroke();
    }

    /// The state in which what follows is drawn so clear.
    fn clear_as(&mut self, opacity: f32) {
        let percent = (opacity.clamp(0.0, 1.0) * 100.0).round() as u8;
        self.clear.0.insert(percent, ());
        self.content.set_parameters(Name(state_name(percent).as_bytes()));
    }

    fn path(&mut self, path: &tiny_skia::Path) {
        let mut last = tiny_skia::Point::zero();
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    self.content.move_to(p.x, p.y);
                    last = p;
                }
                PathSegment::LineTo(p) => {
                    self.content.line_to(p.x, p.y);
                    last = p;
                }
                PathSegment::QuadTo(a, p) => {
                    // The same curve with two points that draw it.
                    let by = |end: tiny_skia::Point| {
                        (end.x + (a.x - end.x) * 2.0 / 3.0, end.y + (a.y - end.y) * 2.0 / 3.0)
                    };
                    let (first, second) = (by(last), by(p));
                    self.content.cubic_to(first.0, first.1, second.0, second.1, p.x, p.y);
                    last = p;
                }
                PathSegment::CubicTo(a, b, p) => {
                    self.content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y);
                    last = p;
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }
}

/// A plain colour.
fn colour(paint: &Paint) -> Option<[f32; 3]> {
    match paint {
        Paint::Color(c) => Some([c.red, c.green, c.blue].map(|part| f32::from(part) / 255.0)),
        // These pictures have none.
        Paint::LinearGradient(_) | Paint::RadialGradient(_) | Paint::Pattern(_) => None,
    }
}
