import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { DeskEvent, FileRecord, Upload } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { EditorSession } from '../session/editor-session.ts';
import { openSession } from '../session/open-session.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { FilesPanel } from './files-panel.tsx';

let open: EditorSession | null = null;
afterEach(() => {
  open?.dispose();
  open = null;
});

const paused: Upload = {
  id: 'upload_1',
  connectionId: 'local',
  projectId: 'p',
  nodeId: 'photo',
  input: 'file',
  settled: false,
  filename: 'harbour at night.png',
  contentType: 'image/png',
  sizeBytes: 40_000_000,
  receivedBytes: 40_000_000,
  sentBytes: 10_000_000,
  progress: 0.25,
  problem: null,
  state: 'paused',
  fileId: null,
  error: null,
  retryable: false,
  createdAt: '2026-01-01T00:00:00Z',
};
const file: FileRecord = {
  fileId: 'file_1.wav',
  connectionId: 'local',
  projectId: 'p',
  filename: paused.filename,
  contentType: 'audio/wav',
  sizeBytes: paused.sizeBytes,
  origin: 'upload',
  createdAt: '2026-01-01T00:00:00Z',
};

async function show(uploads: Upload[], graph: Graph = { nodes: [], connections: [] }) {
  const listeners = new Set<(event: DeskEvent) => void>();
  const lists: ((files: FileRecord[]) => void)[] = [];
  const ports = standIn(graph, 'p');
  const session = await openSession({
    ...ports,
    listUploads: () => Promise.resolve(uploads),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  open = session;
  session.ports.listFiles = () => new Promise((resolve) => lists.push(resolve));
  await renderPage(<FilesPanel session={session} />);
  await expect.poll(() => lists.length).toBe(1);
  lists[0]!([]);
  const tell = (upload: Upload): void => {
    for (const listener of listeners) listener({ type: 'upload', upload });
  };
  return { session, tell, lists };
}
const empty = page.getByText('No files yet');

it('an upload that is paused or in the queue is one of the files to come, until it is there', async () => {
  const { tell, lists } = await show([paused, { ...paused, id: 'upload_2', connectionId: 'other' }]);
  await expect.element(page.getByText('10 MB of 40 MB · paused')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(1);
  expect(empty.query()).toBeNull();
  tell({ ...paused, state: 'queued' });
  await expect.element(page.getByText('40 MB · in the queue')).toBeVisible();
  tell({ ...paused, state: 'done', fileId: file.fileId });
  await expect.poll(() => lists.length).toBe(2);
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
  // Between the two there is no moment in which nothing is said to be there.
  expect(empty.query()).toBeNull();
  lists[1]!([file]);
  await expect.element(page.getByRole('button', { name: /harbour at night/ })).toBeVisible();
});

it('there are no files where none came and none is on its way', async () => {
  const { tell } = await show([]);
  await expect.element(empty).toBeVisible();
  tell(paused);
  await expect.element(page.getByText('10 MB of 40 MB · paused')).toBeVisible();
  expect(empty.query()).toBeNull();
  tell({ ...paused, state: 'canceled' });
  await expect.element(empty).toBeVisible();
});

it('files are listed by kind, say what uses them, and lead there', async () => {
  const graph: Graph = {
    nodes: [
      {
        id: 'sound',
        type: 'input/audio',
        title: 'Rain',
        position: { x: 0, y: 0 },
        inputs: { file: { type: 'file', value: file.fileId } },
      },
    ],
    connections: [],
  };
  const { session, tell, lists } = await show([], graph);
  tell({ ...paused, state: 'done', fileId: file.fileId });
  await expect.poll(() => lists.length).toBe(2);
  lists[1]!([
    { ...file, filename: 'rain.wav' },
    { ...file, fileId: 'file_2', filename: 'notes.bin', contentType: 'application/octet-stream' },
  ]);
  const rain = page.getByRole('button', { name: /rain\.wav/ });
  await expect.element(page.getByText(/used by Rain/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind of file' }).click();
  await page.getByRole('option', { name: 'Others' }).click();
  await expect.element(page.getByRole('button', { name: /notes\.bin/ })).toBeVisible();
  await expect.element(rain).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Kind of file' }).click();
  await page.getByRole('option', { name: 'Sounds' }).click();
  await rain.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rain' }).click();
  await expect.poll(() => [...session.store.selectedNodes]).toEqual(['sound']);
});
