import type { Locator } from '@playwright/test';

/**
 * Drops files from the system's file manager, as the browser itself sees it.
 * @param at fractions of the size of `on`.
 */
export async function dropFiles(
  on: Locator,
  paths: readonly string[],
  at: { x: number; y: number },
): Promise<void> {
  const page = on.page();
  // In view and standing still: what is dropped where it was a moment ago is lost.
  await on.scrollIntoViewIfNeeded();
  const box = (await on.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const event = {
    x: box.x + box.width * at.x,
    y: box.y + box.height * at.y,
    data: { items: [], files: [...paths], dragOperationsMask: 1 },
  };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...event });
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...event });
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...event });
  await session.detach();
}
