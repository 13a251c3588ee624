import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  MediaDocumentKind,
  type DocumentJournalEvent,
  type JournalEntry,
  type JournalEvent,
  type JournalInFlight,
  type JournalState,
  type UndoChange,
} from '#shared/desk/index.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { joinKey, splitKey } from '#shared/language/join-key.ts';
import { DeskError, systemErrorCode } from '../desk-error.ts';
import type { CoreLog } from '../options.ts';
import { makeFolderDurably } from '../storage/atomic-file.ts';
import { DocumentJournal, type DocumentAddress } from './document-journal.ts';
import type { JournalContents } from './journal-contents.ts';
import type { JournalLine } from './journal-line.ts';
import { dropOldHistories } from './old-histories.ts';
import { OpenJournal, type JournalDamage, type OpenJournalOptions } from './open-journal.ts';
import { createWriterLeases, type WriterLeases } from './writer-lease.ts';

export interface JournalOptions extends OpenJournalOptions {
  directory: string;
  log: CoreLog;
  /** Tells windows that have the project open and do not write. */
  notify(windows: readonly string[], connectionId: string, projectId: string, change: JournalEvent): void;
  /** The same of those that have a storyboard or timeline open. */
  notifyOfDocument?(windows: readonly string[], address: DocumentAddress, change: DocumentJournalEvent): void;
  /** Milliseconds that only ever grow. */
  uptime?: () => number;
}

interface Project {
  journal: OpenJournal;
  /** What the next window to open the project is shown; null when there is nothing. */
  notice: string | null;
}

const fileName = (id: string): string =>
  /^[A-Za-z0-9_-]{1,80}$/.test(id) ? id : `x${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;

/**
 * The edits of each project that the service has not taken yet, and its undo history: one JSONL file a connection and
 * project, written for one window at a time. Every method resolves after fsync, because the page says "saved on this
 * computer" on that response.
 * @throws DeskError `NOT_WRITER` from every method that writes when another window does.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #projects = new Map<string, Promise<Project>>();
  /** Of the graph of each project, and of each other document. */
  readonly #leases: WriterLeases;
  /** Of graphs that were written: the window that wrote last, and those that have read what there is since. */
  readonly #knowing = new Map<string, Set<string>>();
  /** Storyboards and timelines. */
  readonly documents: DocumentJournal;
  /** Before anything is opened, so that nothing goes that is in use. */
  readonly #cleared: Promise<unknown>;

  constructor(options: JournalOptions) {
    const { directory, clock, log } = options;
    this.#options = options;
    this.#leases = createWriterLeases({
      now: options.uptime ?? (() => performance.now()),
      writerChanged(project, writer, windows) {
        const [connectionId = '', projectId = '', name] = splitKey(project);
        const kind = MediaDocumentKind.safeParse(name).data;
        if (kind)
          options.notifyOfDocument?.(windows, { connectionId, projectId, kind }, { kind: 'writer', writer });
        else options.notify(windows, connectionId, projectId, { kind: 'writer', writer });
      },
    });
    this.documents = new DocumentJournal({
      leases: this.#leases,
      open: (connectionId, projectId) => this.#open(connectionId, projectId),
      notify: (...change) => options.notifyOfDocument?.(...change),
    });
    this.#cleared = dropOldHistories(directory, clock.now()).then(
      (count) => count > 0 && log.info({ count }, 'undo histories of long unused projects were dropped'),
      // Room that could not be made is no reason to fail.
      (error: unknown) =>
        log.warn({ code: systemErrorCode(error) }, 'old undo histories could not be dropped'),
    );
  }

  /** A window opens a project: it writes from now on unless another one does, and gets what is in the journal. */
  async claim(
    connectionId: string,
    projectId: string,
    { writer, take }: { writer: string; take: boolean },
  ): Promise<JournalState> {
    const project = await this.#open(connectionId, projectId);
    return project.journal.serialize(async () => {
      const writing = this.#leases.acquire(joinKey(connectionId, projectId), writer, take);
      this.#knowing.get(joinKey(connectionId, projectId))?.add(writer);
      const { entries, inFlight, history } = project.journal.state;
      const { notice } = project;
      project.notice = null;
      return { writing, entries: [...entries], inFlight: [...inFlight], history, notice };
    });
  }

  append(
    connectionId: string,
    projectId: string,
    change: {
      writer: string;
      entries: readonly JournalEntry[];
      history: readonly UndoChange[];
      writeId?: string | undefined;
    },
  ): Promise<void> {
    const { writer, entries, history, writeId } = change;
    const digest = digestOf({ entries, history });
    const lines = entries.map((entry): JournalLine => ({ t: 'entry', entry }));
    if (history.length > 0) {
      lines.push({ t: 'undo', changes: [...history], ...(writeId !== undefined && { writeId, digest }) });
    }
    if (lines.length === 0) return Promise.resolve();
    // A page that did not get our response asks again.
    const isRepeated = (state: JournalContents): boolean =>
      history.length > 0 && writeId !== undefined
        ? isKnownWrite(state, writeId, digest)
        : entries.length > 0 && hasAll(state, entries);
    const event: JournalEvent = { kind: 'appended', entries: [...entries], history: [...history] };
    return this.#change(connectionId, projectId, { writer, lines, event, isRepeated });
  }

  /** Records a PATCH before it is sent. */
  sending(
    connectionId: string,
    projectId: string,
    { writer, inFlight }: { writer: string; inFlight: JournalInFlight },
  ): Promise<void> {
    return this.#change(connectionId, projectId, { writer, lines: [{ t: 'sending', inFlight }] });
  }

  acknowledge(
    connectionId: string,
    projectId: string,
    { writer, entryIds }: { writer: string; entryIds: readonly string[] },
  ): Promise<void> {
    return this.#change(connectionId, projectId, {
      writer,
      lines: [{ t: 'taken', entryIds: [...entryIds] }],
      event: { kind: 'replaced', ids: [...entryIds], entries: [] },
    });
  }

  /** Puts `entries` in the place of those named by `replaced`; what is not named stays. */
  replace(
    connectionId: string,
    projectId: string,
    change: { writer: string; replaced: readonly string[]; entries: readonly JournalEntry[] },
  ): Promise<void> {
    const { writer, replaced, entries } = change;
    return this.#change(connectionId, projectId, {
      writer,
      lines: [{ t: 'replaced', entryIds: [...replaced], entries: [...entries] }],
      event: { kind: 'replaced', ids: [...replaced], entries: [...entries] },
    });
  }

  /** Ids of the projects of a connection that have a journal; those whose id is no file name are left out. */
  async pendingProjects(connectionId: string): Promise<string[]> {
    await this.#cleared;
    const names = await readdir(join(this.#options.directory, fileName(connectionId))).catch(() => []);
    return names.flatMap((name) => /^([A-Za-z0-9_-]{1,80})\.jsonl$/.exec(name)?.[1] ?? []);
  }

  /** A window closes a project. */
  leave(connectionId: string, projectId: string, writer: string): void {
    this.#leases.leave(joinKey(connectionId, projectId), writer);
  }

  /** A window's event stream opened. @returns to be called when it ended. */
  windowArrived(window: string): () => void {
    return this.#leases.arrived(window);
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await this.#cleared;
    for (const opening of this.#projects.values()) {
      await opening.then(({ journal }) => journal.settled()).catch(() => {});
    }
  }

  #open(connectionId: string, projectId: string): Promise<Project> {
    const key = joinKey(connectionId, projectId);
    const found = this.#projects.get(key);
    if (found) return found;
    const opening = this.#load(connectionId, projectId);
    this.#projects.set(key, opening);
    opening.catch(() => this.#projects.delete(key));
    return opening;
  }

  async #load(connectionId: string, projectId: string): Promise<Project> {
    await this.#cleared;
    const folder = join(this.#options.directory, fileName(connectionId));
    await makeFolderDurably(folder);
    const path = join(folder, `${fileName(projectId)}.jsonl`);
    const { journal, damage } = await OpenJournal.open(path, this.#options);
    const versionNotice = journal.hasUnknownLines ? NEWER_VERSION_NOTICE : null;
    if (damage === null) return { journal, notice: versionNotice };
    this.#options.log.warn(
      { connectionId, projectId, pending: journal.state.entries.length, unreadable: damage.unreadable },
      damage.waitsForSpace
        ? 'a damaged journal waits for room to be set aside'
        : 'a damaged journal was set aside',
    );
    return { journal, notice: [damageNotice(damage), versionNotice].filter(Boolean).join(' ') };
  }

  /** @param change.event what windows that follow are notified of, once it is on disk. */
  async #change(
    connectionId: string,
    projectId: string,
    change: {
      writer: string;
      lines: readonly JournalLine[];
      event?: JournalEvent;
      isRepeated?: (state: JournalContents) => boolean;
    },
  ): Promise<void> {
    const { writer, lines, event } = change;
    const { journal } = await this.#open(connectionId, projectId);
    const project = joinKey(connectionId, projectId);
    await journal.serialize(async () => {
      const mayWrite = this.#leases.mayWrite(project, writer);
      // Also from a window that no longer writes: were it refused, it would write the same history again later.
      if (change.isRepeated?.(journal.state) === true) return;
      // What another window wrote, a request among it, has to be known to one that goes on.
      const hasRead = this.#knowing.get(project)?.has(writer) ?? true;
      if (!mayWrite || !hasRead) {
        throw new DeskError('NOT_WRITER', 'This project is being edited in another window of this computer.');
      }
      const isPartlySaved = await journal.write(lines);
      this.#knowing.set(project, new Set([writer]));
      const remaining = this.#leases.remaining(project, writer);
      if (!event || remaining.length === 0) return;
      // What was written is not what there is: that is read.
      const message: JournalEvent = isPartlySaved ? { kind: 'writer', writer } : event;
      this.#options.notify(remaining, connectionId, projectId, message);
    });
  }
}

/** @throws DeskError `INVALID_REQUEST` where an id is that of another entry: both have to be written. */
function hasAll(state: JournalContents, entries: readonly JournalEntry[]): boolean {
  const byId = new Map(state.entries.map((entry) => [entry.id, entry]));
  const isReused = (entry: JournalEntry): boolean => {
    const existing = byId.get(entry.id);
    return existing !== undefined && !jsonEqual(existing, entry);
  };
  if (entries.some(isReused)) throw reusedId();
  return entries.every(({ id }) => byId.has(id));
}

const digestOf = (write: { entries: readonly JournalEntry[]; history: readonly UndoChange[] }): string =>
  createHash('sha256').update(JSON.stringify(write)).digest('base64url').slice(0, 22);

/** @throws DeskError `INVALID_REQUEST` where the id is that of another write: both have to be written. */
function isKnownWrite({ writeIds, digests }: JournalContents, writeId: string, digest: string): boolean {
  const at = writeIds.indexOf(writeId);
  if (at === -1) return false;
  if ((digests[at] ?? digest) === digest) return true;
  throw reusedId();
}

const reusedId = (): DeskError =>
  new DeskError(
    'INVALID_REQUEST',
    'Another change was written under this id before. Write this one under an id of its own.',
    { status: 409 },
  );

const NEWER_VERSION_NOTICE =
  'A newer version of Patchbay left unsaved changes of this project that this version cannot show. They stay on this computer: open the project with the newer version to save them.';

const damageNotice = ({ waitsForSpace }: JournalDamage): string =>
  `The file of unsaved edits was damaged. Everything in it that can be read is used; ${
    waitsForSpace
      ? 'the file stays as it is until there is room on the disk to set it aside.'
      : 'the file was set aside next to it.'
  }`;
