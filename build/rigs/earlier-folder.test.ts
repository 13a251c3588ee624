import { expect, test } from 'vitest';
import type { z } from 'zod';
import { ApiError } from '#shared/api/index.ts';
import type { deskRoutes } from '#shared/desk/index.ts';
import { earlierFolder } from '#core/testing/earlier-folder.ts';
import { launcherOf, startTestCore, type TestCore } from '#core/testing/test-core.ts';
import { storyboardKind, timelineKind, type DocumentKind } from '#renderer/documents/document-kind.ts';
import type { DocumentPorts } from '#renderer/documents/document-ports.ts';
import { OpenDocument } from '#renderer/documents/document-session.ts';
import { readDocument } from '#renderer/documents/read-document.ts';

/** A folder that an earlier build left with unsaved work: pages of this build show, save and keep every edit of it. */

interface Request {
  key: string;
  expectedVersion: number;
}

/** The service as it was when the work was left, or as it is once it has taken what was sent. */
class Service<D> {
  isAway = false;
  version = 4;
  document: unknown;
  readonly requests: Request[] = [];
  readonly kind: DocumentKind<D>;

  constructor(kind: DocumentKind<D>, document: unknown) {
    this.document = document;
    this.kind = {
      ...kind,
      read: async () => ({ version: this.version, document: this.document, isRemembered: this.isAway }),
      write: async (_api, _project, { key, expectedVersion, document: next }) => {
        if (this.isAway) throw problem(503, 'UNREACHABLE');
        this.requests.push({ key, expectedVersion });
        if (expectedVersion !== this.version) throw problem(409, 'STALE');
        this.version += 1;
        this.document = next;
        return { version: this.version, document: next };
      },
    };
  }
}

const problem = (status: number, code: string) =>
  new ApiError({ status, code, message: code, requestId: null, retryAfter: null });

function portsOf(desk: TestCore, kind: string): DocumentPorts {
  const path = `/desk/documents/local/prj_1/${kind}`;
  const drafts = `/desk/drafts/local/prj_1/${kind}`;
  const call = async <T>(method: string, at: string, body?: unknown) =>
    (await desk.read(method, at, body)) as T;
  const writer = 'now';
  return {
    projectId: 'prj_1',
    api: () => Promise.reject(new Error('The kind answers here.')),
    journal: {
      claim: (force) => call('POST', `${path}/claim`, { writer, force }),
      write: (writing) => call('PUT', path, { writer, ...writing }),
      sending: (inFlight) => call('POST', `${path}/sending`, { writer, inFlight }),
      acknowledge: (entryIds) => call('POST', `${path}/taken`, { writer, entryIds }),
      quarantine: () => call('POST', `${path}/aside`, { writer }),
      leave: () => undefined,
      watch: () => () => undefined,
    },
    drafts: {
      list: async () => (await call<z.infer<typeof deskRoutes.listDrafts.response>>('GET', drafts)).drafts,
      remove: (windows) => call('POST', `${drafts}/remove`, { windows: [...windows] }),
    },
    undo: { read: async () => null, write: async () => undefined },
    version: async () => null,
    watch: () => () => undefined,
    after: (ms, run) => {
      const timer = setTimeout(run, ms / 20);
      return () => clearTimeout(timer);
    },
    clock: () => performance.now(),
    isInView: () => false,
  };
}

const start = (folder: string) => startTestCore({ folder, launchService: launcherOf('http://127.0.0.1:9') });

async function open<D>(desk: TestCore, { kind }: Service<D>) {
  const ports = portsOf(desk, kind.kind);
  const session = new OpenDocument(kind, ports, await readDocument(kind, ports), () => undefined);
  return { session, ports };
}

const lengthsOf = (document: unknown): string[] =>
  (document as { sequences: { shots: { id: string; durationSeconds: number }[] }[] }).sequences.flatMap(
    ({ shots }) => shots.map(({ id, durationSeconds }) => `${id} ${durationSeconds}`),
  );
const durationsOf = (document: unknown): string[] =>
  (document as { timeline: { clips: { id: string; duration: number }[] } }).timeline.clips.map(
    ({ id, duration }) => `${id} ${duration}`,
  );

async function baseOf(desk: TestCore, kind: string): Promise<unknown> {
  return (await portsOf(desk, kind).drafts.list())[0]?.base;
}

test('a storyboard is shown with its edits, and the request that was out goes on under its key', async () => {
  const desk = await start(earlierFolder());
  const service = new Service(storyboardKind, await baseOf(desk, 'storyboard'));
  const { session, ports } = await open(desk, service);
  expect(lengthsOf(session.getState().document)).toEqual(['first 2', 'second 3']);
  await session.flush();
  await session.kept();
  expect(service.requests[0]).toEqual({ key: 'key_one', expectedVersion: 4 });
  expect(lengthsOf(service.document)).toEqual(['first 2', 'second 3']);
  await expect.poll(() => ports.drafts.list()).toEqual([]);
  expect(await ports.journal.claim(true)).toMatchObject({ base: null, entries: [], inFlight: [] });
  session.stop();
});

test('a timeline of two windows has the edits of both, once, also after a restart without the service', async () => {
  const folder = earlierFolder();
  const first = await start(folder);
  const service = new Service(timelineKind, await baseOf(first, 'timeline'));
  service.isAway = true;
  const away = await open(first, service);
  expect(durationsOf(away.session.getState().document)).toEqual(['left 5', 'right 7']);
  await away.session.kept();
  await expect.poll(() => away.ports.drafts.list()).toEqual([]);
  away.session.stop();
  await first.core.close();
  const second = await start(folder);
  const again = await open(second, service);
  expect(durationsOf(again.session.getState().document)).toEqual(['left 5', 'right 7']);
  service.isAway = false;
  again.session.retry();
  await again.session.flush();
  expect(durationsOf(service.document)).toEqual(['left 5', 'right 7']);
  expect(service.version).toBe(5);
  again.session.stop();
});

test('drafts that are in the journal already, as after a kill before they went, are taken up once', async () => {
  const desk = await start(earlierFolder());
  const service = new Service(timelineKind, await baseOf(desk, 'timeline'));
  service.isAway = true;
  const ports = portsOf(desk, 'timeline');
  const cut = { ...ports, drafts: { ...ports.drafts, remove: () => Promise.reject(new Error('Killed.')) } };
  const killed = new OpenDocument(service.kind, cut, await readDocument(service.kind, cut), () => undefined);
  await killed.kept();
  killed.stop();
  expect(await ports.drafts.list()).toHaveLength(2);
  const { session } = await open(desk, service);
  expect(durationsOf(session.getState().document)).toEqual(['left 5', 'right 7']);
  await session.kept();
  expect((await ports.journal.claim(true)).entries).toHaveLength(2);
  await expect.poll(() => ports.drafts.list()).toEqual([]);
  session.stop();
});
