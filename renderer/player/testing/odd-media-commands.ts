import { commands } from 'vitest/browser';

interface OddReference {
  bytes: string;
  contentType: string;
  frames: { time: number; film: string; node: string | null }[];
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    oddMedium: (name: string) => Promise<string | null>;
    oddReference: (name: string) => Promise<OddReference | null>;
    closeOddMedia: () => Promise<void>;
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);

const urlOf = (base64: string, type: string): string =>
  URL.createObjectURL(new Blob([bytesOf(base64)], { type }));

/** One of the odd media, made by ffmpeg beside the page; null where it cannot be made. */
export async function loadOddMedium(name: string, type: string): Promise<string | null> {
  const bytes = await commands.oddMedium(name);
  return bytes === null ? null : urlOf(bytes, type);
}

/** A moment of a medium: what films and the node Frame of video draw of it, RGBA. */
interface Reference {
  /** Seconds. */
  time: number;
  film: Uint8Array;
  node: Uint8Array | null;
}

/** One of the odd media as the monitor plays it, with what is drawn of it elsewhere; null where it cannot be made. */
export async function loadOddReference(
  name: string,
): Promise<{ url: string; references: Reference[] } | null> {
  const made = await commands.oddReference(name);
  if (made === null) return null;
  return {
    url: urlOf(made.bytes, made.contentType),
    references: made.frames.map(({ time, film, node }) => ({
      time,
      film: bytesOf(film),
      node: node === null ? null : bytesOf(node),
    })),
  };
}

export const closeOddMedia = (): Promise<void> => commands.closeOddMedia();
