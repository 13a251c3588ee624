import {
  advanceJournal,
  emptyJournal,
  requestsOf,
  type JournalContents,
} from '#core/journal/journal-contents.ts';
import { withEntries } from '#core/journal/document-contents.ts';
import { DocumentJournal, type ProjectJournal } from '#core/journal/document-journal.ts';
import { acknowledgedLines, encodeLines, readJournalText } from '#core/journal/journal-file.ts';
import { addedBy, type JournalLine } from '#core/journal/journal-line.ts';
import { createWriterLeases, type WriterLeases } from '#core/journal/writer-lease.ts';
import { MediaDocumentKind, type DocumentJournalEvent } from '#shared/desk/index.ts';
import { splitKey } from '#shared/language/join-key.ts';
import { createSerialize } from '#shared/language/serialize.ts';
import type { DocumentNews } from '#renderer/documents/document-ports.ts';
import type { Random } from '../../random.ts';
import type { Describe } from './describe.ts';
import type { Schedule } from './schedule.ts';
import { copy } from './simulated-service.ts';

export const PROJECT = { connectionId: 'local', projectId: 'prj_1' };
const DISK = 'disk';

/** A window as the desktop process knows it. */
export interface ConnectedWindow {
  name: string;
  /** Each ends an event stream. */
  ends: (() => void)[];
  journal: Map<MediaDocumentKind, (event: DocumentJournalEvent | 'missed') => void>;
  news: Map<MediaDocumentKind, (news: DocumentNews) => void>;
}

/** What is on a disk: it outlives the desktop process. */
interface Disk {
  text: string;
  isFull: boolean;
  /** Edits that the service has, noted while there was no room to write that down. */
  noted: readonly string[];
}

const diskFull = (): Error => Object.assign(new Error('There is no room left.'), { code: 'ENOSPC' });

/** A journal file in memory, as the real one treats a full disk. @param write resolves when the lines are on the disk. */
function memoryJournal(disk: Disk, write: (lines: readonly JournalLine[]) => Promise<void>): ProjectJournal {
  let state = contentsOf(disk);
  let writes = 0;
  return {
    get state() {
      return state;
    },
    get writes() {
      return writes;
    },
    serialize: createSerialize(),
    async write(lines) {
      writes += 1;
      const taken = lines.map((line) => (line.t === 'taken' ? line.entryIds : null));
      if (disk.isFull && taken.includes(null)) {
        state = advanceJournal(state, requestsOf(state, lines));
        throw diskFull();
      }
      if (disk.isFull) {
        disk.noted = [...disk.noted, ...taken.flatMap((ids) => ids ?? [])];
        state = advanceJournal(state, lines);
        return false;
      }
      const { noted } = disk;
      const all =
        noted.length === 0 ? lines : [...acknowledgedLines(noted), ...lines, ...acknowledgedLines(noted)];
      await write(all);
      disk.noted = [];
      state = advanceJournal(state, all);
      return addedBy(lines).some((id) => noted.includes(id));
    },
    preserve: () => Promise.resolve(),
  };
}

const contentsOf = ({ text, noted }: Disk): JournalContents =>
  advanceJournal(text === '' ? emptyJournal : readJournalText(text).state, acknowledgedLines(noted));

/**
 * The desktop process: its own journal of documents and leases, on a disk of which a step of the schedule is each write. A kill leaves
 * the disk, with or without what was being written.
 */
export class SimulatedCore {
  readonly #schedule: Schedule;
  readonly #random: Random;
  readonly #describe: Describe;
  readonly #windows = new Map<string, ConnectedWindow>();
  readonly #disk: Disk = { text: '', isFull: false, noted: [] };
  #read: (Pick<Disk, 'text' | 'noted'> & { contents: JournalContents }) | null = null;
  #documents: DocumentJournal;
  #leases: WriterLeases;
  /** How often it was started or killed. */
  life = 0;
  isAway = false;

  constructor(schedule: Schedule, random: Random, describe: Describe) {
    this.#schedule = schedule;
    this.#random = random;
    this.#describe = describe;
    [this.#documents, this.#leases] = this.#started();
  }

  get documents(): DocumentJournal {
    return this.#documents;
  }

  /** Whether edits are on the disk that the service has not. */
  get isUnsaved(): boolean {
    return this.#onDisk().documents.size > 0;
  }

  /** A document with its edits as they lie on the disk; null where it has none. */
  stored(kind: MediaDocumentKind): unknown {
    const found = this.#onDisk().documents.get(kind);
    return found ? withEntries(found.base.document, found.entries) : null;
  }

  /** What the file says, read once for each text of it. */
  #onDisk(): JournalContents {
    const { text, noted } = this.#disk;
    if (this.#read?.text !== text || this.#read.noted !== noted)
      this.#read = { text, noted, contents: contentsOf(this.#disk) };
    return this.#read.contents;
  }

  /** There is no room on the disk, or again. */
  setFull(isFull: boolean): void {
    this.#disk.isFull = isFull;
  }

  /** @returns undefined once it was killed. */
  window(name: string): ConnectedWindow | undefined {
    return this.#windows.get(name);
  }

  /** The event stream of a window opens. */
  connect(name: string): void {
    const window: ConnectedWindow = this.#windows.get(name) ?? {
      name,
      ends: [],
      journal: new Map(),
      news: new Map(),
    };
    window.ends.push(this.#leases.arrived(name));
    this.#windows.set(name, window);
  }

  /** The event stream of a window is cut: what was on its way there is lost. */
  cut(name: string): void {
    this.#schedule.take((lane) => lane === `events ${name}`);
    for (const end of this.#windows.get(name)?.ends.splice(0) ?? []) end();
  }

  /** The stream opens again. */
  reconnect(name: string): void {
    const window = this.#windows.get(name);
    if (!window || this.isAway || window.ends.length > 0) return;
    this.connect(name);
    this.#schedule.post(`events ${name}`, 'again', () => {
      for (const listen of window.journal.values()) listen('missed');
      for (const listen of window.news.values()) listen({ kind: 'back' });
    });
  }

  /**
   * A window is killed. Its connections end with it: of what it had sent some is read, and that before anything of a window that is
   * opened later.
   */
  killWindow(name: string): void {
    const window = this.#windows.get(name);
    this.#windows.delete(name);
    this.#schedule.take((lane) => lane === `events ${name}`);
    for (const run of this.#schedule.take((lane) => lane.endsWith(` ${name}`)))
      if (this.#random.bool(0.5)) run();
    const { life } = this;
    const end = (): void => {
      if (life === this.life) for (const one of window?.ends ?? []) one();
    };
    if (this.#random.bool(0.5)) end();
    else this.#schedule.post(`end of ${name}`, 'is seen', end);
  }

  kill(): void {
    this.isAway = true;
    const isWritten = this.#random.bool(0.5);
    for (const run of this.#schedule.take((lane) => lane === DISK)) if (isWritten) run();
    this.life += 1;
    this.#schedule.take((lane) => lane.startsWith('events'));
    for (const { ends } of this.#windows.values()) ends.splice(0);
  }

  start(): void {
    this.isAway = false;
    [this.#documents, this.#leases] = this.#started();
  }

  tellAll(news: DocumentNews, only?: MediaDocumentKind): void {
    for (const [name, { news: listeners }] of this.#windows)
      this.#schedule.post(`events ${name}`, `${only ?? 'all'} ${JSON.stringify(news)}`, () => {
        for (const [kind, listen] of listeners) if (only === undefined || kind === only) listen(news);
      });
  }

  #started(): [DocumentJournal, WriterLeases] {
    this.life += 1;
    const { life } = this;
    const journal = memoryJournal(
      this.#disk,
      (lines) =>
        new Promise((resolve) =>
          this.#schedule.post(DISK, lines.map((line) => this.#describe.line(line)).join(', '), () => {
            if (life !== this.life) return;
            this.#disk.text += encodeLines(lines);
            resolve();
          }),
        ),
    );
    const leases = createWriterLeases({
      now: () => this.#schedule.now,
      writerChanged: (lease, writer, windows) =>
        this.#tell(windows, MediaDocumentKind.parse(splitKey(lease)[2]), { kind: 'writer', writer }),
    });
    const documents = new DocumentJournal({
      leases,
      open: () => Promise.resolve({ journal, notice: null }),
      notify: (windows, { kind }, change) => this.#tell(windows, kind, change),
    });
    return [documents, leases];
  }

  #tell(windows: readonly string[], kind: MediaDocumentKind, change: DocumentJournalEvent): void {
    const told = copy(change);
    for (const name of windows)
      this.#schedule.post(`events ${name}`, `${kind} ${this.#describe.event(told)}`, () =>
        this.#windows.get(name)?.journal.get(kind)?.(told),
      );
  }
}
