/**
 * Text coding is part of every platform Patchbay runs on, but not of the language's own library. Only what is used here is
 * declared: `shared` still sees no clock, disk or network.
 */
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean });
  decode(bytes: Uint8Array, options?: { stream: boolean }): string;
}

declare class TextEncoder {
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}
