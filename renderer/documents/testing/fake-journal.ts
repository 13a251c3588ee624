import { ApiError } from '#shared/api/index.ts';
import { applyChanges, type DocumentChanges } from '#shared/document/changes.ts';
import { UNKNOWN_VERSION } from '#shared/documents/replacing-kind.ts';
import type {
  DocumentBase,
  DocumentEntry,
  DocumentJournalEvent,
  DocumentSaved,
  DocumentWriting,
  JournalInFlight,
} from '#shared/desk/index.ts';
import type { DocumentPorts } from '../document-ports.ts';

const copy = <T>(value: T): T => structuredClone(value);

const notWriter = () =>
  new ApiError({
    status: 409,
    code: 'NOT_WRITER',
    message: 'Another window.',
    requestId: null,
    retryAfter: null,
  });

const diskFull = () =>
  new ApiError({
    status: 507,
    code: 'DISK_REFUSED',
    message: 'The disk is full.',
    requestId: null,
    retryAfter: null,
  });

/** The journal of one document, as windows of this computer meet it. */
export class FakeJournal {
  base: DocumentBase | null = null;
  entries: DocumentEntry[] = [];
  inFlight: JournalInFlight[] = [];
  writer: string | null = null;
  isFull = false;
  #late: Promise<void> = Promise.resolve();
  #writes = 0;
  #saved: Required<DocumentSaved> | null = null;
  /** What writes wait for while the desktop process stands still. */
  stopped: Promise<void> | null = null;
  readonly #gone = new Set<string>();
  readonly #windows = new Map<string, (event: DocumentJournalEvent | 'missed') => void>();

  /** What was edited, as it lies on the disk. */
  get document(): unknown {
    return this.entries.reduce(
      (document, { changes }) => applyChanges(document, changes as DocumentChanges | null),
      this.base?.document,
    );
  }

  /** The window is gone from one moment to the next. */
  end(window: string): void {
    this.#gone.add(window);
    this.#leave(window);
  }

  portOf(window: string): DocumentPorts['journal'] {
    return {
      claim: async (force, version) => {
        if (force || this.writer === null) this.#setWriter(window);
        const { base, entries, inFlight } = this;
        const writing = this.writer === window;
        const saved = version === undefined || entries.length > 0 ? null : this.#saved;
        return copy({ writing, base, entries, saved, writes: this.#writes, inFlight, notice: null });
      },
      write: async (writing) => {
        await this.stopped;
        this.#check(window);
        if (this.isFull) throw diskFull();
        this.#write(copy(writing));
        this.#tell(window, { kind: 'written', writes: (this.#writes += 1), ...writing });
      },
      sending: async (inFlight) => {
        await this.stopped;
        this.#check(window);
        if (this.isFull) throw diskFull();
        this.inFlight = [...this.inFlight.filter((one) => !shares(one, inFlight.entryIds)), copy(inFlight)];
      },
      acknowledge: async (ids, saved) => {
        await this.stopped;
        this.#check(window);
        this.#acknowledge(ids, saved);
        const writes = (this.#writes += 1);
        this.#tell(window, { kind: 'taken', writes, ids: [...ids], ...(saved && { saved }) });
      },
      quarantine: async () => {
        this.entries = [];
      },
      leave: () => this.#leave(window),
      watch: (listener) => {
        this.#windows.set(window, listener);
        return () => void this.#windows.delete(window);
      },
    };
  }

  #leave(window: string): void {
    this.#windows.delete(window);
    if (this.writer === window) this.#setWriter(null);
  }

  #check(window: string): void {
    if (this.#gone.has(window)) throw new Error('The window is gone.');
    if (this.writer === null) this.#setWriter(window);
    if (this.writer !== window) throw notWriter();
  }

  #write({ replaced, entries, after, base }: DocumentWriting): void {
    const ids = [...replaced, ...entries.map(({ id }) => id)];
    const left = this.entries.filter(({ id }) => !ids.includes(id));
    if ((left.at(-1)?.id ?? null) !== after || (after === null) !== (base !== undefined)) throw notWriter();
    this.base = base ?? this.base;
    this.entries = [...left, ...entries];
    this.inFlight = this.inFlight.filter((one) => !shares(one, ids));
  }

  #acknowledge(ids: readonly string[], saved: DocumentSaved | null): void {
    for (const { changes } of this.entries.filter(({ id }) => ids.includes(id))) {
      const document = applyChanges(this.base?.document, changes as DocumentChanges | null);
      const version = (saved?.document === undefined && saved?.version) || UNKNOWN_VERSION;
      this.base = this.base && { version, document };
    }
    this.#saved = saved && { document: this.base?.document, ...saved };
    this.entries = this.entries.filter(({ id }) => !ids.includes(id));
    this.inFlight = this.inFlight.filter((one) => !shares(one, ids));
  }

  #setWriter(writer: string | null): void {
    if (this.writer === writer) return;
    this.writer = writer;
    this.#tell(writer, { kind: 'writer', writer });
  }

  /** What is told comes late. @returns lets it come. */
  hold(): () => Promise<void> {
    let release: () => void = () => undefined;
    this.#late = new Promise((resolve) => {
      release = resolve;
    });
    return async () => {
      this.#late = Promise.resolve();
      release();
    };
  }

  #tell(by: string | null, event: DocumentJournalEvent): void {
    const told = copy(event);
    for (const [window, listen] of this.#windows)
      if (window !== by) void this.#late.then(() => listen(copy(told)));
  }
}

const shares = ({ entryIds }: JournalInFlight, ids: readonly string[]): boolean =>
  entryIds.some((id) => ids.includes(id));
