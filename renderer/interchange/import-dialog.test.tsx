// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints, type PublicTimelineOtioImportResponse } from '#shared/api/index.ts';
import type { SendForm } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { projectUndo } from '#renderer/model/project-undo.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ImportDialog, type ImportDialogProps } from './import-dialog.tsx';
import { interchange } from './interchange-store.ts';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  standInForDrafts(desk);
  interchange.setState({ previewed: null });
});
afterEach(() => desk.restore());

const response: PublicTimelineOtioImportResponse = {
  document: { serviceType: 'timeline', version: 1, name: 'Opening', timeline: { clips: [], tracks: [] } },
  summary: { clipCount: 7, trackCount: 2, durationSeconds: 64 },
  files: [{ dataType: 'video', filename: 'a.mov', storagePath: 'file_a.mov' }],
  warnings: [
    { code: 'MEDIA_FILE_MISSING', message: 'The file "b.mov" was not included.', path: 'tracks.0' },
    { code: 'MEDIA_FILE_MISSING', message: 'The file "c.mov" was not included.', path: 'tracks.1' },
    { code: 'TRANSITION_DROPPED', message: 'A transition became a cut.', path: null },
  ],
};

const cut = new File(['{}'], 'Opening cut.otio');

const show = async (change: Partial<ImportDialogProps> = {}) => {
  const send = vi.fn<SendForm>(async () => Response.json(response));
  const props: ImportDialogProps = {
    connectionId: 'local',
    projectId: null,
    initialFile: cut,
    onClose: vi.fn<() => void>(),
    onOpenTimeline: vi.fn<(projectId: string) => void>(),
    onOpen: vi.fn<() => void>(),
    send,
    ...change,
  };
  await renderPage(<ImportDialog {...props} />);
  return { props, send };
};

const timelineOf = (clipCount: number) => ({
  projectId: 'prj_1',
  version: 3,
  document: {},
  summary: { clipCount, trackCount: 1, durationSeconds: 9 },
});
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('makes a project named after the file unless somebody names it, stores it there and reports what is different', async () => {
  desk.api(endpoints.projects.create, () => ({ id: 'prj_9', name: 'Opening', nodeCount: 0, version: 0 }));
  desk.api(endpoints.projects.get, () => ({ id: 'prj_9', name: 'Opening', nodeCount: 0, version: 0 }));
  desk.api(endpoints.timelines.replace, () => ({ ...timelineOf(7), projectId: 'prj_9', mode: 'replace' }));
  const { props, send } = await show();
  const name = page.getByRole('textbox', { name: 'Name of the new project' });
  await expect.element(name).toHaveValue('Opening cut');
  await name.fill('The harbor');
  await button('Import').click();
  await expect.element(page.getByText('Timeline imported as the project “The harbor”')).toBeVisible();
  const [path, form] = send.mock.calls[0]!;
  expect(path).toBe('/api/local/v1/timelines/import/otio');
  expect((form.get('file') as File).name).toBe('Opening cut.otio');
  expect(desk.calls('projects.create')[0]?.body).toEqual({ name: 'The harbor' });
  expect(desk.calls('timelines.replace')[0]?.body).toEqual({
    document: response.document,
    expectedVersion: 0,
  });

  const missing = page.getByRole('button', { name: /Media missing from the file\s*2/ });
  await expect.element(missing).toBeVisible();
  await expect.element(page.getByText('The file "c.mov" was not included.')).not.toBeInTheDocument();
  await missing.click();
  await expect.element(page.getByText('The file "c.mov" was not included.')).toBeVisible();
  await button('Open timeline').click();
  expect(props.onOpenTimeline).toHaveBeenCalledWith('prj_9');
});

const sound = (clips: string[]) => ({
  serviceType: 'timeline',
  version: 1,
  name: 'Opening',
  timeline: {
    tracks: [{ id: 'V1' }],
    clips: clips.map((id, index) => ({
      id,
      trackId: 'V1',
      type: 'image',
      startTime: index,
      duration: 1,
      trimStart: 0,
      trimEnd: 1,
    })),
  },
});

it('says what is replaced, and replaces it as one step that undo takes back', async () => {
  const place = { connectionId: 'local', projectId: 'prj_import' };
  let stored: Record<string, unknown> = sound(['old']);
  let version = 3;
  const summary = { clipCount: 12, trackCount: 1, durationSeconds: 9 };
  const answer = () => ({ projectId: place.projectId, version, document: stored, summary });
  desk.api(endpoints.timelines.get, answer);
  desk.api(endpoints.timelines.replace, ({ body }) => {
    stored = (body as { document: Record<string, unknown> }).document;
    version += 1;
    return { ...answer(), mode: 'replace' };
  });
  await show({
    projectId: place.projectId,
    send: async () => Response.json({ ...response, document: sound(['new', 'newer']) }),
  });
  await expect.element(page.getByText(/Its timeline of 12 clips is replaced/)).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Compare with/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Into this project/ }).click();
  await button('Import').click();
  await expect.element(page.getByText('Timeline imported')).toBeVisible();
  expect(JSON.stringify(stored)).toContain('"newer"');
  await expect.element(page.getByText(/^Undo brings back the timeline/)).toBeVisible();
  expect(projectUndo.next(place, 'timeline', 'undo')).toEqual({
    part: 'timeline',
    name: 'import Opening cut.otio',
  });
});

it('an import into a project without clips stays one when these have come', async () => {
  let clipCount = 0;
  desk.api(endpoints.timelines.get, () => timelineOf(clipCount));
  desk.api(endpoints.projects.get, () => ({ id: 'prj_1', name: 'P', nodeCount: 0, version: 3 }));
  desk.api(endpoints.timelines.replace, () => {
    clipCount = 7;
    return { ...timelineOf(7), version: 4, mode: 'replace' };
  });
  const { props } = await show({ projectId: 'prj_1' });
  await expect.element(page.getByRole('radio', { name: /^Into this project/ })).toBeChecked();
  await button('Import').click();
  await expect.poll(() => desk.calls('timelines.get').length).toBeGreaterThan(2);
  await button('Open timeline').click();
  expect(props.onOpenTimeline).toHaveBeenCalledWith('prj_1');
});

it('waits until it knows what is replaced', async () => {
  let answerTimeline = () => {};
  const asked = new Promise<void>((resolve) => (answerTimeline = resolve));
  desk.api(endpoints.timelines.get, async () => {
    await asked;
    return timelineOf(12);
  });
  await show({ projectId: 'prj_1' });
  const into = page.getByRole('radio', { name: /^Into this project/ });
  await expect.element(page.getByText('Reading its timeline…')).toBeVisible();
  await expect.element(into).not.toBeChecked();
  await expect.element(button('Import')).toBeDisabled();
  await into.click();
  await expect.element(into).toBeChecked();
  await expect.element(button('Import')).toBeDisabled();
  await page.getByText('Preview only').click();
  await expect.element(button('Look')).toBeEnabled();
  await into.click();
  answerTimeline();
  await expect.element(page.getByText(/Its timeline of 12 clips is replaced/)).toBeVisible();
  await expect.element(button('Import')).toBeEnabled();
});

it('lets somebody choose where the timeline that is there cannot be read', async () => {
  desk.api(endpoints.timelines.get, () => {
    throw new Problem(422, 'INVALID_TIMELINE', 'damaged');
  });
  await show({ projectId: 'prj_1' });
  await expect.element(page.getByText(/^Its timeline could not be read/)).toBeVisible();
  const into = page.getByRole('radio', { name: /^Into this project/ });
  await expect.element(into).not.toBeChecked();
  await expect.element(button('Import')).toBeDisabled();
  await into.click();
  await expect.element(button('Import')).toBeEnabled();
});

it('replaces a timeline that cannot be opened, in a project that changed meanwhile', async () => {
  let version = 3;
  desk.api(endpoints.timelines.get, () => timelineOf(12));
  desk.api(endpoints.projects.get, () => ({ id: 'prj_1', name: 'P', nodeCount: 0, version }));
  desk.api(endpoints.timelines.replace, ({ body }) => {
    if ((body as { expectedVersion: number }).expectedVersion === 3) {
      version = 4;
      throw new Problem(409, 'STALE_VERSION', 'stale');
    }
    return { ...timelineOf(7), version: 5, mode: 'replace' };
  });
  await show({ projectId: 'prj_1' });
  await page.getByRole('radio', { name: /^Into this project/ }).click();
  await button('Import').click();
  await expect.element(page.getByText('Timeline imported')).toBeVisible();
  expect(
    desk.calls('timelines.replace').map(({ body }) => (body as { expectedVersion: number }).expectedVersion),
  ).toEqual([3, 4]);
  // Another request under the key of the first would only bring back its refusal.
  const keys = desk.calls('timelines.replace').map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
  expect(page.getByText(/^Undo brings back the timeline/).elements()).toHaveLength(0);
});

it('looks at a file without storing anything', async () => {
  const { props, send } = await show();
  await page.getByText('Preview only').click();
  await button('Look').click();
  await button('Look at the timeline').click();
  expect(send.mock.calls[0]?.[0]).toBe('/api/local/v1/timelines/import/otio/parse');
  expect(
    desk.seen.filter(({ name }) => name.startsWith('projects.') || name.startsWith('timelines.')),
  ).toEqual([]);
  expect(props.onOpen).toHaveBeenCalled();
  expect(interchange.getState().previewed?.response.summary.clipCount).toBe(7);
});

it('shows how much is sent, and gives up when asked', async () => {
  let aborted = false;
  const { send } = await show({
    send: (_path, _form, { onProgress, signal }) => {
      onProgress(0.4);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(new DOMException('given up', 'AbortError'));
        });
      });
    },
  });
  await button('Import').click();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  await button('Cancel').click();
  await expect.element(button('Import')).toBeEnabled();
  expect(aborted).toBe(true);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();
});

it('of a list asks for its rate, with the likely one chosen and why, and for an encoding that is a guess', async () => {
  const text = `TITLE: D\u00E9j\u00E0\n001  AX       V     C        00:00:00:00 00:00:02:12 01:00:00:00 01:00:02:12\n* FROM CLIP NAME: a.mov\n`;
  const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  desk.desk('listFiles', () => ({ files: [] }));
  const { send } = await show({ initialFile: new File([bytes], 'list.edl') });
  const rate = page.getByRole('combobox', { name: 'Frame rate' });
  await expect.element(rate).toHaveTextContent('24 (likely)');
  await expect.element(page.getByText(/lowest rate that has all of its frame numbers/)).toBeVisible();
  await rate.click();
  await page.getByRole('option', { name: '25', exact: true }).click();
  await page.getByRole('combobox', { name: 'Encoding' }).click();
  await page.getByRole('option', { name: 'Western (Mac Roman)' }).click();
  await expect.element(rate).toHaveTextContent('25');
  await page.getByRole('radio', { name: /Preview only/ }).click();
  await button('Look').click();
  await expect.element(page.getByText('The file was read')).toBeVisible();
  const sent = JSON.parse(await (send.mock.calls[0]![1].get('file') as File).text());
  expect(sent).toMatchObject({ name: 'DÈj‡', global_start_time: { rate: 25 } });
});

it('says at once why a list cannot be read', async () => {
  await show({ initialFile: new File(['nothing'], 'list.edl') });
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'The file holds no edit decision list: no line of it is an event. Export the list again as CMX 3600.',
    );
  await expect.element(button('Import')).toBeDisabled();
});

it('says why a file was refused, and leaves no project behind', async () => {
  await show({
    send: async () =>
      Response.json(
        { error: { code: 'INVALID_OTIO', message: 'The file is no timeline.' } },
        { status: 400 },
      ),
  });
  await button('Import').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The file is no timeline.');
  expect(desk.calls('projects.create')).toEqual([]);
  await expect.element(button('Import')).toBeEnabled();
});

it('has nothing to import without a file', async () => {
  await show({ initialFile: null });
  await expect.element(button('Import')).toBeDisabled();
});

const ourClip = (id: string, startTime: number) => ({
  id,
  trackId: 'v',
  name: id,
  filename: `${id}.mov`,
  startTime,
  duration: 2,
});
const cutOf = (...clips: object[]) => ({
  serviceType: 'timeline',
  version: 1,
  name: 'Opening',
  timeline: { clips, tracks: [{ id: 'v', name: 'V1' }] },
});

it('compares a cut that comes home, and leads to the timeline with what is chosen of it', async () => {
  desk.api(endpoints.timelines.get, () => ({
    ...timelineOf(2),
    document: cutOf(ourClip('a', 0), ourClip('b', 2)),
  }));
  const back = { ...response, document: cutOf(ourClip('a', 1), ourClip('c', 5)), warnings: [] };
  // The review waits for the timeline of its project, which no other test shows.
  const { props } = await show({ projectId: 'prj_home', send: async () => Response.json(back) });
  await page.getByText('Compare with this project’s timeline').click();
  await button('Compare').click();
  await expect.element(page.getByText('All 3 changes')).toBeVisible();
  await page.getByRole('checkbox', { name: 'b', exact: true }).click();
  await expect.element(button('Show on the timeline')).toBeEnabled();
  await button('Take 2 changes').click();
  expect(props.onOpenTimeline).toHaveBeenCalledWith('prj_home');
  // The timeline takes them, as a step that can be taken back.
  expect(desk.calls('timelines.replace')).toEqual([]);
});

it('lists clips that moved along as one line that is not counted, and tells clips of one file apart', async () => {
  const of = (id: string, startTime: number, more: object = {}) => ({
    ...ourClip(id, startTime),
    name: 'walk.mp4',
    filename: 'walk.mp4',
    ...more,
  });
  desk.api(endpoints.timelines.get, () => ({
    ...timelineOf(4),
    document: cutOf(of('a', 0), ourClip('b', 2), ourClip('c', 4), of('d', 6)),
  }));
  const document = cutOf(
    of('a', 0, { duration: 1 }),
    ourClip('b', 1),
    ourClip('c', 3),
    of('d', 5, { duration: 1 }),
  );
  await show({
    projectId: 'prj_1',
    send: async () => Response.json({ ...response, document, warnings: [] }),
  });
  await expect.element(page.getByRole('radio', { name: /^Compare with/ })).toBeChecked();
  await button('Compare').click();
  await expect.element(page.getByText('All 2 changes')).toBeVisible();
  const list = page.getByRole('list', { name: 'What is different from this timeline' });
  await expect.element(list.getByRole('checkbox', { name: 'walk.mp4, at 0 s' })).toBeVisible();
  await expect.element(list.getByRole('checkbox', { name: 'walk.mp4, at 6 s' })).toBeVisible();
  expect(list.getByRole('checkbox', { name: 'b', exact: true }).elements()).toHaveLength(0);
  await button('Show them').click();
  await expect.element(list.getByRole('checkbox', { name: 'b', exact: true })).toBeChecked();
  await list.getByRole('checkbox', { name: '2 clips moved along' }).click();
  await expect.element(list.getByRole('checkbox', { name: 'b', exact: true })).not.toBeChecked();
  await expect.element(button('Take 2 changes')).toBeEnabled();
});

it('says when a file has nothing to do with the timeline', async () => {
  desk.api(endpoints.timelines.get, () => ({ ...timelineOf(1), document: cutOf(ourClip('a', 0)) }));
  const back = { ...response, document: cutOf(ourClip('z', 0)), warnings: [] };
  await show({ projectId: 'prj_1', send: async () => Response.json(back) });
  await page.getByText('Compare with this project’s timeline').click();
  await button('Compare').click();
  await expect.element(page.getByText(/No clip of the file is one of this timeline/)).toBeVisible();
  await expect.element(button('Take changes')).toBeDisabled();
});
