/** What the first bytes of a picture say about it. */
export interface PictureHead {
  format: 'png' | 'jpeg' | 'webp';
  width: number;
  height: number;
}

/**
 * Reads the head of a PNG, JPEG or WebP without decoding anything: it runs where a provider's key is, and there no
 * decoder may be loaded.
 * @returns null for anything else, and for a head that is cut off.
 */
export function readPictureHead(bytes: Uint8Array): PictureHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a) return readPng(view);
    if (view.getUint16(0) === 0xffd8) return readJpeg(view);
    if (textAt(view, 0) === 'RIFF' && textAt(view, 8) === 'WEBP') return readWebp(view);
  } catch (error) {
    // The head ends before its sizes.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

const textAt = (view: DataView, offset: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));

const sized = (format: PictureHead['format'], width: number, height: number): PictureHead | null =>
  width > 0 && height > 0 ? { format, width, height } : null;

function readPng(view: DataView): PictureHead | null {
  return textAt(view, 12) === 'IHDR' ? sized('png', view.getUint32(16), view.getUint32(20)) : null;
}

/** Segments follow each other, each with its length; the frame header holds the sizes. */
function readJpeg(view: DataView): PictureHead | null {
  for (let offset = 2; ;) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized('jpeg', view.getUint16(offset + 7), view.getUint16(offset + 5));
    const length = view.getUint16(offset + 2);
    if (length < 2 || marker === 0xd9 || marker === 0xda) return null;
    offset += 2 + length;
  }
}

function readWebp(view: DataView): PictureHead | null {
  const uint24 = (offset: number) => view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
  switch (textAt(view, 12)) {
    case 'VP8X':
      return sized('webp', uint24(24) + 1, uint24(27) + 1);
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return view.getUint8(20) === 0x2f
        ? sized('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
        : null;
    }
    case 'VP8 ':
      return sized('webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    default:
      return null;
  }
}
