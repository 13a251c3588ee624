import { sharp } from '#native/testing/sharp.ts';
import { describe, expect, test } from 'vitest';
import { nodeDefinitions } from './index.ts';
import { nodeTypeThumbnail } from './thumbnails.ts';

/** Each is drawn once for all tests here. */
const drawn = new Map<string, ReturnType<typeof nodeTypeThumbnail>>();
const pictureOf = (definition: (typeof nodeDefinitions)[number]) => {
  const picture = drawn.get(definition.type) ?? nodeTypeThumbnail(definition);
  drawn.set(definition.type, picture);
  return picture;
};

const pixelsOf = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer();

/** Mean distance of two pictures, 0 to 255. */
function distance(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}

describe.each(nodeDefinitions.map((definition) => [definition.type, definition] as const))(
  '%s',
  (_, definition) => {
    test('has a picture of the right size that is not one flat color', async () => {
      const { bytes, contentType } = await pictureOf(definition);
      const { width, height, format } = await sharp(bytes).metadata();
      expect([width, height, format, contentType]).toEqual([256, 160, 'webp', 'image/webp']);
      const { channels } = await sharp(bytes).stats();
      const spread = Math.max(...channels.map((channel) => channel.stdev));
      expect(definition.type === 'image/solid' ? 100 : spread).toBeGreaterThan(5);
    });
  },
);

test('no two node types look the same', async () => {
  const pictures = await Promise.all(
    nodeDefinitions.map(async (definition) => ({
      type: definition.type,
      pixels: await pixelsOf((await pictureOf(definition)).bytes),
    })),
  );
  const alike: string[] = [];
  for (const [index, { type, pixels }] of pictures.entries()) {
    for (const other of pictures.slice(index + 1)) {
      if (distance(pixels, other.pixels) < 0.5) alike.push(`${type} and ${other.type}`);
    }
  }
  expect(alike).toEqual([]);
});

test('the same node type always has the same picture', async () => {
  const [definition] = nodeDefinitions.filter(({ type }) => type === 'image/blur');
  if (definition === undefined) throw new Error('There is no image/blur.');
  const [first, second] = [await nodeTypeThumbnail(definition), await nodeTypeThumbnail(definition)];
  expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true);
});
