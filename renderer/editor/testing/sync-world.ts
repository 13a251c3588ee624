import { ApiError, endpoints, type ApiClient, type PatchOperation } from '#shared/api/index.ts';
import type {
  JournalEntry,
  JournalInFlight,
  JournalEvent,
  ProjectDetails,
  UndoStacks,
} from '#shared/desk/index.ts';
import { applyOperations } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import { advanceUndo } from '#shared/graph-saving/index.ts';
import type { EditorPorts } from '../ports.ts';
import { threeNodes } from './three-nodes.ts';

interface WholeChange {
  expectedVersion: number;
  document?: { graph: Graph };
  metadata?: Record<string, unknown>;
}

/** One service and one desktop process, which any number of windows share. */
export class SyncWorld {
  graph: Graph = threeNodes;
  version = 1;
  metadata: Record<string, unknown> = {};
  /** Requests that changed something, by the name of their endpoint. */
  readonly writes: string[] = [];
  /** Held back while set: requests that arrived and whose response is not given yet. */
  hold: Promise<void> | null = null;
  /** Set while changes are made and their responses get lost. */
  loses: ApiError | null = null;
  /** The desktop process: one journal, written by one window at a time. */
  entries: JournalEntry[] = [];
  inFlight: JournalInFlight[] = [];
  history: UndoStacks = { done: [], undone: [] };
  writer: string | null = null;
  /** States that windows put into the local history. */
  readonly savedVersions: { version: number; graph: Graph }[] = [];
  /** How often the version was looked up. */
  looks = 0;
  readonly watchers = new Map<string, (change: JournalEvent | 'missed') => void>();
  isDeleted = false;
  /** What the desktop process knows of the project besides its graph. */
  details: ProjectDetails | null = null;
  /** How many entries each attempt to write had. */
  appends: number[] = [];
  /** Seconds that a look has to wait. */
  busyFor: number | null = null;
  /** While true nothing can be written. */
  diskFull = false;
  /** Set while the service cannot be reached. */
  away: ApiError | null = null;
  #stopped: Promise<void> | null = null;
  #responses = new Map<string, object>();
  #windows = 0;

  /** The desktop process stands still: edits are not written. @returns a function that lets it go on. */
  stopJournal(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stopped = promise;
    return () => {
      this.#stopped = null;
      resolve();
    };
  }

  /** The event stream of a window ends, and what is told is lost. @returns a function that opens it again. */
  cutOff(window: string): () => void {
    const listen = this.watchers.get(window);
    this.watchers.delete(window);
    if (this.writer === window) this.#setWriter(null);
    return () => {
      if (!listen) return;
      this.watchers.set(window, listen);
      listen('missed');
    };
  }

  /** As a service does with keys after a day. */
  forgetKeys(): void {
    this.#responses.clear();
  }
  /** Holds responses back from now on. @returns a function that gives them all. */
  holdResponses(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.hold = promise;
    return () => {
      resolve();
      this.hold = null;
    };
  }
  /** What the text of each node is at the service. */
  texts(): unknown[] {
    return this.graph.nodes.map((node) => node.inputs?.['text']?.value);
  }
  someoneElse(operations: PatchOperation[]): void {
    const applied = applyOperations(this.graph, operations);
    if (!applied.ok) throw new Error(applied.rejection.reason);
    this.graph = applied.graph;
    this.version += 1;
  }

  #patch(key: string, body: { expectedVersion: number; operations: PatchOperation[] }): object {
    const replay = this.#responses.get(key);
    if (replay) return replay;
    if (body.expectedVersion !== this.version) {
      throw new ApiError({ status: 409, code: 'CONFLICT', message: 'The project changed.' });
    }
    this.someoneElse(body.operations);
    this.#responses.set(key, this.#document());
    return this.#document();
  }
  /** A change that is given whole. */
  #put(key: string | undefined, body: WholeChange): object {
    const replay = key === undefined ? undefined : this.#responses.get(key);
    if (replay) return replay;
    if (body.expectedVersion !== this.version) {
      throw new ApiError({ status: 409, code: 'CONFLICT', message: 'The project changed.' });
    }
    this.graph = body.document?.graph ?? this.graph;
    this.metadata = body.metadata ?? this.metadata;
    this.version += 1;
    if (key !== undefined) this.#responses.set(key, this.#document());
    return this.#document();
  }
  #document(): object {
    return {
      metadata: this.metadata,
      projectId: 'p',
      name: 'Test',
      version: this.version,
      document: { graph: this.graph },
    };
  }

  async #call(endpoint: { id: string }, args: { idempotencyKey?: string; body?: unknown }): Promise<unknown> {
    if (this.away) throw this.away;
    if (this.isDeleted) throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'Gone.' });
    if (endpoint.id === endpoints.projects.get.id) this.looks += 1;
    if (endpoint.id === endpoints.projects.get.id && this.busyFor !== null) {
      throw new ApiError({ status: 429, code: 'RATE', message: 'Later.', retryAfter: this.busyFor });
    }
    const response =
      endpoint.id === endpoints.projects.patchDocument.id
        ? this.#patch(
            args.idempotencyKey ?? '',
            args.body as { expectedVersion: number; operations: PatchOperation[] },
          )
        : args.body === undefined
          ? this.#document()
          : this.#put(args.idempotencyKey, args.body as WholeChange);
    if (args.body !== undefined) this.writes.push(endpoint.id);
    await this.hold;
    if (this.loses && args.body !== undefined) throw this.loses;
    return response;
  }

  #write(
    window: string,
    event: JournalEvent | null,
    change: () => void,
    hasCapacity = !this.diskFull,
  ): Promise<void> {
    if (!hasCapacity) {
      const message = 'The disk of this computer is full. Free some space on it, then try again.';
      return Promise.reject(new ApiError({ status: 507, code: 'DISK_FULL', message }));
    }
    this.writer ??= window;
    if (this.writer !== window) {
      return Promise.reject(new ApiError({ status: 409, code: 'NOT_WRITER', message: 'Another window.' }));
    }
    change();
    if (event) for (const [id, tell] of this.watchers) if (id !== window) tell(structuredClone(event));
    return Promise.resolve();
  }
  #drop(ids: readonly string[]): void {
    this.entries = this.entries.filter(({ id }) => !ids.includes(id));
    const left = this.entries.map(({ id }) => id);
    this.inFlight = this.inFlight.filter(({ entryIds }) => entryIds.some((id) => left.includes(id)));
  }
  #setWriter(writer: string | null): void {
    if (this.writer === writer) return;
    this.writer = writer;
    for (const [id, tell] of this.watchers) if (id !== writer) tell({ kind: 'writer', writer });
  }

  /** @param previousWindows what the window was before it was loaded anew. */
  ports(previousWindows: readonly string[] = []): EditorPorts {
    const window = `w${(this.#windows += 1)}`;
    const unused = () => Promise.reject(new Error('not asked for here'));
    return {
      connectionId: 'local',
      projectId: 'p',
      api: ((endpoint: { id: string }, args: object) => this.#call(endpoint, args)) as unknown as ApiClient,
      journal: {
        window,
        previousWindows,
        claim: async (take) => {
          if (take || this.writer === null) this.#setWriter(window);
          const { entries, inFlight, history } = structuredClone({
            entries: this.entries,
            inFlight: this.inFlight,
            history: this.history,
          });
          return { writing: this.writer === window, entries, inFlight, history };
        },
        append: async (entries, history) => {
          this.appends.push(entries.length);
          await this.#stopped;
          return this.#write(
            window,
            { kind: 'appended', entries: [...entries], history: [...history] },
            () => {
              const known = this.entries.map(({ id }) => id);
              this.entries.push(...entries.filter(({ id }) => !known.includes(id)));
              this.history = history.reduce(advanceUndo, this.history);
            },
          );
        },
        sending: (request) => this.#write(window, null, () => this.inFlight.push(request)),
        // What the service has taken can be noted on a full disk.
        acknowledge: (ids) =>
          this.#write(window, { kind: 'replaced', ids: [...ids], entries: [] }, () => this.#drop(ids), true),
        replace: ({ replaced, entries }) =>
          this.#write(window, { kind: 'replaced', ids: [...replaced], entries: [...entries] }, () => {
            this.#drop(replaced);
            this.entries.push(...entries);
            this.inFlight = [];
          }),
        carryHistory: unused,
        leave: () => {
          this.watchers.delete(window);
          if (this.writer === window) this.#setWriter(null);
        },
        watch: (listener) => {
          this.watchers.set(window, listener);
          return () => void this.watchers.delete(window);
        },
      },
      supportedOperations: () => Promise.resolve(null),
      mediaUrls: unused,
      listFiles: unused,
      startUpload: unused,
      cancelUpload: unused,
      retryUpload: unused,
      pauseUpload: unused,
      resumeUpload: unused,
      settleUpload: unused,
      listUploads: unused,
      settings: unused,
      subscribe: () => () => undefined,
      lastVersion: () => Promise.resolve({ version: this.version, graph: this.graph }),
      cachedProject: () =>
        Promise.resolve(this.details && { details: this.details, storyboard: null, timeline: null }),
      keepVersion: (state) => Promise.resolve(void this.savedVersions.push(state)),
    };
  }
}
