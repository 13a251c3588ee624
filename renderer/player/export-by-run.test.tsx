// @module-tag long
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints, type PublicRunDetail } from '#shared/api/index.ts';
import { FILM_NODE_ID, MediaFileRequest, type FileRecord } from '#shared/desk/index.ts';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { ExportSelection } from './export-choices.ts';
import { ExportFilmDialog } from './export-film-dialog.tsx';
import { FilmExportList } from './film-export-list.tsx';
import { FILM_NODE } from './film-run-request.ts';

let desk: DeskStandIn;
let connectionId: string;
let count = 0;

const nodeType = {
  type: FILM_NODE,
  title: 'Film',
  category: 'video',
  source: 'built-in',
  inputs: [],
  outputs: [],
};
const film = {
  type: 'file',
  fileId: 'f',
  filename: 'Sea.mp4',
  contentType: 'video/mp4',
  sizeBytes: 12_000_000,
};

const detail = (change: Partial<PublicRunDetail> = {}): PublicRunDetail => ({
  id: `run_${count}`,
  status: 'accepted',
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
  targetNodeIds: [FILM_NODE_ID],
  ...change,
});

/** The events of the run, as the test tells them one after another. */
function liveRun() {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let record = detail();
  let last = 0;
  desk.api(endpoints.runs.create, () => record);
  desk.api(endpoints.runs.get, () => record);
  desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
  desk.stream(endpoints.runs.streamEvents, () => {
    const body = new ReadableStream<Uint8Array>({ start: (its) => void (controller = its) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const tell = async (type: string, change: object = {}): Promise<void> => {
    await vi.waitFor(() => expect(controller).not.toBeNull());
    last += 1;
    const event = { id: `e${last}`, runId: record.id, type, createdAt: new Date().toISOString(), ...change };
    controller?.enqueue(new TextEncoder().encode(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`));
  };
  return {
    started: async () => {
      await tell('run.started', { data: { plan: [FILM_NODE_ID], total: 1 } });
      await tell('node.started', { nodeId: FILM_NODE_ID });
    },
    progress: (progress: number) => tell('node.progress', { nodeId: FILM_NODE_ID, progress }),
    end: (change: Partial<PublicRunDetail>) => {
      record = detail(change);
      return tell(`run.${change.status}`, { data: {} });
    },
  };
}

const timelineOf = (names: readonly string[], size = { width: 320, height: 180 }) =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      projectResolution: size,
      tracks: [{ id: 't' }],
      clips: names.map((filename, index) => ({
        id: `c${index}`,
        trackId: 't',
        filename,
        startTime: index,
        duration: 1,
      })),
    },
  }).timeline;

function Bench({
  names = ['a.mp4'],
  size,
  isOpen = true,
  lost = [],
  onShowClip,
}: {
  names?: readonly string[];
  /** Those of them that nobody has. */
  lost?: readonly string[];
  size?: { width: number; height: number };
  isOpen?: boolean;
  onShowClip?: (clipId: string) => void;
}): ReactElement {
  const [before, setBefore] = useState<Partial<ExportSelection> | null>(isOpen ? {} : null);
  const kept = names.filter((name) => !lost.includes(name));
  const library = new Map(kept.map((filename) => [filename, { fileId: filename, filename } as FileRecord]));
  const common = { connectionId, projectId: 'prj_1', name: 'Sea' };
  return (
    <>
      <FilmExportList {...common} onSelect={setBefore} />
      {before ? (
        <ExportFilmDialog
          {...common}
          film={{ timeline: timelineOf(names, size), media: new Map() }}
          library={library}
          range={null}
          before={before}
          onShowClip={onShowClip}
          onClose={() => setBefore(null)}
        />
      ) : null}
    </>
  );
}

const dialog = () => page.getByRole('dialog', { name: 'Export film' });
const exportButton = () => dialog().getByRole('button', { name: 'Export', exact: true });
const list = () => page.getByRole('list', { name: 'Exports of this film' });

describe('a film exported by a run', () => {
  beforeEach(() => {
    localStorage.clear();
    count += 1;
    connectionId = `con_film_${count}`;
    desk = standInForDesk();
    desk.desk('listRuns', () => ({ runs: [] }));
    desk.desk('getRunSnapshot', () => ({ snapshot: null }));
    desk.desk('keepRunSnapshot', () => undefined);
    desk.desk('markRunSeen', () => undefined);
    desk.api(endpoints.nodeTypes.get, () => nodeType);
  });
  afterEach(() => desk.restore());

  it('is asked for once, shows how far it is, and can be saved when it is made', async () => {
    const run = liveRun();
    await renderPage(<Bench />);
    await expect.element(dialog().getByText('25 frames, 1 s, with sound.')).toBeVisible();
    await exportButton().click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(list().getByText('“Sea” waits for its turn')).toBeVisible();
    expect(desk.calls('runs.create').map(({ body }) => body)).toMatchObject([
      { targetNodeIds: [FILM_NODE_ID], graph: { nodes: [{ type: FILM_NODE, title: 'Sea' }] } },
    ]);
    await run.started();
    await run.progress(0.43);
    await expect.element(list().getByText('43 %')).toBeVisible();
    await expect.element(list().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '43');
    await run.end({ status: 'succeeded', outputs: { film } });
    await expect.element(list().getByText('“Sea.mp4” is exported')).toBeVisible();
    await expect.element(list().getByText('12 MB')).toBeVisible();
    await expect.element(list().getByRole('button', { name: 'Save…' })).toBeVisible();
    await list().getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(list()).not.toBeInTheDocument();
    expect(localStorage.length).toBe(0);
  });

  it('names before which of its clips have no file, and leads to them', async () => {
    const shown: string[] = [];
    await renderPage(
      <Bench
        names={['a.mp4', 'b.mp4', 'c.mp4']}
        lost={['b.mp4', 'c.mp4']}
        onShowClip={(clipId) => shown.push(clipId)}
      />,
    );
    const lacking = dialog().getByRole('region', { name: /2 clips have no file/ });
    await expect.element(lacking).toBeVisible();
    expect(
      lacking
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['b.mp400:00:01:00', 'c.mp400:00:02:00']);
    await lacking.getByRole('button', { name: /c\.mp4/ }).click();
    expect(shown).toEqual(['c2']);
  });

  it('with a clip that cannot be read is made when words are wanted in its place', async () => {
    const asked: string[] = [];
    desk.desk('mediaFacts', ({ body }) => {
      if (MediaFileRequest.parse(body).fileId === 'b.mp4')
        throw new Problem(415, 'INVALID_REQUEST', 'This file could not be read.');
      return { kind: 'audio', seconds: 1, sampleRate: 48_000, channels: 2 };
    });
    liveRun();
    desk.api(endpoints.runs.create, ({ body }) => {
      asked.push(JSON.stringify(body));
      return detail();
    });
    await renderPage(<Bench names={['a.mp4', 'b.mp4']} />);
    await expect.element(dialog().getByText(/1 clip cannot be read/)).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: 'Export' })).toBeDisabled();
    await dialog()
      .getByRole('checkbox', { name: 'Export with words in place of what cannot be read' })
      .click();
    await dialog().getByRole('button', { name: 'Export' }).click();
    await expect.poll(() => asked.join('')).toContain('"unreadable":{"type":"string","value":"show-words"}');
  });

  it('that the service does not take leaves the choices, and says why', async () => {
    desk.api(endpoints.runs.create, () => {
      throw new Problem(409, 'QUEUE_FULL', 'The queue is full. Wait until a run has ended.');
    });
    await renderPage(<Bench />);
    await exportButton().click();
    await expect
      .element(dialog().getByRole('alert'))
      .toHaveTextContent('The queue is full. Wait until a run has ended.');
    await expect.element(exportButton()).toBeEnabled();
  });

  it('without ffmpeg at the service can be made in the window instead', async () => {
    const run = liveRun();
    await renderPage(<Bench />);
    await exportButton().click();
    await run.started();
    const error = { code: 'FFMPEG_MISSING', message: 'This node needs ffmpeg.', nodeId: FILM_NODE_ID };
    await run.end({ status: 'failed', error });
    await expect
      .element(list().getByRole('alert'))
      .toHaveTextContent('“Sea” was not exported. This node needs ffmpeg.');
    await list().getByRole('button', { name: 'Export in this window…' }).click();
    await expect
      .element(dialog().getByRole('combobox', { name: 'Made by' }))
      .toHaveTextContent('This window, which stays open');
  });

  it('is stopped by its button, and goes from the list', async () => {
    const run = liveRun();
    desk.api(endpoints.runs.cancel, () => detail({ status: 'running', cancelRequested: true }));
    await renderPage(<Bench />);
    await exportButton().click();
    await run.started();
    await list().getByRole('button', { name: 'Stop export' }).click();
    await expect.element(list().getByText('Stopping the export of “Sea”')).toBeVisible();
    await run.end({ status: 'canceled' });
    await expect.element(list()).not.toBeInTheDocument();
    await expect.element(page.getByText('The export of “Sea” was stopped')).toBeVisible();
  });

  it('that another page began is found by the history of runs', async () => {
    const run = liveRun();
    const record = { runId: `run_${count}`, connectionId, projectId: 'prj_1', status: 'running' };
    const times = { createdAt: '2026-01-01T10:00:00.000Z', updatedAt: '2026-01-01T10:00:00.000Z' };
    const unknown = {
      projectVersion: null,
      executionTimeMs: null,
      creditsUsedMicrocredits: null,
      lastEventId: null,
    };
    desk.desk('listRuns', () => ({ runs: [{ ...record, ...times, ...unknown }] }));
    await renderPage(<Bench isOpen={false} />);
    await run.started();
    await run.progress(0.2);
    await expect.element(list().getByText('20 %')).toBeInTheDocument();
    // One that goes on would keep one of the few streams of the page.
    await run.end({ status: 'succeeded', outputs: { film } });
    await expect.element(list().getByText('“Sea.mp4” is exported')).toBeVisible();
  });
});

describe('a film that the service does not make', () => {
  beforeEach(() => {
    count += 1;
    connectionId = `con_film_${count}`;
    desk = standInForDesk();
    desk.desk('listRuns', () => ({ runs: [] }));
    desk.api(endpoints.nodeTypes.get, () => nodeType);
  });
  afterEach(() => desk.restore());

  const madeBy = () => dialog().getByRole('combobox', { name: 'Made by' });
  const keep = () => dialog().getByRole('checkbox', { name: 'Also save it among the files of this account' });

  it('since it has no such node is made by the window', async () => {
    desk.api(endpoints.nodeTypes.get, () => {
      throw new Problem(404, 'NOT_FOUND', 'There is no such node type.');
    });
    await renderPage(<Bench />);
    await expect.element(keep()).toBeVisible();
    await expect.element(madeBy()).not.toBeInTheDocument();
    await expect.element(exportButton()).toBeEnabled();
  });

  it('since it has too many media is made by the window, and says so', async () => {
    await renderPage(<Bench names={Array.from({ length: 65 }, (_, index) => `${index}.mp4`)} />);
    await expect.element(dialog().getByText(/has 65 media, and the service takes at most 64/)).toBeVisible();
    await expect.element(keep()).toBeVisible();
  });

  it('since it is too large says so before, and is made at half the size', async () => {
    await renderPage(<Bench size={{ width: 7680, height: 4320 }} />);
    await expect.element(dialog().getByText(/Choose half the size/)).toBeVisible();
    await expect.element(exportButton()).toBeDisabled();
    await dialog().getByRole('combobox', { name: 'Size' }).click();
    await page.getByRole('option', { name: '3840 × 2160' }).click();
    await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument();
    await expect.element(exportButton()).toBeEnabled();
  });
});
