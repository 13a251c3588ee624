// @module-tag long
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { newSettings, planSavedFile, type SavedSettings } from '#shared/saved-settings/index.ts';
import { readSettingsOf } from './read-settings.ts';
import { SavedSettingsDialog } from './saved-settings-dialog.tsx';
import { SettingsDrop } from './settings-drop.tsx';
import { settingsPrompt } from './settings-store.ts';

const settings: SavedSettings = newSettings({
  writtenBy: '0.1.0',
  project: { name: 'Sunset', version: 3 },
  output: { title: 'Poster', nodeId: 'sky' },
  inputOverrides: {},
  isExact: true,
  removed: 2,
  graph: { nodes: [{ id: 'sky', type: 'image/gradient', inputs: {} }], connections: [] },
});

const bytesOf = async (stream: ReadableStream<BufferSource>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
const deflated = (parts: BlobPart[]): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf(new Blob(parts).stream().pipeThrough(new CompressionStream('deflate')));

/** A picture of the browser with such compressed bytes where settings are. */
async function picture(type: 'image/png' | 'image/jpeg' | 'image/webp', bytes: Uint8Array): Promise<File> {
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
  const original = new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const pieces = await planSavedFile(
    {
      size: original.length,
      read: (from, length) => Promise.resolve(original.subarray(from, from + length)),
    },
    { settings: { bytes, base64: btoa(binary) } },
  );
  const parts = (pieces ?? []).map((piece) =>
    'from' in piece ? original.slice(piece.from, piece.to) : Uint8Array.from(piece),
  );
  return new File(parts, `Poster.${type.slice(6)}`, { type });
}

it.each(['image/png', 'image/jpeg', 'image/webp'] as const)(
  'a %s gives its settings back and is a picture still',
  async (type) => {
    const file = await picture(type, await deflated([JSON.stringify(settings)]));
    expect(await readSettingsOf(file)).toEqual({ found: 'settings', settings });
    expect((await createImageBitmap(file)).width).toBe(8);
  },
);

it('a file beside an output gives its settings, and other files have none', async () => {
  const file = (name: string, text: string) => new File([text], name);
  const text = JSON.stringify(settings);
  expect(await readSettingsOf(file('Tone.wav.patchbay.json', text))).toEqual({ found: 'settings', settings });
  expect(await readSettingsOf(file('Tone.wav.patchbay.json', '{"a":1}'))).toMatchObject({ found: 'problem' });
  expect(await readSettingsOf(file('notes.json', text))).toEqual({ found: 'nothing' });
  expect(await readSettingsOf(file('empty.png', ''))).toEqual({ found: 'nothing' });
  expect(await readSettingsOf(file('text.png', 'no picture'))).toEqual({ found: 'nothing' });
});

it('settings that unpack to a hundred times what is read, or that are no longer whole, are a sentence', async () => {
  const zeros = new Uint8Array(8 * 1024 * 1024);
  const bomb = await deflated(Array.from({ length: 24 }, () => zeros));
  expect(bomb.length).toBeLessThan(1024 * 1024);
  expect(await readSettingsOf(await picture('image/png', bomb))).toMatchObject({
    problem: expect.stringContaining('is larger than 16 MB') as string,
  });
  for (const bytes of [new TextEncoder().encode('no zlib'), (await deflated(['{"kind":'])).slice(0, -3)]) {
    expect(await readSettingsOf(await picture('image/webp', bytes))).toMatchObject({
      problem: expect.stringContaining('damaged') as string,
    });
  }
});

function drop(file: File): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

it('dropped where no canvas is, it is offered; a picture without settings and a damaged one are sentences', async () => {
  onTestFinished(() => settingsPrompt.setState({ suggested: null }));
  await renderPage(<SettingsDrop />);
  drop(await picture('image/png', await deflated([JSON.stringify(settings)])));
  await vi.waitFor(() =>
    expect(settingsPrompt.getState().suggested).toEqual({ fileName: 'Poster.png', settings, onCanvas: null }),
  );
  drop(new File(['x'], 'plain.png'));
  await expect.element(page.getByText('This file carries no settings').first()).toBeVisible();
  drop(new File(['{'], 'x.patchbay.json'));
  await expect.element(page.getByText(/The settings in this file are damaged/).first()).toBeVisible();
});

it('the dialog says what is in it and what was left out, and stays with a sentence when it cannot be opened', async () => {
  const onOpen = vi
    .fn<(given: SavedSettings) => Promise<void>>()
    .mockRejectedValueOnce(new Error('It is away.'));
  const onClose = vi.fn<() => void>();
  const onCanvas = { addAsFile: vi.fn<() => void>(), insert: vi.fn<() => void>() };
  await renderPage(
    <SavedSettingsDialog
      suggested={{ fileName: 'Poster.png', settings, onCanvas }}
      connectionName="This computer"
      onOpen={onOpen}
      onClose={onClose}
    />,
  );
  await expect.element(page.getByText(/Poster of Sunset, version 3: 1 node/)).toBeVisible();
  await expect.element(page.getByText(/2 values were left out/)).toBeVisible();
  await page.getByRole('button', { name: 'Open as a new project' }).click();
  await expect.element(page.getByText('It is away.')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Open as a new project' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  await page.getByRole('button', { name: 'Place in this graph' }).click();
  expect(onCanvas.insert).toHaveBeenCalledOnce();
  await page.getByRole('button', { name: 'Add as file' }).click();
  expect(onCanvas.addAsFile).toHaveBeenCalledOnce();
});
