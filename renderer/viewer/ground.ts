import { createStore } from 'zustand/vanilla';

/** What lies behind a picture and shows through its transparent parts. */
export const grounds = ['checker', 'light', 'dark'] as const;
export type Ground = (typeof grounds)[number];

export const groundLabels: Readonly<Record<Ground, string>> = {
  checker: 'Checkerboard',
  light: 'Light',
  dark: 'Dark',
};

const NAME = 'patchbay.viewer.ground';

const isGround = (value: unknown): value is Ground => grounds.some((ground) => ground === value);

function storedGround(): Ground {
  try {
    const stored = localStorage.getItem(NAME);
    return isGround(stored) ? stored : 'checker';
  } catch {
    return 'checker';
  }
}

export const groundStore = createStore<{ ground: Ground }>(() => ({ ground: storedGround() }));

/** Chooses a ground, for this window and the next ones. */
export function chooseGround(ground: Ground): void {
  groundStore.setState({ ground });
  try {
    localStorage.setItem(NAME, ground);
  } catch {
    // Without storage it holds for this window.
  }
}

export function chooseNextGround(): void {
  const at = grounds.indexOf(groundStore.getState().ground);
  chooseGround(grounds[(at + 1) % grounds.length] ?? 'checker');
}
