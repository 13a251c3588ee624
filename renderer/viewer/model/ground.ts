import { createStore } from 'zustand/vanilla';
import { words } from '#renderer/words/index.ts';

const t = words.viewer.grounds;

/** What lies behind a picture and shows through its transparent parts. */
export const backdrops = ['checker', 'light', 'dark'] as const;
export type Backdrop = (typeof backdrops)[number];

export const backdropLabels: Readonly<Record<Backdrop, string>> = {
  checker: t.checker,
  light: t.light,
  dark: t.dark,
};

const NAME = 'patchbay.viewer.ground';

const isBackdrop = (value: unknown): value is Backdrop => backdrops.some((backdrop) => backdrop === value);

function storedBackdrop(): Backdrop {
  try {
    const stored = localStorage.getItem(NAME);
    return isBackdrop(stored) ? stored : 'checker';
  } catch {
    return 'checker';
  }
}

export const backdropStore = createStore<{ ground: Backdrop }>(() => ({ ground: storedBackdrop() }));

/** Chooses a ground, for this window and the next ones. */
export function selectBackdrop(backdrop: Backdrop): void {
  backdropStore.setState({ ground: backdrop });
  try {
    localStorage.setItem(NAME, backdrop);
  } catch {
    // Without storage it holds for this window.
  }
}

export function selectNextBackdrop(): void {
  const at = backdrops.indexOf(backdropStore.getState().ground);
  selectBackdrop(backdrops[(at + 1) % backdrops.length] ?? 'checker');
}
