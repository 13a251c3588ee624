import { vi } from 'vitest';

/** What comes in a moment comes in seconds on a busy machine; `vi.waitFor` has no setting for it as `expect.poll` has. */
const WAIT_MS = 15_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
vi.waitUntil = (callback, options) =>
  waitUntil(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
