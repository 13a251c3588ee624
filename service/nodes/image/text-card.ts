import { sharp } from '#native/decoders/sharp.ts';
import { colorToHex, type Color } from '#shared/language/color.ts';
import { defineNode } from '../define-node.ts';
import { choice, color, invalid, number, text } from '../pins.ts';
import { escapeXml, SIZE_PINS, solidImage } from './generated.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { savePicture } from './pixels.ts';

/** Text is made smaller in these steps until it fits its card. */
const SHRINK = 0.85;
const MIN_SIZE = 4;
/** Least area of a letter with its line, in squares of the text size: that of an i. */
const MIN_LETTER = 0.33;

export const imageTextCard = defineNode({
  type: 'image/text-card',
  title: 'Text card',
  description:
    'Sets text on a plain or see-through card. Lines wrap by themselves, and text that would not fit is made smaller.',
  icon: 'letter-text',
  tags: ['title', 'caption', 'words', 'font', 'typography', 'generate'],
  preview: { pixels: ['width', 'height', 'size', 'padding', 'spacing'] },
  inputs: {
    text: text('Text', { multiline: true, default: 'Hello', maxLength: 5000 }),
    ...SIZE_PINS,
    size: number('Text size', { min: MIN_SIZE, max: 2000, default: 96 }),
    font: choice('Font', ['sans', 'serif', 'mono'], { default: 'sans' }),
    weight: choice('Weight', ['regular', 'bold'], { default: 'bold' }),
    align: choice('Align', ['left', 'center', 'right'], { default: 'center' }),
    vertical: choice('Vertical', ['top', 'middle', 'bottom'], { default: 'middle' }),
    color: color('Text color', { default: '#ffffff' }),
    background: color('Background', { default: 'transparent' }),
    padding: number('Padding', { min: 0, max: 4000, step: 1, default: 48 }),
    spacing: number('Line spacing', { min: 0, max: 1000, default: 0, exposed: false }),
  },
  outputs: IMAGE_OUTPUT,
  async run(inputs, execution) {
    const { width, height, padding, align, vertical, background } = inputs;
    const bounds = { width: width - padding * 2, height: height - padding * 2 };
    if (bounds.width < 1 || bounds.height < 1) {
      throw invalid(`A padding of ${padding} leaves no room on a card of ${width} × ${height} pixels.`);
    }
    const card = solidImage(width, height, background);
    const renderedText = inputs.text.trim() === '' ? null : await drawText(inputs, bounds);
    if (renderedText === null) return { image: await savePicture(execution, [], () => card, 'text') };
    const free = { x: bounds.width - renderedText.width, y: bounds.height - renderedText.height };
    const left = padding + Math.round(free.x * { left: 0, center: 0.5, right: 1 }[align]);
    const top = padding + Math.round(free.y * { top: 0, middle: 0.5, bottom: 1 }[vertical]);
    return {
      image: await savePicture(
        execution,
        [],
        () => card.composite([{ input: renderedText.bytes, left, top }]),
        'text',
      ),
    };
  },
});

interface TextStyle {
  text: string;
  size: number;
  font: 'sans' | 'serif' | 'mono';
  weight: 'regular' | 'bold';
  align: 'left' | 'center' | 'right';
  color: Color;
  spacing: number;
}

const FAMILIES = { sans: 'Inter, sans-serif', serif: 'serif', mono: 'JetBrains Mono, monospace' } as const;

async function drawText(style: TextStyle, bounds: { width: number; height: number }) {
  const { size, font, weight, align, color, spacing } = style;
  const alpha = Math.max(1, Math.round(color.alpha * 65_535));
  const markup = `<span foreground="${colorToHex({ ...color, alpha: 1 })}" fgalpha="${alpha}">${escapeXml(style.text)}</span>`;
  const letters = style.text.replace(/\s/g, '').length;
  for (let points = size; ; points *= SHRINK) {
    const last = points * SHRINK < MIN_SIZE;
    // Text far too large would be drawn on a sheet of gigabytes to find that out.
    if (!last && letters * MIN_LETTER * points ** 2 > bounds.width * bounds.height) continue;
    const { data, info } = await sharp({
      text: {
        text: markup,
        font: `${FAMILIES[font]} ${weight === 'bold' ? 'Bold ' : ''}${points}`,
        rgba: true,
        // At 72 dpi a point is a pixel.
        dpi: 72,
        width: bounds.width,
        wrap: last ? 'word-char' : 'word',
        align: align === 'center' ? 'centre' : align,
        spacing,
      },
    })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    const fits = info.width <= bounds.width && info.height <= bounds.height;
    if (fits) return { bytes: data, width: info.width, height: info.height };
    if (last)
      throw invalid(
        'Text is too long for the card, even in the smallest size. Shorten it, or use a larger card.',
      );
  }
}
