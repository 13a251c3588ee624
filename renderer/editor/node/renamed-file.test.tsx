import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeskEvent, FileRecord } from '#shared/desk/index.ts';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { listOfFiles } from '../model/file-lists.ts';
import { MediaView } from '../panels/inspector-media.tsx';
import { FilesPanel } from '../panels/files-panel.tsx';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas, type ShowCanvasOptions } from '../testing/show-canvas.tsx';
import { FileListField } from './file-list-field.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const file: FileRecord = {
  fileId: 'file_1.png',
  connectionId: 'local',
  projectId: 'p',
  filename: 'Äpfel rot.png',
  contentType: 'image/png',
  sizeBytes: 1000,
  origin: 'upload',
  createdAt: '2026-01-01T00:00:00Z',
};
const graph = {
  nodes: [
    {
      id: 'photo',
      type: 'input/image',
      title: 'Fruit',
      position: { x: 40, y: 40 },
      inputs: { file: { type: 'file', value: file.fileId }, files: listOfFiles([file.fileId]) },
    },
  ],
  connections: [],
};

/** A canvas with a node that holds the file, and what gives the file another name. */
async function show(options?: ShowCanvasOptions) {
  const listeners = new Set<(event: DeskEvent) => void>();
  let { filename } = file;
  let readings = 0;
  const { session } = await showCanvas(
    {
      ...standIn(graph, 'p'),
      listFiles: () => {
        readings += 1;
        return Promise.resolve([{ ...file, filename }]);
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    options,
  );
  const rename = (name: string, connectionId = 'local'): void => {
    filename = name;
    for (const listener of listeners) listener({ type: 'files', connectionId });
  };
  return { session, rename, readings: () => readings };
}

const field = page.getByRole('button', { name: /another file/ });

it('a file renamed in the panel is called by its new name in the field and its tooltip at once', async () => {
  const { rename, readings } = await show({
    width: 800,
    beside: (session) => (
      <div style={{ height: 600, width: 280 }}>
        <FilesPanel session={session} />
      </div>
    ),
  });
  desk.desk('changeFile', ({ body }) => {
    const { name } = body as { name: string };
    rename(name);
    return { ...file, filename: name };
  });
  await expect.element(field).toHaveAttribute('title', 'Äpfel rot.png');
  const row = page.getByRole('listitem').getByRole('button', { name: /Äpfel rot\.png/ });
  await expect.element(row).toBeVisible();
  const before = readings();
  row.element().focus();
  await userEvent.keyboard('{F2}');
  await page.getByRole('textbox', { name: 'Name' }).fill('Birne.png');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(field).toHaveTextContent('Birne.png');
  await expect.element(field).toHaveAttribute('title', 'Birne.png');
  // The panel and the nodes share what was read.
  expect(readings()).toBe(before + 1);
});

it('a file that another window renames is called by its new name, also in a line of text', async () => {
  const { session, rename } = await show();
  await expect.element(field).toHaveTextContent('Äpfel rot.png');
  rename('Birne.png');
  await expect.element(field).toHaveTextContent('Birne.png');
  session.view.set({ x: 100, y: 100, zoom: 0.5 });
  await expect.poll(() => document.querySelector('[data-node][data-lines]')).not.toBeNull();
  await expect.element(page.getByText('Birne.png')).toBeVisible();
  rename('Quitte.png');
  await expect.element(page.getByText('Quitte.png')).toBeVisible();
  // The node's own title stays.
  expect(session.titleOf('photo')).toBe('Fruit');
});

it('the rows of a list of files and the link that saves one are called by the new name', async () => {
  const url = 'data:image/png;base64,AAAA';
  clearMediaUrls();
  desk.desk('mediaUrls', ({ body }) => ({
    urls: (body as { items: unknown[] }).items.map(() => ({ url, downloadUrl: url })),
  }));
  const { rename } = await show({
    width: 800,
    beside: (session) => (
      <div style={{ width: 280 }}>
        <FileListField
          session={session}
          nodeId="photo"
          pin={{ name: 'files', type: 'file[]' }}
          type={parsePinType('file[]')}
          label="Files"
          surface="inspector"
        />
        <MediaView session={session} fileId={file.fileId} contentType="application/zip" />
      </div>
    ),
  });
  const row = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  const link = page.getByRole('link');
  await expect.element(row).toHaveTextContent('Äpfel rot.png');
  await expect.element(link).toHaveTextContent('Save Äpfel rot.png');
  rename('Birne.png');
  await expect.element(row).toHaveTextContent('Birne.png');
  await expect.element(link).toHaveTextContent('Save Birne.png');
});
