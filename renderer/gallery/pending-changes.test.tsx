import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { startDeskEvents } from '#renderer/desk/index.ts';
import { respondWithLibrary, show, useGalleryDesk } from './testing/gallery-bench.tsx';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';

let desk: DeskStandIn;
useGalleryDesk((next) => (desk = next));
let stop = new AbortController();
afterEach(() => stop.abort());

/** The stream of the desktop process. @returns what is told to the page from now on. */
function startEvents(): (event: object) => void {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  desk.bytes('/desk/events', () => new Response(readable));
  stop = new AbortController();
  void startDeskEvents(stop.signal);
  return (event) =>
    void writer.write(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)).catch(() => undefined);
}

it('says how many stars and notes others do not see yet, while they wait for the service', async () => {
  const tell = startEvents();
  respondWithLibrary(3);
  let status = { isShared: true, pending: 2 };
  desk.desk('getTeamStatus', () => status);
  await show();
  await expect.element(page.getByRole('status').filter({ hasText: '2 changes wait' })).toBeVisible();
  status = { isShared: true, pending: 0 };
  tell({ type: 'team', connectionId: 'local', ...status });
  await expect.element(page.getByText(/changes? waits? for the service/)).not.toBeInTheDocument();
});
