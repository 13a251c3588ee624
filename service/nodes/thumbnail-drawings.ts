import type { Sharp } from '#native/decoders/sharp.ts';
import { parsePinType, type PinBase } from '#shared/graph/pin-type.ts';
import type { NodeDefinition, PinDefinition } from './definition.ts';
import { drawSvg, escapeXml } from './image/generated.ts';

/** Size of a node type's picture in pixels. */
export const THUMBNAIL = { width: 256, height: 160 } as const;

const CATEGORY_COLORS: Readonly<Record<string, string>> = {
  input: '#b0812f',
  text: '#a08456',
  number: '#3f6fb5',
  logic: '#7d7a76',
  json: '#78863a',
  image: '#7f5bc2',
  audio: '#2f8f86',
  video: '#b9506f',
  media: '#9c5a86',
  ai: '#4f7fa3',
  control: '#a3552e',
  output: '#4f8a4d',
};

const PIN_COLORS: Readonly<Record<PinBase, string>> = {
  image: '#a78bfa',
  video: '#fb7185',
  audio: '#2dd4bf',
  text: '#d6b98c',
  choice: '#d6b98c',
  number: '#60a5fa',
  boolean: '#a8a29e',
  json: '#a3b34f',
  file: '#b98a68',
  color: '#f0abfc',
  any: '#e7e5e4',
};

const MAX_ROWS = 4;
const ROW = 20;

/** A drawing of the node as it lies on the canvas: title, inputs on the left, outputs on the right. Around it one sees through, so that it lies well on light and on dark. */
export function drawNodeCard(definition: NodeDefinition): Sharp {
  const { width, height } = THUMBNAIL;
  const hue = CATEGORY_COLORS[definition.category] ?? '#7d7a76';
  const inputs = definition.inputs.filter((pin) => pin.exposed !== false).slice(0, MAX_ROWS);
  const outputs = definition.outputs.slice(0, MAX_ROWS);
  const rows = Math.max(1, inputs.length, outputs.length);
  const box = { x: 40, width: width - 80, height: 40 + rows * ROW };
  const top = Math.round((height - box.height) / 2);
  const rowY = (index: number) => top + 46 + index * ROW;
  const wires = [
    // Values of input nodes are set by hand.
    ...(definition.category === 'input' ? [] : inputs).map((pin, index) => wire(0, box.x, rowY(index), pin)),
    ...outputs.map((pin, index) => wire(width, box.x + box.width, rowY(index), pin)),
  ];
  const body = `<rect x="${box.x}" y="${top}" width="${box.width}" height="${box.height}" rx="10" fill="#292524" stroke="#44403c"/><path d="M${box.x} ${top + 30}V${top + 10}a10 10 0 0 1 10-10h${box.width - 20}a10 10 0 0 1 10 10v20z" fill="${hue}"/>`;
  const title = label(definition.title, box.x + 12, top + 20, 14, 'start', '#fff', 'bold');
  const labels = [
    ...inputs.map((pin, index) =>
      label(
        short(pin.label, outputs[index] === undefined ? 20 : 11),
        box.x + 12,
        rowY(index) + 4,
        11,
        'start',
      ),
    ),
    ...outputs.map((pin, index) =>
      label(short(pin.label, 11), box.x + box.width - 12, rowY(index) + 4, 11, 'end'),
    ),
  ];
  const pins = [
    ...inputs.map((pin, index) => pinShape(pin, box.x, rowY(index))),
    ...outputs.map((pin, index) => pinShape(pin, box.x + box.width, rowY(index))),
  ];
  return drawSvg(width, height, [...wires, body, title, ...labels, ...pins].join(''));
}

function wire(fromX: number, toX: number, y: number, pin: PinDefinition): string {
  const middle = (fromX + toX) / 2;
  const fromY = y + (y - THUMBNAIL.height / 2) * 0.6;
  return `<path d="M${fromX} ${fromY}C${middle} ${fromY} ${middle} ${y} ${toX} ${y}" fill="none" stroke="${colorOf(pin)}" stroke-width="2" stroke-opacity="0.6"/>`;
}

/** Each kind of value has a shape besides its color, as on the canvas. */
function pinShape(pin: PinDefinition, x: number, y: number): string {
  const color = colorOf(pin);
  const edge = 'stroke="#1c1917" stroke-width="1.5"';
  switch (parsePinType(pin.type).base) {
    case 'image':
      return `<path d="M${x - 6} ${y}L${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}Z" fill="${color}" ${edge}/>`;
    case 'video':
    case 'file':
      return `<rect x="${x - 5}" y="${y - 5}" width="10" height="10" rx="2" fill="${color}" ${edge}/>`;
    case 'number':
      return `<path d="M${x - 6} ${y + 5}L${x} ${y - 6}L${x + 6} ${y + 5}Z" fill="${color}" ${edge}/>`;
    case 'any':
      return `<circle cx="${x}" cy="${y}" r="4.5" fill="#1c1917" stroke="${color}" stroke-width="2"/>`;
    default:
      return `<circle cx="${x}" cy="${y}" r="5" fill="${color}" ${edge}/>`;
  }
}

function colorOf(pin: PinDefinition): string {
  return PIN_COLORS[parsePinType(pin.type).base];
}

function label(
  text: string,
  x: number,
  y: number,
  size: number,
  anchor: 'start' | 'end',
  fill = '#d6d3d1',
  weight: 'normal' | 'bold' = 'normal',
): string {
  return `<text x="${x}" y="${y}" font-family="Inter, sans-serif" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}">${escapeXml(text)}</text>`;
}

function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** A landscape at dusk: smooth tones, edges, and colors far apart, so that every effect has something to work on. */
export function drawSamplePicture(width: number, height: number): Sharp {
  const ridge = (base: number, heights: readonly number[]) => {
    const step = 512 / (heights.length - 1);
    const points = heights.map((rise, index) => `L${index * step} ${base - rise}`).join('');
    return `M0 320L0 ${base}${points}L512 320Z`;
  };
  const trees = Array.from({ length: 15 }, (_, index) => {
    const x = 8 + index * 36 + ((index * 37) % 17);
    const tall = 26 + ((index * 53) % 22);
    return `<path d="M${x} ${300 - tall}l${tall / 3.2} ${tall}h-${tall / 1.6}z"/>`;
  }).join('');
  return drawSvg(
    width,
    height,
    `<svg viewBox="0 0 512 320" width="${width}" height="${height}" preserveAspectRatio="none">
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#27406f"/><stop offset="0.45" stop-color="#c2607a"/><stop offset="0.75" stop-color="#f6b26b"/>
        </linearGradient>
        <linearGradient id="hill" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3f7d5a"/><stop offset="1" stop-color="#1f4a3c"/></linearGradient>
      </defs>
      <rect width="512" height="320" fill="url(#sky)"/>
      <circle cx="348" cy="150" r="44" fill="#ffe7b0"/>
      <path d="${ridge(220, [20, 70, 40, 110, 60, 96, 44, 84, 30])}" fill="#6a5687"/>
      <path d="${ridge(250, [50, 16, 60, 30, 72, 24, 50, 12, 40, 20])}" fill="#41496f"/>
      <path d="M0 272C110 232 190 292 300 262S450 240 512 268V320H0Z" fill="url(#hill)"/>
      <g fill="#14332c">${trees}</g>
    </svg>`,
  );
}
