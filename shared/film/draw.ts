import { CLIP_FIELDS, PICTURE_PROPERTIES, type PictureProperty } from '../timeline/clip-fields.ts';
import type { Layer } from '../timeline/compose.ts';
import { breakLines } from './break-lines.ts';
import { fittedSize } from './fit.ts';
import type { Context2d, Picture, PixelRows } from './canvas.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { resolveTextStyle, type ResolvedTextStyle } from '../timeline/text-style.ts';
import { fontFamiliesOf } from './fonts.ts';

/** What is drawn of a clip. */
export type LayerContent<Canvas extends Context2d> =
  | ({ kind: 'picture' } & Picture<Canvas>)
  /** Words that are part of the film. */
  | { kind: 'title'; words: string }
  /** There is no picture, and this is why. */
  | { kind: 'placeholder'; words: string };

/** A layer with what is drawn of it. */
export interface RenderedLayer<Canvas extends Context2d> {
  layer: Layer;
  content: LayerContent<Canvas>;
}

export interface Size {
  width: number;
  height: number;
}

const BACKGROUND = '#000';
const MAX_LINES = 40;

/** How each number of a layer changes what is drawn after it, in the order of the table. */
const APPLY: Readonly<Record<PictureProperty, (context: Context2d, value: number) => void>> = {
  opacity: (context, value) => {
    context.globalAlpha = value;
  },
  x: (context, value) => context.translate(value, 0),
  y: (context, value) => context.translate(0, value),
  rotation: (context, value) => context.rotate((value * Math.PI) / 180),
  scale: (context, value) => context.scale(value, value),
};

/** Of these what a layer hides is told by where its edges lie; with any other one it may be seen through. */
const MOVES: ReadonlySet<PictureProperty> = new Set<PictureProperty>(['x', 'y', 'scale']);

const isNeutral = ({ values }: Layer, property: PictureProperty): boolean =>
  values[property] === CLIP_FIELDS[property].neutral;

/**
 * Draws one moment of a film: its layers from the lowest to the highest, each fitted into the picture and moved as its
 * transform says.
 * @param size pixels of the canvas. @param project pixels that positions are meant in
 */
export function drawFrame<Canvas extends Context2d>(
  context: Canvas,
  size: Size,
  project: Size,
  layers: readonly RenderedLayer<Canvas>[],
): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = BACKGROUND;
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  // From here on in pixels of the project, from its middle.
  context.setTransform(
    size.width / project.width,
    0,
    0,
    size.height / project.height,
    size.width / 2,
    size.height / 2,
  );
  for (const { layer, content } of layers) {
    context.save();
    for (const property of PICTURE_PROPERTIES) APPLY[property](context, layer.values[property]);
    drawContent(context, project, content, layer);
    context.restore();
  }
}

/** The pixels of a frame that is one picture of just this size, neither moved nor see-through; null for any other. */
export function fullPicture<Canvas extends Context2d>(
  size: Size,
  project: Size,
  layers: readonly RenderedLayer<Canvas>[],
): PixelRows | null {
  const [only, ...remaining] = layers;
  if (!only || remaining.length > 0 || only.content.kind !== 'picture') return null;
  if (!PICTURE_PROPERTIES.every((property) => isNeutral(only.layer, property))) return null;
  const { width, height, pixels } = only.content;
  const isSame = pixels?.width === size.width && pixels.height === size.height;
  const fits =
    width * project.height === height * project.width && width * size.height === height * size.width;
  return isSame && fits ? pixels : null;
}

/** Whether a layer may be a picture that hides all below it; its content says whether it is one. */
export const mayCover = (layer: Layer): boolean =>
  layer.clip.type === 'video' &&
  layer.values.scale >= 1 &&
  PICTURE_PROPERTIES.every((property) => MOVES.has(property) || isNeutral(layer, property));

/** Whether nothing below a layer is seen: a picture without transparency that fills the film. */
export function coversAll<Canvas extends Context2d>(
  project: Size,
  { layer, content }: RenderedLayer<Canvas>,
): boolean {
  if (!mayCover(layer) || content.kind !== 'picture' || !content.pixels) return false;
  const { x, y, scale } = layer.values;
  const { width, height } = fittedSize(project, content);
  const [beyondX, beyondY] = [width * scale - project.width, height * scale - project.height];
  return Math.abs(x) * 2 <= beyondX && Math.abs(y) * 2 <= beyondY;
}

/** Whether two moments of a film look alike: the same pictures and words in the same places. */
export function isSameFrame<Canvas extends Context2d>(
  before: readonly RenderedLayer<Canvas>[],
  current: readonly RenderedLayer<Canvas>[],
): boolean {
  return (
    before.length === current.length &&
    current.every((item, index) => {
      const candidate = before[index];
      return (
        candidate !== undefined &&
        sameLayer(item.layer, candidate.layer) &&
        sameContent(item.content, candidate.content)
      );
    })
  );
}

const sameLayer = (a: Layer, b: Layer): boolean =>
  a.isCaption === b.isCaption &&
  jsonEqual(a.textStyle, b.textStyle) &&
  PICTURE_PROPERTIES.every((property) => a.values[property] === b.values[property]);

/** What draws a picture is the same only for the same picture. */
function sameContent<Canvas extends Context2d>(a: LayerContent<Canvas>, b: LayerContent<Canvas>): boolean {
  if (a.kind === 'picture' && b.kind === 'picture') return a.draw === b.draw;
  return a.kind !== 'picture' && b.kind !== 'picture' && a.kind === b.kind && a.words === b.words;
}

function drawContent<Canvas extends Context2d>(
  context: Canvas,
  project: Size,
  content: LayerContent<Canvas>,
  { isCaption, textStyle }: Layer,
): void {
  switch (content.kind) {
    case 'picture': {
      const { width, height } = fittedSize(project, content);
      content.draw(context, -width / 2, -height / 2, width, height);
      return;
    }
    case 'title':
      drawWords(
        context,
        project,
        content.words,
        isCaption ? CAPTION_LAYOUT : TITLE_LAYOUT,
        textStyle ?? resolveTextStyle(isCaption, undefined),
      );
      return;
    case 'placeholder':
      drawPlaceholder(context, project, content.words);
  }
}

/** Room that words have: shares of the picture, and the distance of two lines in sizes of the words. */
interface WordsLayout {
  width: number;
  lineHeight: number;
}

const TITLE_LAYOUT: WordsLayout = { width: 0.86, lineHeight: 1.25 };
const CAPTION_LAYOUT: WordsLayout = { width: 0.8, lineHeight: 1.3 };
/** Between words at the top or bottom and the edge, as a share of the picture's height. */
const WORDS_MARGIN = 0.06;
/** Of the box behind words, in sizes of the words. */
const BOX_PADDING = { x: 0.5, y: 0.2 };

function drawWords(
  context: Context2d,
  { width, height }: Size,
  words: string,
  layout: WordsLayout,
  style: ResolvedTextStyle,
): void {
  const size = height * style.size;
  context.font = `${style.weight} ${size}px ${fontFamiliesOf(style.typeface)}`;
  const capacity = width * layout.width;
  const lines = linesOf(context, words, capacity);
  const step = size * layout.lineHeight;
  const blockHeight = lines.length * step;
  const fromEdge = height / 2 - height * WORDS_MARGIN - blockHeight / 2;
  const middle = style.position === 'middle' ? 0 : style.position === 'top' ? -fromEdge : fromEdge;
  const anchor = style.align === 'center' ? 0 : style.align === 'left' ? -capacity / 2 : capacity / 2;
  if (style.background !== null && style.backgroundOpacity > 0 && words.trim() !== '') {
    const widest = Math.max(0, ...lines.map((line) => context.measureText(line).width));
    const left = style.align === 'center' ? -widest / 2 : style.align === 'left' ? anchor : anchor - widest;
    const opacity = context.globalAlpha;
    context.globalAlpha = opacity * style.backgroundOpacity;
    context.fillStyle = style.background;
    context.fillRect(
      left - size * BOX_PADDING.x,
      middle - blockHeight / 2 - size * BOX_PADDING.y,
      widest + 2 * size * BOX_PADDING.x,
      blockHeight + 2 * size * BOX_PADDING.y,
    );
    context.globalAlpha = opacity;
  }
  context.fillStyle = style.color;
  drawLines(context, lines, step, middle, style.align, anchor);
}

function drawPlaceholder(context: Context2d, { width, height }: Size, words: string): void {
  context.fillStyle = '#26282c';
  context.fillRect(-width / 2, -height / 2, width, height);
  context.strokeStyle = '#4a4e57';
  context.lineWidth = height / 200;
  const inset = height / 24;
  context.strokeRect(-width / 2 + inset, -height / 2 + inset, width - 2 * inset, height - 2 * inset);
  const size = height / 24;
  context.font = `500 ${size}px ${fontFamiliesOf('sans')}`;
  context.fillStyle = '#c9cdd6';
  drawLines(context, linesOf(context, words, width * 0.76), size * 1.35, 0);
}

function drawLines(
  context: Context2d,
  lines: readonly string[],
  step: number,
  middle: number,
  align: ResolvedTextStyle['align'] = 'center',
  anchor = 0,
): void {
  context.textAlign = align;
  context.textBaseline = 'middle';
  for (const [index, line] of lines.entries()) {
    context.fillText(line, anchor, middle + (index - (lines.length - 1) / 2) * step);
  }
}

const linesOf = (context: Context2d, words: string, capacity: number): string[] =>
  breakLines(words, { capacity, widthOf: (text) => context.measureText(text).width, maxLines: MAX_LINES });
