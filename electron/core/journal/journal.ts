import { createHash } from 'node:crypto';
import { link, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  JournalEntry,
  JournalInFlight,
  JournalEvent,
  JournalState,
  UndoChange,
} from '#shared/desk/index.ts';
import { joinKey, splitKey } from '#shared/language/join-key.ts';
import { DeskError, isDiskFull, systemErrorCode } from '../desk-error.ts';
import type { Clock, CoreLog } from '../options.ts';
import {
  backUp,
  makeFolderDurably,
  quarantine,
  syncDirectory,
  writeFileAtomically,
} from '../storage/atomic-file.ts';
import { isUnreadable } from '../storage/data-folder.ts';
import {
  advanceJournal,
  capped,
  encodeLines,
  isEmpty,
  linesOf,
  readJournalText,
  type JournalContents,
  type JournalLine,
} from './journal-file.ts';
import { dropOldHistories } from './old-histories.ts';
import { createWriterLeases, type WriterLeases } from './writer-lease.ts';

/**
 * The edits of each project that the service has not taken yet, and its undo history: one JSONL file a connection and
 * project, written for one window at a time. Every method resolves after fsync, because the page says "kept" on that
 * answer.
 * @throws DeskError `NOT_WRITER` from every method that writes when another window does.
 */
export interface Journal {
  /** A window opens a project: it writes from now on unless another one does, and gets what is in the journal. */
  claim(
    connectionId: string,
    projectId: string,
    claim: { writer: string; take: boolean },
  ): Promise<JournalState>;
  append(
    connectionId: string,
    projectId: string,
    change: { writer: string; entries: readonly JournalEntry[]; history: readonly UndoChange[] },
  ): Promise<void>;
  /** Writes down a PATCH before it is sent. */
  sending(
    connectionId: string,
    projectId: string,
    change: { writer: string; inFlight: JournalInFlight },
  ): Promise<void>;
  acknowledge(
    connectionId: string,
    projectId: string,
    change: { writer: string; entryIds: readonly string[] },
  ): Promise<void>;
  /** Puts `entries` in the place of those named by `replaced`; what is not named stays. */
  replace(
    connectionId: string,
    projectId: string,
    change: { writer: string; replaced: readonly string[]; entries: readonly JournalEntry[] },
  ): Promise<void>;
  /** Ids of the projects of a connection that have a journal; those whose id is no file name are left out. */
  pendingProjects(connectionId: string): Promise<string[]>;
  /** A window closes a project. */
  leave(connectionId: string, projectId: string, writer: string): void;
  /** A window's event stream opened. @returns to be called when it ended. */
  windowArrived(window: string): () => void;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export interface JournalOptions {
  directory: string;
  clock: Clock;
  log: CoreLog;
  /** Tells windows that have the project open and do not write. */
  notify(windows: readonly string[], connectionId: string, projectId: string, news: JournalEvent): void;
  /** Milliseconds that only ever grow. */
  uptime?: () => number;
  /** Writes text to an open file; a test's disk can be full. */
  writeText?: (handle: FileHandle, text: string) => Promise<void>;
  /** Gives a file a second name; a test's file system can have none. */
  secondName?: typeof link;
}

/** A file is written anew when it has grown to twice what it was after the last time, and by this much. Bytes. */
const REWRITE_SLACK = 512 * 1024;

interface OpenJournal {
  path: string;
  state: JournalContents;
  size: number;
  sizeWhenRewritten: number;
  notice: string | null;
  /** A part of a line that could not be taken back stands at the end: the next write makes the file anew. */
  hasHalfLine: boolean;
  /** It has lines that cannot be read and no second name yet: until it has one it is neither replaced nor removed. */
  needsQuarantine: boolean;
  /** The last write, so that writes of one journal follow each other. */
  last: Promise<unknown>;
}

const fileName = (id: string): string =>
  /^[A-Za-z0-9_-]{1,80}$/.test(id) ? id : `x${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;

const writeAll = (handle: FileHandle, text: string): Promise<void> => handle.writeFile(text);

export function createJournal(options: JournalOptions): Journal {
  const { directory, clock, log, writeText = writeAll, secondName = link } = options;
  const journals = new Map<string, Promise<OpenJournal>>();
  const leases: WriterLeases = createWriterLeases({
    now: options.uptime ?? (() => performance.now()),
    writerChanged(project, writer, windows) {
      const [connectionId = '', projectId = ''] = splitKey(project);
      options.notify(windows, connectionId, projectId, { kind: 'writer', writer });
    },
  });

  /** Before anything is opened, so that nothing goes that is in use. Room that could not be made is no reason to fail. */
  const cleared = dropOldHistories(directory, clock.now()).then(
    (count) => count > 0 && log.info({ count }, 'undo histories of long unused projects were dropped'),
    (error: unknown) => log.warn({ code: systemErrorCode(error) }, 'old undo histories could not be dropped'),
  );

  async function load(connectionId: string, projectId: string): Promise<OpenJournal> {
    await cleared;
    const folder = join(directory, fileName(connectionId));
    await makeFolderDurably(folder);
    const path = join(folder, `${fileName(projectId)}.jsonl`);
    let text = '';
    let isReadable = true;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (isUnreadable(error)) isReadable = false;
      else if (systemErrorCode(error) !== 'ENOENT') throw error;
    }
    const reading = readJournalText(text);
    const { state, size, unreadable } = reading;
    const condition = isReadable ? reading.condition : 'damaged';
    // Of what cannot be opened nothing can be used.
    if (!isReadable) await quarantine(path, clock.now());
    const journal: OpenJournal = {
      path,
      state,
      size,
      sizeWhenRewritten: size,
      notice: null,
      hasHalfLine: false,
      needsQuarantine: isReadable && condition === 'damaged',
      last: Promise.resolve(),
    };
    // Appending after a torn line would join two lines into one that nobody can read.
    if (condition !== 'whole') {
      await rewrite(journal, state).catch((error: unknown) => {
        if (!isDiskFull(error)) throw error;
        // The project opens all the same, and what was kept stays where it is until there is room.
        journal.hasHalfLine = true;
      });
    }
    if (condition === 'damaged') {
      const { needsQuarantine: waits } = journal;
      log.warn(
        { connectionId, projectId, kept: state.entries.length, unreadable },
        waits ? 'a damaged journal waits for room to be set aside' : 'a damaged journal was set aside',
      );
      journal.notice = `The file of unsaved edits was damaged. Everything in it that can be read is used; ${
        waits
          ? 'the file stays as it is until there is room on the disk to set it aside.'
          : 'the file was set aside next to it.'
      }`;
    }
    return journal;
  }

  function open_(connectionId: string, projectId: string): Promise<OpenJournal> {
    const key = joinKey(connectionId, projectId);
    const known = journals.get(key);
    if (known) return known;
    const opening = load(connectionId, projectId);
    journals.set(key, opening);
    opening.catch(() => journals.delete(key));
    return opening;
  }

  async function serialize<T>(journal: OpenJournal, work: () => Promise<T>): Promise<T> {
    const turn = journal.last.then(work, work);
    journal.last = turn.catch(() => {});
    return turn;
  }

  async function write(journal: OpenJournal, lines: readonly JournalLine[]): Promise<void> {
    const next = lines.reduce(advanceJournal, journal.state);
    const text = encodeLines(lines);
    if (isEmpty(next)) {
      // Another name needs no room.
      if (journal.needsQuarantine) await quarantine(journal.path, clock.now());
      else await rm(journal.path, { force: true });
      await syncDirectory(join(journal.path, '..'));
      journal.size = 0;
      journal.sizeWhenRewritten = 0;
      journal.state = next;
      journal.hasHalfLine = false;
      journal.needsQuarantine = false;
      return;
    }
    if (journal.hasHalfLine) return rewrite(journal, capped(next));
    if (journal.size + text.length > 2 * journal.sizeWhenRewritten + REWRITE_SLACK) {
      try {
        await rewrite(journal, capped(next));
        return;
      } catch (error) {
        // A line may still fit where a whole file does not.
        if (!isDiskFull(error)) throw error;
      }
    }
    await appendDurably(journal, text);
    journal.size += text.length;
    journal.state = next;
  }

  async function rewrite(journal: OpenJournal, state: JournalContents): Promise<void> {
    const text = encodeLines(linesOf(state));
    // What can be read of it must be there under its own name all the time.
    if (journal.needsQuarantine) await backUp(journal.path, clock.now(), secondName);
    journal.needsQuarantine = false;
    await writeFileAtomically(journal.path, text);
    journal.size = text.length;
    journal.sizeWhenRewritten = text.length;
    journal.hasHalfLine = false;
    journal.state = state;
  }

  async function appendDurably(journal: OpenJournal, text: string): Promise<void> {
    const handle = await open(journal.path, 'a', 0o600);
    try {
      const { size } = await handle.stat();
      try {
        await writeText(handle, text);
        await handle.sync();
      } catch (error) {
        // Half a line must not stay in front of the next one.
        await handle.truncate(size).catch(() => {
          journal.hasHalfLine = true;
        });
        throw error;
      }
      if (size === 0) await syncDirectory(join(journal.path, '..'));
    } finally {
      await handle.close();
    }
  }

  /** @param news what windows that follow are told, once it is on disk. */
  async function change(
    connectionId: string,
    projectId: string,
    writer: string,
    lines: readonly JournalLine[],
    news: JournalEvent | null,
    isRepeated: (state: JournalContents) => boolean = () => false,
  ): Promise<void> {
    const journal = await open_(connectionId, projectId);
    const project = joinKey(connectionId, projectId);
    await serialize(journal, async () => {
      if (!leases.mayWrite(project, writer)) {
        throw new DeskError('NOT_WRITER', 'This project is being edited in another window of this computer.');
      }
      if (isRepeated(journal.state)) return;
      await write(journal, lines);
      const others = leases.others(project, writer);
      if (news && others.length > 0) options.notify(others, connectionId, projectId, news);
    });
  }

  return {
    async claim(connectionId, projectId, { writer, take }) {
      const journal = await open_(connectionId, projectId);
      return serialize(journal, async () => {
        const writing = leases.acquire(joinKey(connectionId, projectId), writer, take);
        const { notice, state } = journal;
        journal.notice = null;
        return {
          writing,
          entries: [...state.entries],
          inFlight: [...state.inFlight],
          history: state.history,
          notice,
        };
      });
    },
    append(connectionId, projectId, { writer, entries, history }) {
      const lines = entries.map((entry): JournalLine => ({ t: 'entry', entry }));
      if (history.length > 0) lines.push({ t: 'undo', changes: [...history] });
      if (lines.length === 0) return Promise.resolve();
      // A page that did not hear our answer asks again: the undo history came with the entries the first time.
      const isRepeated = (state: JournalContents): boolean =>
        entries.length > 0 && entries.every(({ id }) => state.entries.some((known) => known.id === id));
      const news: JournalEvent = { kind: 'appended', entries: [...entries], history: [...history] };
      return change(connectionId, projectId, writer, lines, news, isRepeated);
    },
    sending: (connectionId, projectId, { writer, inFlight }) =>
      change(connectionId, projectId, writer, [{ t: 'sending', inFlight }], null),
    acknowledge: (connectionId, projectId, { writer, entryIds }) =>
      change(connectionId, projectId, writer, [{ t: 'taken', entryIds: [...entryIds] }], {
        kind: 'replaced',
        ids: [...entryIds],
        entries: [],
      }),
    replace: (connectionId, projectId, { writer, replaced, entries }) =>
      change(
        connectionId,
        projectId,
        writer,
        [{ t: 'replaced', entryIds: [...replaced], entries: [...entries] }],
        { kind: 'replaced', ids: [...replaced], entries: [...entries] },
      ),
    async pendingProjects(connectionId) {
      await cleared;
      const names = await readdir(join(directory, fileName(connectionId))).catch(() => []);
      return names.flatMap((name) => /^([A-Za-z0-9_-]{1,80})\.jsonl$/.exec(name)?.[1] ?? []);
    },
    leave: (connectionId, projectId, writer) => leases.leave(joinKey(connectionId, projectId), writer),
    windowArrived: (window) => leases.arrived(window),
    async close() {
      await cleared;
      for (const opening of journals.values()) await opening.then(({ last }) => last).catch(() => {});
    },
  };
}
