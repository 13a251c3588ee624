import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    oddMedium: (name: string) => Promise<string | null>;
    closeOddMedia: () => Promise<void>;
  }
}

/** One of the odd media, made by ffmpeg beside the page; null where it cannot be made. */
export async function loadOddMedium(name: string, type: string): Promise<string | null> {
  const bytes = await commands.oddMedium(name);
  if (bytes === null) return null;
  return URL.createObjectURL(
    new Blob([Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)], { type }),
  );
}

export const closeOddMedia = (): Promise<void> => commands.closeOddMedia();
