import { ApiError, type ApiClient } from '#shared/api/index.ts';
import { mergeDocuments } from '#shared/document/merge.ts';
import { replaceKind } from '#shared/document/replace-kind.ts';
import type { DocumentDraft, DocumentUndo } from '#shared/desk/index.ts';
import type { DocumentKind } from '../document-kind.ts';
import type { DocumentNews, DocumentPorts } from '../document-ports.ts';
import { OpenDocument } from '../document-session.ts';
import { readDocument } from '../read-document.ts';
import { stepsOfRecord } from '../undo-record.ts';
import { UndoWriter } from '../undo-writer.ts';
import { FakeJournal } from './fake-journal.ts';

/** A document for tests: what others make of it can be told apart by item and field. */
export interface TestDocument {
  name: string;
  items: { id: string; x: number; note?: string }[];
}

export const testDocument = (...ids: string[]): TestDocument => ({
  name: 'Test',
  items: ids.map((id) => ({ id, x: 0 })),
});

/** An edit of one item. */
export const setItem =
  (id: string, more: Partial<TestDocument['items'][number]>) =>
  (document: TestDocument): TestDocument => ({
    ...document,
    items: document.items.map((item) => (item.id === id ? { ...item, ...more } : item)),
  });

const refuse = (status: number, code: string, message = code) =>
  new ApiError({ status, code, message, requestId: null, retryAfter: null });

const copy = <T>(value: T): T => structuredClone(value);

/**
 * The service and this computer, as the sessions of several windows meet them. Time passes when the test says so.
 * @param fill what the check adds where it is missing.
 */
export function createFakeDesk(
  start: TestDocument,
  fill: (document: TestDocument) => TestDocument = (document) => document,
) {
  const service = {
    version: 1,
    document: copy(start),
    /** How the next requests to write end; `lost`: done, and the response gets lost. */
    next: [] as ('unreachable' | 'busy' | 'lost' | ApiError)[],
    isAway: false,
    /** Keys of the requests that were done, with what came of them. */
    done: new Map<string, { version: number; document: unknown }>(),
    requests: [] as {
      key: string;
      expectedVersion: number;
      document: TestDocument;
      steps?: readonly string[];
    }[],
    /** Somebody else saves. */
    save(edit: (document: TestDocument) => TestDocument) {
      service.document = edit(service.document);
      service.version += 1;
    },
  };
  /** Drafts of earlier versions. */
  const disk = new Map<string, DocumentDraft>();
  const journal = new FakeJournal();
  /** Steps that can be taken back, as they lie on the disk. */
  const undo: { window: string; written: DocumentUndo | null; bases: number } = {
    window: '',
    written: null,
    bases: 0,
  };
  const disks = {
    /** @returns a function that lets it go on: what was asked meanwhile is done then. */
    stop(): () => Promise<void> {
      let goOn: () => void = () => undefined;
      journal.stopped = new Promise((resolve) => {
        goOn = resolve;
      });
      return async () => {
        journal.stopped = null;
        goOn();
        await settle();
      };
    },
  };
  const watchers = new Set<(news: DocumentNews) => void>();
  let now = 0;
  const timers = new Map<object, { at: number; run: () => void }>();

  const kind: DocumentKind<TestDocument> = {
    ...replaceKind<TestDocument>({
      kind: 'timeline',
      check: (input) => ({ ok: true, document: fill(copy(input as TestDocument)) }),
      merge: (base, mine, theirs) => mergeDocuments(base, mine, theirs, new Map([['note', '\n']])),
    }),
    kind: 'timeline',
    async read(_api, _project, remembered) {
      if (service.isAway && !remembered) throw refuse(503, 'UNREACHABLE');
      return { version: service.version, document: copy(service.document), isRemembered: service.isAway };
    },
    async write(_api, _project, request) {
      service.requests.push(request);
      const fate = service.isAway ? 'unreachable' : service.next.shift();
      if (fate === 'unreachable') throw refuse(503, 'UNREACHABLE');
      if (fate === 'busy') throw refuse(503, 'BUSY');
      if (fate instanceof ApiError) throw fate;
      const before = service.done.get(request.key);
      if (before) return copy(before);
      if (request.expectedVersion !== service.version) throw refuse(409, 'STALE');
      service.save(() => copy(request.document));
      const response = { version: service.version, document: copy(service.document) };
      service.done.set(request.key, response);
      if (fate === 'lost') throw refuse(503, 'UNREACHABLE');
      return response;
    },
  };

  const noApi: ApiClient = () => Promise.reject(new Error('The kind of document answers here.'));
  const portsOf = (window: string, ofComputer: FakeJournal): DocumentPorts => ({
    projectId: 'prj_1',
    api: noApi,
    journal: ofComputer.portOf(window),
    drafts: {
      list: async () => [...disk.values()].map(copy),
      async remove(windows) {
        for (const other of windows) disk.delete(other);
      },
    },
    undo: {
      read: async () => copy(undo.written),
      async write({ base, ...steps }) {
        if (steps.done.length + steps.undone.length === 0) {
          if (undo.window === window) undo.written = null;
          return;
        }
        if (base === undefined && undo.window !== window) throw refuse(404, 'NOT_FOUND');
        if (Object.keys(steps).toSorted().join() !== 'done,undone') throw refuse(400, 'INVALID_REQUEST');
        if (base !== undefined) undo.bases += 1;
        undo.written = copy({ ...steps, base: base ?? undo.written?.base });
        undo.window = window;
      },
    },
    version: async () => service.version,
    watch(listener) {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    },
    after(ms, run) {
      const timer = {};
      timers.set(timer, { at: now + ms, run });
      return () => void timers.delete(timer);
    },
    clock: () => now,
    isInView: () => true,
  });

  /** Lets everything that waits for no time come to its end. */
  const settle = async () => {
    for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
  };

  return {
    service,
    disk,
    disks,
    journal,
    undo,
    settle,
    said: [] as string[],
    /** Opens the document in a window. @param ofComputer the journal of another computer than this one */
    async open(window: string, ofComputer: FakeJournal = journal) {
      const ports = portsOf(window, ofComputer);
      const opened = await readDocument(kind, ports);
      const steps = stepsOfRecord(kind, await ports.undo.read());
      const writer = new UndoWriter(ports, steps);
      const session = new OpenDocument(kind, ports, opened, (message) => this.said.push(message), {
        steps,
        onSteps: () => writer.note(),
        onPause: (isPaused) => writer.setPaused(isPaused),
      });
      await settle();
      return session;
    },
    /** The window is gone from one moment to the next. */
    kill(window: string, session: OpenDocument<TestDocument>) {
      journal.end(window);
      session.stop();
    },
    tell(news: DocumentNews) {
      for (const watcher of watchers) watcher(news);
    },
    /** Lets milliseconds pass. */
    async pass(ms: number) {
      const until = now + ms;
      await settle();
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= until).toSorted(([, a], [, b]) => a.at - b.at);
        const [first] = due;
        if (!first) break;
        timers.delete(first[0]);
        now = Math.max(now, first[1].at);
        first[1].run();
        await settle();
      }
      now = until;
    },
  };
}
