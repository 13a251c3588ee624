import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ExportDialog } from './export-dialog.tsx';

let desk: DeskStandIn;
/** A session is open for a while after its page: every test has a project of its own. */
let project = 0;
/** Ends the session of a test, so that it sends nothing while others run. */
let tidy = async (): Promise<void> => undefined;
/** What was saved as files. */
let saved: Blob[] = [];
const createUrl = URL.createObjectURL.bind(URL);
beforeEach(() => {
  project += 1;
  saved = [];
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
  vi.spyOn(URL, 'createObjectURL').mockImplementation((source) => {
    if (source instanceof Blob) saved.push(source);
    return createUrl(source);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tidy();
  tidy = async () => undefined;
  desk.restore();
});

const clip = (id: string, fields: object = {}) => ({
  id,
  trackId: 'v',
  name: id,
  filename: `${id}.mp4`,
  startTime: 0,
  duration: 2,
  ...fields,
});
const answer = (version: number, document: unknown) => ({
  projectId: `export_${project}`,
  version,
  document: document as Record<string, unknown>,
  summary: { clipCount: 1, trackCount: 1, durationSeconds: 2 },
});
const respondWith = (clips: object[]) =>
  desk.api(endpoints.timelines.get, () =>
    answer(3, {
      serviceType: 'timeline',
      name: 'Opening',
      version: 1,
      timeline: { clips, tracks: [{ id: 'v' }] },
    }),
  );
const render = async () => {
  const onClose = vi.fn<() => void>();
  await renderPage(<ExportDialog connectionId="local" projectId={`export_${project}`} onClose={onClose} />);
  return onClose;
};
const show = (clips: object[]) => {
  respondWith(clips);
  return render();
};
const takeEdits = () =>
  desk.api(endpoints.timelines.replace, ({ body }) => ({
    ...answer(4, (body as { document: unknown }).document),
    mode: 'replace',
  }));
/** A timeline with an edit that is on screen and not at the service. */
const edited = async () => {
  respondWith([clip('a')]);
  const { session, leave } = mediaDocuments.timeline.open('local', `export_${project}`);
  const open = await session;
  // As when a pointer is down: the edit is not sent by itself while the test looks.
  const release = open.hold();
  tidy = async () => {
    release();
    takeEdits();
    await open.flush();
    leave();
  };
  open.change('name a clip', (before) => ({
    ...before,
    timeline: {
      ...before.timeline,
      clips: before.timeline.clips.map((one) => ({ ...one, filename: 'new take.mp4', name: 'new take' })),
    },
  }));
  return release;
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('says before it writes what changes in each form, and writes an EDL without asking the service', async () => {
  const onClose = await show([clip('a', { opacity: 0.5 })]);
  await expect
    .element(page.getByRole('button', { name: /Effects that other programs do not show/ }))
    .toBeVisible();
  await page.getByText('EDL (CMX 3600)').click();
  await expect.element(page.getByRole('button', { name: /Opacity, volume and position/ })).toBeVisible();
  await button('Export').click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(desk.calls('timelines.exportOtioProject')).toEqual([]);
});

it('says so where everything goes as it is, and where there is nothing to list', async () => {
  await show([]);
  await expect
    .element(page.getByText('Everything in the timeline goes into the file as it is.'))
    .toBeVisible();
  await page.getByText('EDL (CMX 3600)').click();
  await expect.element(page.getByText('There are no clips, so there is nothing to list.')).toBeVisible();
  await expect.element(button('Export')).toBeDisabled();
});

it('exports what is on screen and not yet saved, where the file is written here', async () => {
  await edited();
  const onClose = await render();
  await page.getByText('EDL (CMX 3600)').click();
  await button('Export').click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await saved[0]?.text()).toContain('new take.mp4');
});

it('sends unsaved edits before the service packs its bundle', async () => {
  const release = await edited();
  takeEdits();
  release();
  await render();
  await button('Export').click();
  await vi.waitFor(() => expect(desk.calls('timelines.exportOtioProject')).toHaveLength(1));
  const order = desk.seen
    .map(({ name }) => name)
    .filter((name) => name === 'timelines.replace' || name === 'timelines.exportOtioProject');
  expect(order).toEqual(['timelines.replace', 'timelines.exportOtioProject']);
  expect(JSON.stringify(desk.calls('timelines.replace')[0]?.body)).toContain('new take.mp4');
});

it('packs no bundle without the last edits: says that the service is away, and which forms need none', async () => {
  const release = await edited();
  desk.api(endpoints.timelines.replace, () => {
    throw new Problem(503, 'LOCAL_SERVICE_DOWN', 'The local service is not running.');
  });
  release();
  const onClose = await render();
  await button('Export').click();
  await expect.element(page.getByText(/The service cannot be reached/)).toBeVisible();
  await expect.element(page.getByText(/FCP 7 XML and EDL are written here/)).toBeVisible();
  expect(desk.calls('timelines.exportOtioProject')).toEqual([]);
  await page.getByText('FCP 7 XML', { exact: true }).click();
  await button('Export').click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await saved[0]?.text()).toContain('new take.mp4');
});

it('names before the export media whose files were deleted, also where this computer still lists them', async () => {
  const file = (fileId: string, filename: string) => ({
    fileId,
    connectionId: 'local',
    projectId: null,
    filename,
    contentType: 'video/mp4',
    sizeBytes: 9,
    origin: 'upload' as const,
    createdAt: '2026-11-20T10:00:00.000Z',
  });
  desk.desk('listFiles', () => ({ files: [file('file_here', 'here.mp4'), file('file_old', 'old.mp4')] }));
  desk.api(endpoints.files.get, ({ params }) => {
    if (params['file_id'] === 'file_old') throw new Problem(404, 'FILE_NOT_FOUND', 'There is no such file.');
    return {
      fileId: 'file_here',
      filename: 'here.mp4',
      contentType: 'video/mp4',
      sizeBytes: 9,
      createdAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T10:00:00.000Z',
    };
  });
  const ext = (fileId: string) => ({ patchbay: { version: 1, fileId } });
  await show([
    clip('a', { filename: 'here.mp4', ext: ext('file_here') }),
    clip('b', { filename: 'old.mp4', startTime: 2, ext: ext('file_old') }),
    clip('c', { filename: 'never listed.mp4', startTime: 4 }),
  ]);
  await page.getByRole('button', { name: /Media left out of the export/ }).click();
  await expect.element(page.getByText(/“b” at/)).toBeVisible();
  await expect.element(page.getByText(/“c” at/)).toBeVisible();
  await expect.element(page.getByText(/“a” at/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('definition').last()).toHaveTextContent('1');
});

it('works the export out in a worker: nothing of it is known before that has spoken', async () => {
  const held: (() => void)[] = [];
  const asked: string[] = [];
  const RealWorker = window.Worker;
  class HeldWorker extends RealWorker {
    override postMessage(message: unknown): void {
      const { kind } = message as { kind: string };
      asked.push(kind);
      if (kind === 'plan') held.push(() => super.postMessage(message, []));
      else super.postMessage(message, []);
    }
  }
  vi.stubGlobal('Worker', HeldWorker);
  try {
    await show([clip('a', { opacity: 0.5 })]);
    await vi.waitFor(() => expect(asked).toEqual(['language', 'document', 'plan']));
    await expect.element(page.getByText('Reading the timeline…')).toBeVisible();
    await expect.element(button('Export')).toBeDisabled();
    for (const go of held) go();
    await expect
      .element(page.getByRole('button', { name: /Effects that other programs do not show/ }))
      .toBeVisible();
  } finally {
    vi.unstubAllGlobals();
  }
});
