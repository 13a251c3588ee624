// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { MACHINE_NAME } from '#shared/graph/index.ts';
import type { DeskEvent, FileRecord, FileUse, Upload } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { closeViewer, viewerStore } from '#renderer/viewer/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { openSession } from '../session/open-session.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { FilesPanel } from './files-panel.tsx';

let open: EditorSession | null = null;
let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => {
  closeViewer();
  desk.restore();
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
  await renderPage(
    <div style={{ height: 600, width: 280 }}>
      <FilesPanel session={session} />
    </div>,
  );
  await expect.poll(() => lists.length).toBe(1);
  lists[0]!([]);
  const say = (event: DeskEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const tell = (upload: Upload): void => {
    for (const listener of listeners) listener({ type: 'upload', upload });
  };
  /** Lists these files from now on. */
  const list = async (files: FileRecord[]): Promise<void> => {
    const asked = lists.length;
    say({ type: 'files', connectionId: 'local' });
    await expect.poll(() => lists.length).toBe(asked + 1);
    lists[asked]!(files);
  };
  return { session, tell, lists, list };
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
  await expect.element(page.getByRole('button', { name: 'Used by Rain' })).toBeVisible();
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

it('all uses of a file are in a list, which the keyboard opens and leads along', async () => {
  const holder = (id: string, title: string): Graph['nodes'][number] => ({
    id,
    type: 'input/audio',
    title,
    position: { x: 0, y: 0 },
    inputs: { file: { type: 'file', value: file.fileId } },
  });
  const titles = ['Rain', 'Rain', 'A storm that goes on until the morning comes over the harbor', 'Wind'];
  const nodes = titles.map((title, index) => holder(`sound_${index}`, title));
  const { session, tell, lists } = await show([], { nodes, connections: [] });
  tell({ ...paused, state: 'done', fileId: file.fileId });
  await expect.poll(() => lists.length).toBe(2);
  lists[1]!([{ ...file, filename: 'rain.wav' }]);
  const row = page.getByRole('button', { name: /rain\.wav/ });
  await expect.element(row).toBeVisible();
  row.element().focus();
  await userEvent.keyboard('{Tab}');
  const uses = page.getByRole('button', { name: 'Used by 4 nodes' });
  await expect.element(uses).toHaveFocus();
  const { scrollWidth, clientWidth } = uses.element().querySelector('span')!;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Rain · 1 of 2', 'Rain · 2 of 2', titles[2], 'Wind']);
  await userEvent.keyboard('{End}{Enter}');
  await expect.poll(() => [...session.store.selectedNodes]).toEqual(['sound_3']);
});

const rowOf = (name: RegExp) => page.getByRole('button', { name });
const png = (fileId: string, filename: string, more: Partial<FileRecord> = {}): FileRecord => ({
  ...file,
  fileId,
  filename,
  contentType: 'image/png',
  ...more,
});

it('shows what belongs to the open project, and all where that is wanted', async () => {
  const { list } = await show([]);
  await list([png('f1', 'Here.png'), png('f2', 'Elsewhere.png', { projectId: 'other' })]);
  await expect.element(rowOf(/Here/)).toBeVisible();
  expect(rowOf(/Elsewhere/).query()).toBeNull();
  await page.getByRole('textbox', { name: 'Search files' }).fill('elsewere');
  await page.getByRole('button', { name: 'Look in all projects' }).click();
  await expect.element(rowOf(/Elsewhere/)).toBeVisible();
});

it('a project without files says so, and that no file matches only where something is searched', async () => {
  const { list } = await show([]);
  await list([png('f1', 'Elsewhere.png', { projectId: 'other' })]);
  await expect.element(page.getByText('No files in this project yet')).toBeVisible();
  await expect.element(page.getByText('Drop photos, sounds or other files on the canvas.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search files' }).fill('harbor');
  await expect.element(page.getByText('No file matches')).toBeVisible();
});

it('tells uploads from what runs made, finds names without accents, and sorts', async () => {
  const { list } = await show([]);
  await list([
    png('f1', 'Blur.png', { origin: 'run', formerName: 'blur-9ea546.image.png' }),
    png('f2', 'Crème brûlée.png'),
    png('f3', 'Photo 10.png'),
    png('f4', 'Photo 9.png'),
  ]);
  await page.getByRole('combobox', { name: 'Where they come from' }).click();
  await page.getByRole('option', { name: 'Made by runs' }).click();
  await expect.element(rowOf(/Blur\.png/)).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(1);
  expect(document.body.textContent).not.toMatch(MACHINE_NAME);
  await page.getByRole('combobox', { name: 'Where they come from' }).click();
  await page.getByRole('option', { name: 'Uploaded', exact: true }).click();
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'By name' }).click();
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .elements()
        .map((row) => /^.*?png/.exec(row.textContent)?.[0]),
    )
    .toEqual(['Crème brûlée.png', 'Photo 9.png', 'Photo 10.png']);
  await page.getByRole('textbox', { name: 'Search files' }).fill('brulee');
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(1);
});

it('the list is worked by keyboard: arrows, Space to look, F2 to rename, Enter to add', async () => {
  desk.desk('changeFile', () => png('f2', 'Harbour.png'));
  const { list, session } = await show([]);
  await list([png('f1', 'One.png'), png('f2', 'Two.png'), png('f3', 'Three.png')]);
  await expect.element(rowOf(/One/)).toBeVisible();
  rowOf(/One/).element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(rowOf(/Two/)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(rowOf(/Three/)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(rowOf(/Two/)).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.poll(() => viewerStore.getState().state).toMatchObject({ mode: 'single', index: 1 });
  closeViewer();
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  // What is typed replaces the name.
  await userEvent.keyboard('Harbour.png{Enter}');
  await expect
    .poll(() => desk.calls('changeFile').map(({ body }) => body))
    .toEqual([{ name: 'Harbour.png' }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(rowOf(/Two/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(session.store.getGraph().nodes).toHaveLength(1);
});

it('says what uses a file before it can be deleted, and deletes what nothing uses', async () => {
  desk.desk('getFileUsers', ({ params }) => ({
    users: {
      projects: params['fileId'] === 'f1' ? [{ projectId: 'q', name: 'Spring film' }] : [],
      templates: [],
    },
  }));
  desk.api(endpoints.files.delete, () => undefined);
  const { list } = await show([]);
  await list([png('f1', 'One.png'), png('f2', 'Two.png')]);
  await expect.element(rowOf(/One/)).toBeVisible();
  rowOf(/One/).element().focus();
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByText('Used by Spring film. Take it out there first.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Delete the file' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await rowOf(/Two/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect.element(page.getByText('No project and no template uses it.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete the file' }).click();
  await expect.poll(() => desk.calls('files.delete').map(({ params }) => params['file_id'])).toEqual(['f2']);
});

it('says before a result is deleted that the gallery loses it', async () => {
  desk.desk('getFileUsers', () => ({ users: { projects: [], templates: [] } }));
  const { list } = await show([]);
  await list([png('f1', 'Poster.png', { origin: 'run' }), png('f2', 'Photo.png')]);
  const askFor = async (name: RegExp): Promise<void> => {
    await rowOf(name).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect.element(page.getByText(/No project and no template uses it\./)).toBeVisible();
  };
  await askFor(/Poster/);
  await expect.element(page.getByText(/its tile in the gallery/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await askFor(/Photo/);
  await expect.element(page.getByText(/its tile in the gallery/)).not.toBeInTheDocument();
});

it('a row of equal files says where each of them is used, and those that go are chosen', async () => {
  desk.desk('getFileUsers', ({ params }) => ({
    users: {
      projects: [
        // The open project is said by its nodes.
        ...(params['fileId'] === 'f1' ? [{ projectId: 'p', name: 'This one' }] : []),
        ...(params['fileId'] === 'f2' ? [{ projectId: 'q', name: 'Spring film' }] : []),
      ],
      templates: [],
    },
  }));
  desk.api(endpoints.files.delete, () => undefined);
  const sha256 = 'a'.repeat(64);
  const holds = (id: string) => ({
    id,
    type: 'input/image',
    title: 'Photo',
    position: { x: 0, y: 0 },
    inputs: { file: { type: 'file', value: 'f1' } },
  });
  const { list } = await show([], { nodes: [holds('a'), holds('b')], connections: [] });
  await list(['f1', 'f2', 'f3', 'f4'].map((id) => png(id, `${id}.png`, { sha256 })));
  await rowOf(/f1/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/4 files have the same content\./)).toBeVisible();
  const copies = dialog.getByRole('listitem');
  await expect.element(copies.nth(0).getByText(/Used on the canvas by Photo \(2 times\)\./)).toBeVisible();
  await expect.element(copies.nth(0).getByText(/This one/)).not.toBeInTheDocument();
  await expect
    .element(copies.nth(1).getByText(/Used by Spring film\. Take it out there first\./))
    .toBeVisible();
  await expect.element(copies.nth(2).getByText(/Nothing uses it\./)).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: 'f1.png' })).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: 'Delete 2 files' })).toBeEnabled();
  await dialog.getByRole('checkbox', { name: 'f4.png' }).click();
  await dialog.getByRole('button', { name: 'Delete 1 file' }).click();
  await expect.poll(() => desk.calls('files.delete').map(({ params }) => params['file_id'])).toEqual(['f3']);
});

it('a row says first that files are equal, and its tags lie apart from what uses it', async () => {
  const sha256 = 'a'.repeat(64);
  const holds = {
    id: 'a',
    type: 'input/image',
    title: 'Photo',
    position: { x: 0, y: 0 },
    inputs: { file: { type: 'file', value: 'f1' } },
  };
  const { list } = await show([], { nodes: [holds], connections: [] });
  const tags = ['harbor', 'first draft', 'for the printer'];
  await list([
    png('f1', 'One.png', { sha256, tags }),
    png('f2', 'Two.png', { sha256 }),
    png('f3', 'Three.png'),
  ]);
  await expect.element(rowOf(/One/)).toBeVisible();
  expect(rowOf(/One/).element().textContent).toMatch(/^One\.png2 equal files, /);
  const box = (element: Element): DOMRect => element.getBoundingClientRect();
  const tag = box(page.getByText('harbor', { exact: true }).last().element());
  const row = box(rowOf(/One/).element());
  const uses = box(page.getByRole('button', { name: /^Used by/ }).element());
  expect(tag.height).toBeGreaterThanOrEqual(14);
  expect(tag.bottom).toBeLessThanOrEqual(uses.top);
  expect(uses.bottom).toBeLessThanOrEqual(row.bottom);
  expect(box(rowOf(/Three/).element()).top).toBeGreaterThanOrEqual(row.bottom);
});

it('tags are given, shown and searched by', async () => {
  desk.desk('changeFile', () => png('f1', 'One.png', { tags: ['film'] }));
  const { list } = await show([]);
  await list([png('f1', 'One.png'), png('f2', 'Two.png', { tags: ['film', 'day 1'] })]);
  await rowOf(/One/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Tags…' }).click();
  await page.getByRole('textbox', { name: 'Tags' }).fill('film, film, day 1 ,');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => desk.calls('changeFile').map(({ body }) => body))
    .toEqual([{ tags: ['film', 'day 1'] }]);
  await page.getByRole('combobox', { name: 'Tag' }).click();
  await page.getByRole('option', { name: 'film' }).click();
  await expect.element(rowOf(/Two/)).toBeVisible();
  expect(rowOf(/One/).query()).toBeNull();
});

it('draws the rows in view alone, of 10,000 files as of 100', async () => {
  const { list } = await show([]);
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => png(`f${index}`, `Photo ${index}.png`));
  await list(many(100));
  await expect.element(rowOf(/Photo 0\.png/)).toBeVisible();
  const few = page.getByRole('listitem').elements().length;
  await list(many(10_000));
  await expect.element(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '10000');
  expect(page.getByRole('listitem').elements().length).toBe(few);
  expect(few).toBeLessThan(30);
});

it.each([220, 280, 360])('the search field has room for its words in a panel of %i pixels', async (width) => {
  await show([]);
  const field = page.getByRole('textbox', { name: 'Search files' }).element() as HTMLInputElement;
  field.closest<HTMLElement>('[style*="width"]')!.style.width = `${width}px`;
  const measured = document.createElement('canvas').getContext('2d')!;
  measured.font = getComputedStyle(field).font;
  const style = getComputedStyle(field);
  const room =
    field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  expect(room).toBeGreaterThan(measured.measureText(field.placeholder).width);
});

it('uploads that nothing uses are listed with what is kept because of what, and go in one step', async () => {
  const uploads = [
    png('f1', 'Used.png'),
    png('f2', 'Old.png'),
    png('f3', 'Undone.png'),
    png('f4', 'Older.png'),
  ];
  let uses: { fileId: string; by: FileUse[] }[] = [
    { fileId: 'f1', by: ['project', 'history'] },
    { fileId: 'f3', by: ['undo'] },
  ];
  desk.desk('listFiles', () => ({ files: [...uploads, { ...png('f5', 'Result.png'), origin: 'run' }] }));
  desk.desk('findFileUses', () => ({ uses }));
  desk.api(endpoints.files.delete, () => undefined);
  const { list } = await show([]);
  await list(uploads);
  await page.getByRole('combobox', { name: 'Files of' }).click();
  await page.getByRole('option', { name: 'All projects' }).click();
  await page.getByRole('button', { name: 'Files that nothing uses…' }).click();
  await expect.element(page.getByText(/^2 files are used nowhere/)).toBeVisible();
  expect(desk.calls('findFileUses')[0]?.body).toEqual({ fileIds: ['f1', 'f2', 'f3', 'f4'] });
  await expect.element(page.getByText('1 file stays: a project uses it.')).toBeVisible();
  await expect.element(page.getByText('1 file stays: Undo can bring it back.')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: /^Old\.png/ })).toBeChecked();
  // Used by somebody while the list was read.
  uses = [...uses, { fileId: 'f4', by: ['project'] }];
  await page.getByRole('button', { name: 'Delete 2 files' }).click();
  await expect.poll(() => desk.calls('files.delete').map(({ params }) => params['file_id'])).toEqual(['f2']);
});

it('the deletion of a file says what can bring it back, and does not choose an equal file that would be missed', async () => {
  desk.desk('getFileUsers', () => ({ users: { projects: [], templates: [] } }));
  desk.desk('findFileUses', () => ({ uses: [{ fileId: 'f1', by: ['history', 'run', 'undo'] }] }));
  const same = { sha256: 'a'.repeat(64) };
  const { list } = await show([]);
  await list([
    png('f0', 'Alone.png'),
    { ...png('f1', 'Sky.png'), ...same },
    { ...png('f2', 'Sky copy.png'), ...same },
  ]);
  await expect.element(rowOf(/Sky/)).toBeVisible();
  rowOf(/Sky/).element().focus();
  await userEvent.keyboard('{Delete}');
  await expect
    .element(page.getByText(/A version in the history uses this file\. A result in the gallery/))
    .toBeVisible();
  // The file itself cannot be brought back.
  await expect
    .element(page.getByText(/Undo on the canvas can bring back a node that uses this file, or a change/))
    .toBeVisible();
  await expect.element(page.getByText(/Undo can bring it back/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: 'Sky.png' })).not.toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'Sky copy.png' })).toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Delete 1 file' })).toBeVisible();
});

it('what would miss equal files is said in full once, and in brief of the others', async () => {
  desk.desk('getFileUsers', () => ({ users: { projects: [], templates: [] } }));
  desk.desk('findFileUses', () => ({
    uses: [
      { fileId: 'f1', by: ['undo'] },
      { fileId: 'f2', by: ['undo', 'snippet'] },
    ],
  }));
  const same = { sha256: 'a'.repeat(64) };
  const { list } = await show([]);
  await list([
    { ...png('f1', 'Sky.png'), ...same },
    { ...png('f2', 'Sky copy.png'), ...same },
  ]);
  await expect.element(rowOf(/Sky/)).toBeVisible();
  rowOf(/Sky/).element().focus();
  await userEvent.keyboard('{Delete}');
  await expect
    .element(page.getByText(/^A snippet uses this file\. As above: Undo or a change/))
    .toBeVisible();
  expect(page.getByText(/Undo on the canvas can bring back/).elements()).toHaveLength(1);
});
