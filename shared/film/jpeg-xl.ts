/** Beginnings of JPEG XL: in a container, and bare. Source: ISO/IEC 18181-2, 9.1. */
const CONTAINER = [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a];
const CODESTREAM = [0xff, 0x0a];

/** Bytes that tell. */
export const JPEG_XL_HEAD_BYTES = CONTAINER.length;

/** Whether a file is JPEG XL, which no decoder of pictures here reads. @param head its first bytes */
export const isJpegXl = (head: Uint8Array): boolean =>
  [CONTAINER, CODESTREAM].some(
    (start) => head.length >= start.length && start.every((byte, index) => head[index] === byte),
  );
