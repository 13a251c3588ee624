const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const heic = [0, 0, 0, 24, ...ascii('ftypheic'), 0, 0, 0, 0, ...ascii('mif1heic')];
const mif1 = [0, 0, 0, 24, ...ascii('ftypmif1'), 0, 0, 0, 0, ...ascii('mif1heix')];
const jxl = [0, 0, 0, 12, 74, 88, 76, 32, 13, 10, 135, 10, 0];

/** Pictures that nothing here reads: name, type, bytes, and what every door says of them, with a way on. */
export const UNREADABLE_FILES = (
  [
    ['IMG_0001.HEIC', '', heic, 'heic'],
    ['IMG_0002.heif', 'image/heif', heic, 'heic'],
    // Messengers and web pages call them so.
    ['IMG_0003.jpg', 'image/jpeg', heic, 'heic'],
    ['IMG_0004.jpg', 'image/jpeg', mif1, 'heic'],
    ['photo.jxl', '', jxl, 'jxl'],
    ['photo.png', 'image/png', jxl, 'jxl'],
  ] as const
).map(([name, type, bytes, format]) => ({
  name,
  /** It is told by its name and type, without its bytes. */
  isNamed: /hei[cf]|jxl/i.test(name),
  file: () => new File([Uint8Array.from(bytes)], name, { type }),
  sentence:
    format === 'heic'
      ? `${name} is HEIC, which cannot be read here. On the iPhone choose Settings, Camera, Formats, Most Compatible, or save the photo as JPEG and drop that.`
      : `${name} is JPEG XL. Nodes and films have no decoder for it: they read JPEG, PNG, WebP, AVIF, GIF, TIFF and SVG. Save it as PNG or JPEG and drop that.`,
}));
