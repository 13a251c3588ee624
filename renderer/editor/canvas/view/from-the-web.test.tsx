// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { consumeIntent } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { pictureRequest } from '#renderer/uploads/index.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

/** What is dragged and copied from web pages and spreadsheets. */

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const empty: Graph = { nodes: [], connections: [] };
const stage = () => document.querySelector('[data-editor-stage]');
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

function transferOf(types: Record<string, string>, files: readonly File[] = []): DataTransfer {
  const transfer = new DataTransfer();
  for (const [type, data] of Object.entries(types)) transfer.setData(type, data);
  for (const file of files) transfer.items.add(file);
  return transfer;
}

function drop(types: Record<string, string>): { isTaken: boolean } {
  const init = { bubbles: true, cancelable: true, clientX: 300, clientY: 300 };
  const over = new DragEvent('dragover', { ...init, dataTransfer: transferOf(types) });
  stage()?.dispatchEvent(over);
  stage()?.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: transferOf(types) }));
  return { isTaken: over.defaultPrevented };
}

const paste = (types: Record<string, string>, files: readonly File[]) =>
  stage()?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: transferOf(types, files), bubbles: true, cancelable: true }),
  );
const picture = () => new File([new Uint8Array([137, 80, 78, 71])], 'image.png', { type: 'image/png' });

it.each([
  ['words', { 'text/plain': 'Harbor at dusk', 'text/html': '<b>Harbor at dusk</b>' }, 'Harbor at dusk'],
  [
    'a link',
    { 'text/uri-list': 'https://example.com/page', 'text/plain': 'https://example.com/page' },
    'https://example.com/page',
  ],
])('%s dropped from a page become a Text node', async (_what, types, text) => {
  const { session } = await showCanvas(standIn(empty));
  expect(drop(types).isTaken).toBe(true);
  await vi.waitFor(() =>
    expect(session.store.getGraph().nodes).toMatchObject([
      { type: 'input/text', inputs: { value: { type: 'string', value: text } } },
    ]),
  );
});

it('a picture that its page holds becomes an Image node', async () => {
  const { session } = await showCanvas(standIn(empty));
  drop({ 'text/uri-list': PIXEL, 'text/html': `<img src="${PIXEL}">` });
  await vi.waitFor(() =>
    expect(session.store.getGraph().nodes).toMatchObject([{ type: 'input/image', title: 'picture.png' }]),
  );
});

it('a picture at an address becomes an Image node when the person agrees', async () => {
  desk.bytes(
    '/desk/web-pictures',
    () => new Response('bytes', { headers: { 'content-type': 'image/webp' } }),
  );
  const { session } = await showCanvas(standIn(empty));
  drop({ 'text/html': '<img src="https://pictures.example/cat">' });
  await vi.waitFor(() => expect(pictureRequest.getState().request?.host).toBe('pictures.example'));
  expect(session.store.getGraph().nodes).toEqual([]);
  pictureRequest.getState().request?.decide(true);
  await vi.waitFor(() =>
    expect(session.store.getGraph().nodes).toMatchObject([{ type: 'input/image', title: 'cat.webp' }]),
  );
});

it('pasted cells of a spreadsheet are their words; a picture that was copied from a page stays one', async () => {
  const { session } = await showCanvas(standIn(empty));
  paste({ 'text/plain': 'a\tb\n1\t2', 'text/html': '<table><tr><td>a</td></tr></table>' }, [picture()]);
  await vi.waitFor(() =>
    expect(session.store.getGraph().nodes).toMatchObject([
      { type: 'input/text', inputs: { value: { value: 'a\tb\n1\t2' } } },
    ]),
  );
  paste({ 'text/html': '<img src="https://example.com/a.png">' }, [picture()]);
  await vi.waitFor(() =>
    expect(session.store.getGraph().nodes.map(({ type }) => type)).toEqual(['input/text', 'input/image']),
  );
});

it('the message about a dropped table has a button that asks for its runs', async () => {
  await showCanvas(standIn(empty));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['headline,size\nHarbor,12\nPier,14\n'], 'rows.csv', { type: 'text/csv' }));
  stage()?.dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, clientX: 300, clientY: 300, dataTransfer }),
  );
  await page.getByRole('button', { name: 'Open it in Batches' }).click();
  expect(consumeIntent(['run-rows'], null)?.table.name).toBe('rows.csv');
});
