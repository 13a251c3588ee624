import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharp, type OverlayOptions, type Sharp } from '#native/decoders/sharp.ts';
import { isFileValue, type JsonValue, type NodeDefinition, type NodeValue } from './definition.ts';
import { createFolderExecutions } from './folder-execution.ts';
import { drawSvg, escapeXml } from './image/generated.ts';
import { drawNodeCard, drawSamplePicture, THUMBNAIL } from './thumbnail-drawings.ts';

export interface Thumbnail {
  bytes: Uint8Array;
  contentType: string;
}

/** The sample picture's size: twice the thumbnail's, so that effects measured in pixels show. */
const SAMPLE = { width: THUMBNAIL.width * 2, height: THUMBNAIL.height * 2 };

/** Settings that make an effect plain to see. Image inputs get sample pictures by themselves. */
const SETTINGS: Readonly<Record<string, Record<string, JsonValue>>> = {
  'image/solid': SAMPLE,
  'image/gradient': { ...SAMPLE, middle: '#db2777' },
  'image/noise': { ...SAMPLE, scale: 160, dark: '#1e3a5f', light: '#f5efe6' },
  'image/text-card': {
    ...SAMPLE,
    text: 'Aa',
    size: 220,
    color: '#fbbf24',
    background: '#292524',
    font: 'serif',
  },
  'image/resize': { width: 300, height: 300, fit: 'contain', background: '#44403c' },
  'image/crop': { left: 230, top: 50, width: 200, height: 200 },
  'image/rotate': { angle: 18 },
  'image/perspective': {
    mode: 'distort',
    topLeftX: 0.2,
    topLeftY: 0.15,
    topRightX: 0.85,
    bottomRightY: 0.85,
    bottomLeftX: 0.05,
  },
  'image/sharpen': { radius: 2, amount: 8 },
  'image/adjust': { hue: 150, saturation: 1.4, contrast: 1.2 },
  'image/gamma': { gamma: 2.6 },
  'image/threshold': { level: 120 },
  'image/curves': {
    curves: {
      all: [
        [0, 0],
        [64, 30],
        [190, 225],
        [255, 255],
      ],
      blue: [
        [0, 60],
        [255, 200],
      ],
    },
  },
  'image/mask-from-color': { color: '#e8734a', tolerance: 18, softness: 12 },
  'image/mask-edge': { grow: 40, feather: 6 },
  'image/combine-masks': { operation: 'exclude' },
  'image/drop-shadow': { x: 0, y: 22, blur: 24, opacity: 0.9, color: '#f59e0b' },
  'image/glow': { threshold: 110, radius: 30, strength: 2 },
  'image/vignette': { amount: 0.9, size: 30 },
  'image/halftone': { size: 16, inks: 'cmyk' },
  'image/composite': { blend: 'screen', fit: 'fill', opacity: 0.9 },
  'image/pad': { top: 60, right: 60, bottom: 60, left: 60, fill: 'mirror' },
  'image/border': { width: 36, color: '#fafaf9' },
  'image/rounded-corners': { radius: 30 },
  'image/contact-sheet': { cellWidth: 200, cellHeight: 130, gap: 14, columns: 3 },
  'image/convert': { quality: 3 },
};

/**
 * A picture for a node type, 256 × 160 pixels: for image nodes their effect on a sample picture, for others a drawing of
 * the node with its pins. The same definition always gives the same picture; the caller keeps it.
 */
export async function nodeTypeThumbnail(definition: NodeDefinition): Promise<Thumbnail> {
  const picture = definition.category === 'image' ? await drawEffect(definition) : drawNodeCard(definition);
  return { bytes: await picture.webp({ quality: 85 }).toBuffer(), contentType: 'image/webp' };
}

async function drawEffect(definition: NodeDefinition): Promise<Sharp> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-thumbnail-'));
  try {
    const executions = createFolderExecutions(folder);
    const inputs: Record<string, NodeValue | undefined> = { ...SETTINGS[definition.type] };
    const slots = definition.inputs.filter((pin) => pin.type === 'image');
    for (const [index, pin] of slots.slice(0, 6).entries()) {
      const bytes = await samplePicture(SAMPLES_OF[definition.type]?.[index] ?? index % LANDSCAPES.length);
      inputs[pin.name] = await executions.store(bytes, `sample-${index}.png`, 'image/png');
    }
    if (definition.inputs.some(({ name, type }) => name === 'table' && type === 'file'))
      inputs['table'] = await executions.store(Buffer.from(SAMPLE_TABLE), 'sample.cube', 'text/plain');
    const outputs = await definition.execute(executions.execution(inputs));
    const image = Object.values(outputs).find((value) => isFileValue(value));
    const source = image === undefined ? await samplePicture(0) : executions.pathOf(image);
    return await frame(source, image === undefined ? [{ input: await caption(outputs) }] : []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const drawLandscape = () => drawSamplePicture(SAMPLE.width, SAMPLE.height).removeAlpha();
const drawLight = () =>
  drawSvg(
    SAMPLE.width,
    SAMPLE.height,
    `<defs><radialGradient id="l" cx="0.5" cy="0.5" r="0.5"><stop offset="0.2" stop-color="#fff"/><stop offset="1" stop-color="#000"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#l)"/>`,
  ).removeAlpha();
const shiftHue = (hue: number) => async () => sharp(await samplePicture(0)).modulate({ hue });

const drawShapes = (shapes: string) => () =>
  drawSvg(SAMPLE.width, SAMPLE.height, `<rect width="100%" height="100%"/><g fill="#fff">${shapes}</g>`);
/** The landscape in the shape of a badge, around which one sees through. */
async function drawBadge(): Promise<Sharp> {
  const badge = drawSvg(
    SAMPLE.width,
    SAMPLE.height,
    '<rect x="136" y="50" width="240" height="200" rx="60" fill="#fff"/>',
  );
  return sharp(await samplePicture(0)).composite([{ input: await badge.png().toBuffer(), blend: 'dest-in' }]);
}

/** A landscape; a soft spot of light, as an overlay or mask; and the landscape in other colors. */
const LANDSCAPES: readonly (() => Sharp | Promise<Sharp>)[] = [
  drawLandscape,
  drawLight,
  ...[80, 200, 280].map(shiftHue),
];
const [BADGE, CIRCLE, SQUARE] = [LANDSCAPES.length, LANDSCAPES.length + 1, LANDSCAPES.length + 2];
const SAMPLES: typeof LANDSCAPES = [
  ...LANDSCAPES,
  drawBadge,
  drawShapes('<circle cx="206" cy="160" r="110"/>'),
  drawShapes('<rect x="206" y="70" width="200" height="180"/>'),
];
/** What image inputs get, in order, where landscapes would show nothing. */
const SAMPLES_OF: Readonly<Record<string, readonly number[]>> = {
  'image/drop-shadow': [BADGE],
  'image/mask-from-transparency': [BADGE],
  'image/mask-edge': [SQUARE],
  'image/combine-masks': [CIRCLE, SQUARE],
};
/** A look of cool shadows and warm lights. */
const SAMPLE_TABLE = `LUT_3D_SIZE 2\n0 0.1 0.3\n1 0.1 0.1\n0 0.8 0.4\n1 0.9 0.2\n0 0.1 0.7\n0.9 0.2 0.7\n0 0.8 0.9\n1 0.95 0.8\n`;
const sampleCache = new Map<number, Promise<Buffer>>();

/** The bytes of a sample picture. Nearly every image node wants one, so it is drawn once. */
function samplePicture(index: number): Promise<Buffer> {
  let pending = sampleCache.get(index);
  if (pending === undefined) {
    pending = (async () => (await SAMPLES[index]!()).png().toBuffer())();
    sampleCache.set(index, pending);
  }
  return pending;
}

/** Fits an image into the thumbnail, see-through parts as a checkerboard, with layers above it. */
async function frame(image: string | Buffer, layers: readonly OverlayOptions[]): Promise<Sharp> {
  const { width, height } = THUMBNAIL;
  const { data, info } = await sharp(image)
    .resize(width, height, { fit: 'contain', background: 'transparent' })
    .ensureAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const board = `<defs><pattern id="c" width="16" height="16" patternUnits="userSpaceOnUse"><rect width="16" height="16" fill="#292524"/><path d="M0 0h8v8h8v8h-8v-8h-8z" fill="#35312e"/></pattern></defs><rect width="100%" height="100%" fill="url(#c)"/>`;
  return drawSvg(width, height, board)
    .composite([{ input: data, raw }, ...layers])
    .removeAlpha();
}

/** What a node that only looks at an image finds: its colors as swatches, or its sizes in figures. */
async function caption(outputs: Record<string, NodeValue>): Promise<Buffer> {
  const { width, height } = THUMBNAIL;
  const palette = outputs['palette'];
  const content = Array.isArray(palette)
    ? palette
        .map((color, index) => {
          const share = width / palette.length;
          return `<rect x="${index * share}" y="${height - 44}" width="${share + 1}" height="44" fill="${escapeXml(typeof color === 'string' ? color : '')}"/>`;
        })
        .join('')
    : `<rect y="${height - 36}" width="${width}" height="36" fill="#1c1917" fill-opacity="0.85"/><text x="${width / 2}" y="${height - 12}" font-family="sans-serif" font-size="18" text-anchor="middle" fill="#fafaf9">${Object.values(
        outputs,
      )
        .filter((value) => typeof value === 'number')
        .map((value) => Number(value.toFixed(2)))
        .slice(0, 2)
        .join(' × ')}</text>`;
  return drawSvg(width, height, content).png().toBuffer();
}
