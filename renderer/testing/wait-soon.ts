import { vi } from 'vitest';

/** Milliseconds from one look to the next: less than a frame, as what is waited for comes with one. */
const INTERVAL_MS = 5;

/** Waits as `vi.waitFor` does, for what a test waits for so often that looking every 50 ms would be most of its time. */
export const waitSoon = <Found>(look: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(look, { interval: INTERVAL_MS });
