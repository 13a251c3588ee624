import { describe, expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { isFileValue, type FileValue, type NodeDefinition, type NodeValue } from './definition.ts';
import { nodeDefinitions } from './index.ts';
import { hasPreviewSize, inputsAtScale } from './preview-size.ts';
import { useNodeBench } from './testing/node-bench.ts';

const bench = useNodeBench();
const SCALE = 0.5;
/** Mean difference of channels, of 255: what sampling alone makes of edges. */
const MAX_DIFFERENCE = 6;

const typeOf = (type: string): NodeDefinition => {
  const found = nodeDefinitions.find((definition) => definition.type === type);
  if (found === undefined) throw new Error(`There is no node type ${type}.`);
  return found;
};

/** Shapes with hard and soft edges, transparent in a corner. */
async function picture(width: number, height: number, hue: string): Promise<FileValue> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 300">
    <defs><linearGradient id="g"><stop offset="0" stop-color="#222"/><stop offset="1" stop-color="${hue}"/></linearGradient></defs>
    <rect width="360" height="300" fill="url(#g)"/><circle cx="150" cy="140" r="90" fill="#f5f5f5" fill-opacity="0.8"/>
    <rect x="230" y="60" width="70" height="180" fill="#c02040"/></svg>`;
  return bench.store(await sharp(Buffer.from(svg)).png().toBuffer(), 'shapes.png', 'image/png');
}

async function smaller(file: FileValue): Promise<FileValue> {
  const { width, height } = await bench.look(file);
  const bytes = await sharp(bench.pathOf(file))
    .resize(Math.round(width * SCALE), Math.round(height * SCALE), { fit: 'fill' })
    .png()
    .toBuffer();
  return bench.store(bytes, file.filename, file.contentType);
}

const pixelsOf = (file: FileValue, width: number, height: number) =>
  sharp(bench.pathOf(file))
    .resize(width, height, { fit: 'fill' })
    .flatten({ background: '#808080' })
    .removeAlpha()
    .raw()
    .toBuffer();

async function difference(a: FileValue, b: FileValue): Promise<number> {
  const { width, height } = await bench.look(b);
  const [one, two] = [await pixelsOf(a, width, height), await pixelsOf(b, width, height)];
  expect(one.length).toBe(two.length);
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += Math.abs(one[i]! - two[i]!);
  return sum / one.length;
}

describe('at preview size', () => {
  test.each<[string, Record<string, NodeValue>]>([
    ['image/blur', { sigma: 9 }],
    ['image/resize', { width: 320, height: 200, fit: 'contain', background: '#112233' }],
    ['image/resize', { width: 500 }],
    ['image/crop', { left: 60, top: 40, width: 300, height: 220 }],
    ['image/crop', { aspect: '1:1', focusX: 0.2 }],
    [
      'image/perspective',
      { topLeftX: 0.1, topLeftY: 0.2, topRightX: 0.9, bottomRightY: 0.8, bottomLeftX: 0.05 },
    ],
    ['image/perspective', { mode: 'distort', topLeftX: 0.1, topLeftY: 0.2, bottomRightY: 0.8 }],
    ['image/composite', { x: 20, scale: 0.8, rotation: 30, place: 'top-left' }],
    ['image/border', { width: 24, side: 'inside' }],
    ['image/pad', { top: 20, right: 40, bottom: 60, left: 80, fill: 'mirror' }],
    ['image/sharpen', { radius: 4, amount: 1 }],
    ['image/rounded-corners', { radius: 60, unit: 'pixels' }],
    ['image/rounded-corners', { radius: 20, unit: 'percent' }],
    ['image/composite', { x: 40, y: -30, opacity: 0.7 }],
    ['image/contact-sheet', { cellWidth: 200, cellHeight: 160, gap: 20 }],
    ['image/flip', {}],
    ['image/rotate', { angle: 30, background: '#336699' }],
    ['image/adjust', { brightness: 1.3, saturation: 0.6 }],
    ['image/gamma', {}],
    ['image/greyscale', {}],
    ['image/tint', {}],
    ['image/invert', {}],
    ['image/threshold', {}],
    ['image/mask', {}],
    ['image/mask-from-transparency', {}],
    ['image/mask-from-color', { color: '#c02040' }],
    ['image/mask-edge', { grow: -12, feather: 6 }],
    ['image/mask-edge', { grow: 20, feather: 0 }],
    ['image/combine-masks', { operation: 'exclude' }],
    [
      'image/curves',
      {
        curves: {
          red: [
            [0, 90],
            [255, 200],
          ],
        },
      },
    ],
    ['image/drop-shadow', { x: 30, y: 18, blur: 14 }],
    ['image/glow', { radius: 20, threshold: 120 }],
    ['image/vignette', {}],
    ['image/halftone', { size: 24 }],
    ['image/gradient', { width: 400, height: 300 }],
    ['image/gradient', { width: 400, height: 300, startX: 0.2, startY: 0.1, endX: 0.6, endY: 0.9 }],
    ['image/solid', { width: 400, height: 300 }],
    [
      'image/text-card',
      { text: 'Poster', width: 400, height: 300, size: 72, padding: 30, background: '#102030' },
    ],
    ['image/noise', { width: 400, height: 300, kind: 'spots', scale: 64 }],
  ])('%s with %o looks as at full size, made smaller', async (type, inputs) => {
    const definition = typeOf(type);
    expect(hasPreviewSize(definition)).toBe(true);
    const full: Record<string, NodeValue> = { ...inputs };
    const small: Record<string, NodeValue> = { ...inputs };
    const pins = definition.inputs.filter(({ type: pin, optional }) => pin === 'image' && optional !== true);
    const images =
      type === 'image/contact-sheet'
        ? definition.inputs.filter((pin) => pin.type === 'image').slice(0, 3)
        : pins;
    for (const [index, { name }] of images.entries()) {
      const made = await picture(
        index === 0 ? 480 : 240,
        index === 0 ? 360 : 180,
        ['#3377cc', '#cc9933', '#44aa66'][index]!,
      );
      full[name] = made;
      small[name] = await smaller(made);
    }
    const [{ image: expected }, { image: preview }] = [
      await bench.run(definition, full),
      await definition.execute({
        ...bench.execution({ ...inputsAtScale(definition, small, SCALE) }),
        isPreview: true,
      }),
    ];
    if (!isFileValue(expected) || !isFileValue(preview)) throw new Error('There is no picture.');
    const [large, shrunk] = [await bench.look(expected), await bench.look(preview)];
    expect(Math.abs(large.width * SCALE - shrunk.width)).toBeLessThanOrEqual(2);
    expect(Math.abs(large.height * SCALE - shrunk.height)).toBeLessThanOrEqual(2);
    expect(await difference(expected, preview)).toBeLessThan(MAX_DIFFERENCE);
  });

  test('every length that a picture node has in pixels shrinks', () => {
    const lengths = /^(?:width|height|left|top|right|bottom|sigma|gap|cellWidth|cellHeight|padding|x|y)$/;
    for (const definition of nodeDefinitions.filter(({ preview }) => preview !== undefined)) {
      for (const { name } of definition.inputs.filter((pin) => lengths.test(pin.name))) {
        expect([definition.type, definition.preview?.pixels]).toEqual([
          definition.type,
          expect.arrayContaining([name]),
        ]);
      }
    }
  });

  test('lengths keep the limits of their pins, and nothing that is there vanishes', () => {
    const at = (inputs: Record<string, NodeValue>, scale: number) =>
      inputsAtScale(typeOf('image/pad'), inputs, scale);
    expect(at({ top: 3, right: 0, fill: 'edge' }, 0.01)).toMatchObject({ top: 1, right: 0, fill: 'edge' });
    expect(inputsAtScale(typeOf('image/composite'), { x: -3 }, 0.01)).toMatchObject({ x: -1 });
    expect(inputsAtScale(typeOf('image/sharpen'), { radius: 1 }, 0.01)).toMatchObject({ radius: 0.3 });
  });

  test('nothing is executed that waits, asks a model, runs a program or measures pixels', () => {
    const live = new Set(nodeDefinitions.filter(hasPreviewSize).map(({ type }) => type));
    for (const type of [
      'control/delay',
      'ai/image',
      'ai/text',
      'video/trim',
      'audio/mix',
      'image/info',
      'image/convert',
      // Files at their full size would be among smaller pictures.
      'list/files',
      'list/images',
    ])
      expect([type, live.has(type)]).toEqual([type, false]);
    for (const type of [
      'input/text',
      'text/template',
      'number/math',
      'logic/if',
      'output/file',
      'input/image',
      'list/values',
      'list/range',
      'list/pick',
    ])
      expect([type, live.has(type)]).toEqual([type, true]);
  });
});
