// @module-tag long
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { Connection, LibraryOutput } from '#shared/desk/index.ts';
import { bindDeskEvents, deskKeys, clearMediaUrls, startDeskEvents } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput, libraryPicture } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Gallery } from './gallery.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const BROKEN = 'data:image/png;base64,AAAA';

function respondWith(outputs: readonly LibraryOutput[]) {
  desk.desk('searchOutputs', () => ({
    outputs: [...outputs],
    nextCursor: null,
    total: outputs.length,
    unreadRuns: 0,
  }));
  desk.desk('changeOutputs', ({ body }) => {
    const { outputIds, ...change } = body as { outputIds: string[] };
    return {
      outputs: outputs.filter(({ id }) => outputIds.includes(id)).map((one) => ({ ...one, ...change })),
    };
  });
  desk.desk('outputFacets', () => ({ kinds: [], nodes: [], batches: [], inputs: [] }));
  desk.desk('listCollections', () => ({ collections: [] }));
  desk.desk('mediaUrls', ({ body }) => ({
    urls: (body as { items: unknown[] }).items.map(() => ({ url: PIXEL, downloadUrl: PIXEL })),
  }));
  desk.desk('getOutput', () => {
    throw new Problem(502, 'UNREACHABLE', 'The desk cannot say. Try again.');
  });
}

const connection = (offlineSince: string | null): Connection => ({
  id: 'local',
  kind: 'local',
  name: 'Local workspace',
  baseUrl: 'http://127.0.0.1',
  keyHint: null,
  state: 'ready',
  createdAt: '2026-01-01T00:00:00.000Z',
  offlineSince,
});
const listOf = (offlineSince: string | null) => ({
  connections: [connection(offlineSince)],
  activeId: 'local',
});

/** The desk's events reach the cache, in which the service is away. */
function Away() {
  const client = useQueryClient();
  useEffect(() => {
    client.setQueryData(deskKeys.connections, listOf('2026-01-01T00:00:00.000Z'));
    return bindDeskEvents(client);
  }, [client]);
  return null;
}

const show = () =>
  renderPage(
    <div style={{ width: 1000, height: 640 }}>
      <Away />
      <Gallery
        connectionId="local"
        projectId="prj_1"
        projectHref={(id) => `/projects/local/${id}`}
        onOpenAsItWas={vi.fn<() => void>()}
        onAgain={vi.fn<() => void>()}
        onCover={vi.fn<() => void>()}
      />
    </div>,
  );
const tile = (name: string) => page.getByRole('option', { name: new RegExp(`^${name},`) });

async function chooseAll() {
  await expect.element(page.getByRole('listbox', { name: 'Outputs' })).toBeVisible();
  page.getByRole('listbox', { name: 'Outputs' }).element().focus();
  await userEvent.keyboard('{Control>}a{/Control}');
}
const deleteChosen = async (answer: string | RegExp) => {
  await userEvent.keyboard('{Delete}');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: answer }));
};

it('a picture that could not be shown comes back when its service is back', async () => {
  respondWith([libraryPicture(901)]);
  let isAway = true;
  desk.desk('mediaUrls', () => ({ urls: [{ url: isAway ? BROKEN : PIXEL, downloadUrl: PIXEL }] }));
  desk.api(endpoints.files.get, () => {
    throw new Problem(502, 'UNREACHABLE', 'The service cannot be reached.');
  });
  const ending = new AbortController();
  const realFetch = window.fetch;
  // A page before this one may still ask for events: each request has a stream of its own.
  const writers: WritableStreamDefaultWriter<Uint8Array>[] = [];
  /** What every stream is told, also one that is opened later. */
  let news: Uint8Array | null = null;
  const write = (writer: WritableStreamDefaultWriter<Uint8Array>) => {
    if (news !== null) void writer.write(news).catch(() => undefined);
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (pathname !== '/desk/events') return realFetch(input, init);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    writers.push(writer);
    write(writer);
    return new Response(readable);
  });
  await show();
  await expect.element(tile('Poster 901').getByText('The picture cannot be shown now')).toBeVisible();
  isAway = false;
  clearMediaUrls();
  const events = startDeskEvents(ending.signal);
  const event = { type: 'connections', list: listOf(null) };
  news = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
  for (const writer of writers) write(writer);
  await expect
    .element(tile('Poster 901').getByText('The picture cannot be shown now'))
    .not.toBeInTheDocument();
  ending.abort();
  await events;
});

it('of many files that cannot be deleted while the service is away, one message says how many', async () => {
  respondWith(Array.from({ length: 9 }, (_, index) => libraryPicture(index + 1)));
  desk.api(endpoints.files.delete, () => {
    throw new Problem(502, 'UNREACHABLE', 'The service cannot be reached. Try again when it is back.');
  });
  await show();
  await chooseAll();
  await deleteChosen('Delete 9 outputs');
  await expect.element(page.getByText('9 outputs were not deleted').first()).toBeVisible();
  await expect.element(page.getByText(/^The service cannot be reached\./).first()).toBeVisible();
  await expect.element(page.getByText(/ was not deleted/)).not.toBeInTheDocument();
  // What cannot be reached for one is not asked eight times more.
  expect(desk.calls('files.delete')).toHaveLength(1);
  expect(desk.calls('changeOutputs')).toHaveLength(0);
});

it('files that projects use stay, those that are free go, and one message names the projects', async () => {
  respondWith([1, 2, 3].map((number) => libraryPicture(number)));
  desk.api(endpoints.files.delete, ({ params }) => {
    if (params['file_id'] === 'file_2') return undefined;
    throw new Problem(409, 'CONFLICT', 'The file is used.', { projects: [{ name: 'Summer' }] });
  });
  await show();
  await chooseAll();
  await deleteChosen('Delete 3 outputs');
  await expect.element(page.getByText('2 outputs were not deleted').first()).toBeVisible();
  await expect.element(page.getByText(/used by “Summer”, so the service keeps them/).first()).toBeVisible();
  await expect.element(page.getByText('1 output deleted').first()).toBeVisible();
  await expect.element(tile('Poster 2')).not.toBeInTheDocument();
  await expect.element(tile('Poster 1')).toBeVisible();
});

it('a value has no file: it is hidden, and nothing says that it was deleted', async () => {
  respondWith([1, 2].map((number) => libraryOutput(number)));
  await show();
  await chooseAll();
  await deleteChosen('Hide 2 values');
  await expect.element(page.getByText('2 values hidden').first()).toBeVisible();
  await expect.element(page.getByText(/outputs? deleted/)).not.toBeInTheDocument();
  expect(desk.calls('changeOutputs').at(-1)?.body).toEqual({ outputIds: ['1', '2'], hidden: true });
  await userEvent.click(page.getByRole('button', { name: 'Show what is hidden' }));
  await expect.poll(() => desk.calls('searchOutputs').at(-1)?.body).toMatchObject({ hidden: true });
});

it('a value that cannot be read to be saved or copied says so', async () => {
  respondWith([libraryOutput(1)]);
  await show();
  await userEvent.click(tile('Poem 1'));
  await userEvent.click(page.getByRole('button', { name: 'Save as…' }));
  await expect.element(page.getByText('“Poem 1” was not saved').first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Copy', exact: true }));
  await expect.element(page.getByText('“Poem 1” was not copied').first()).toBeVisible();
});

it('a file that was deleted at the service is not offered as a download that fails', async () => {
  respondWith([libraryPicture(1, { missing: true })]);
  await show();
  await userEvent.click(tile('Poster 1'));
  await userEvent.click(page.getByRole('button', { name: 'Save as…' }));
  await expect.element(page.getByText('The file was deleted at the service').first()).toBeVisible();
});
