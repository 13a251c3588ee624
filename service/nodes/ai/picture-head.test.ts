import { describe, expect, it } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { readPictureHead } from './picture-head.ts';

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } });
const alpha = () => sharp({ create: { width: 40, height: 30, channels: 4, background: '#12345680' } });

describe('the head of a picture', () => {
  it.each([
    ['png', () => picture().png()],
    ['jpeg', () => picture().jpeg()],
    ['jpeg', () => picture().withMetadata({ orientation: 6 }).jpeg({ progressive: true })],
    ['webp', () => picture().webp()],
    ['webp', () => picture().webp({ lossless: true })],
    ['webp', () => alpha().webp()],
  ] as const)('tells format and sizes of a %s', async (format, make) => {
    const bytes = await make().toBuffer();
    expect(readPictureHead(bytes)).toEqual({ format, width: 40, height: 30 });
    // As part of a larger buffer, and cut off anywhere in the head.
    expect(readPictureHead(Buffer.concat([Buffer.from('xx'), bytes]).subarray(2))?.width).toBe(40);
    for (let length = 0; length < 24; length += 1)
      expect(readPictureHead(bytes.subarray(0, length))).toBeNull();
  });

  it.each([
    ['a GIF', Buffer.from('GIF89a........................')],
    ['text', Buffer.from('no picture at all, but long enough to look like one')],
    ['a JPEG whose segments lead nowhere', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0])],
    ['a PNG of no size', Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex')],
  ])('is not that of %s', (_what, bytes) => {
    expect(readPictureHead(bytes)).toBeNull();
  });
});
