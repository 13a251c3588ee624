import { expect, type Page } from '@playwright/test';

/** Waits until nothing more is read: pictures come one by one, and events of a run keep the network from ever resting. */
export async function allLoaded(desk: Page): Promise<void> {
  let before = -1;
  const isAllLoaded = async () => {
    const loaded = await desk.evaluate(() => performance.getEntriesByType('resource').length);
    const isSame = loaded === before;
    before = loaded;
    return isSame;
  };
  await expect.poll(isAllLoaded, { intervals: [700] }).toBe(true);
}
