import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalEntry, JournalInFlight, JournalState } from '#shared/desk/index.ts';
import { systemErrorCode } from '../desk-error.ts';
import type { Clock, CoreLog } from '../options.ts';
import { setAside, syncDirectory, writeFileAtomically } from '../storage/atomic-file.ts';
import { isUnreadable } from '../storage/data-folder.ts';
import {
  advanceJournal,
  encodeLines,
  linesOf,
  readJournalText,
  type JournalContents,
  type JournalLine,
} from './journal-file.ts';

/**
 * The edits of each project that the service has not taken yet: one JSONL file a connection and project, written by
 * every window that has the project open. Each window names itself, and touches the entries it names only. Every method
 * resolves after fsync, because the page says "kept" on that answer.
 */
export interface Journal {
  /**
   * Makes what windows that are gone left behind the writer's own, and gives it out: to one window only.
   * @param claim.living writers whose windows are still open: what they wrote stays theirs.
   */
  claim(
    connectionId: string,
    projectId: string,
    claim: { writer: string; living: readonly string[] },
  ): Promise<JournalState>;
  append(
    connectionId: string,
    projectId: string,
    writer: string,
    entries: readonly JournalEntry[],
  ): Promise<void>;
  /** Writes down a PATCH before it is sent. */
  sending(connectionId: string, projectId: string, writer: string, inFlight: JournalInFlight): Promise<void>;
  acknowledge(connectionId: string, projectId: string, entryIds: readonly string[]): Promise<void>;
  /** Puts `entries` in the place of those named by `replaced`; what is not named stays. */
  replace(
    connectionId: string,
    projectId: string,
    change: { writer: string; replaced: readonly string[]; entries: readonly JournalEntry[] },
  ): Promise<void>;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/** A file this long is written anew when most of its lines are about entries long gone. */
const COMPACT_AT_LINES = 512;

interface OpenJournal {
  path: string;
  state: JournalContents;
  lines: number;
  notice: string | null;
  /** The last write, so that writes of one journal follow each other. */
  last: Promise<unknown>;
}

const fileName = (id: string): string =>
  /^[A-Za-z0-9_-]{1,80}$/.test(id) ? id : `x${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;

export function createJournal(directory: string, clock: Clock, log: CoreLog): Journal {
  const journals = new Map<string, Promise<OpenJournal>>();

  async function load(connectionId: string, projectId: string): Promise<OpenJournal> {
    const folder = join(directory, fileName(connectionId));
    await mkdir(folder, { recursive: true, mode: 0o700 });
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
    const { state, lines } = reading;
    const condition = isReadable ? reading.condition : 'damaged';
    let notice: string | null = null;
    if (condition === 'damaged') {
      await setAside(path, clock.now());
      log.warn({ connectionId, projectId, kept: state.entries.length }, 'a damaged journal was set aside');
      notice =
        'The file of unsaved edits was damaged. Edits before the damage are kept; the file was set aside next to it.';
    }
    // Appending after a torn line would join two lines into one that nobody can read.
    if (condition !== 'whole') await writeFileAtomically(path, encodeLines(linesOf(state)));
    return { path, state, lines, notice, last: Promise.resolve() };
  }

  function open_(connectionId: string, projectId: string): Promise<OpenJournal> {
    const key = JSON.stringify([connectionId, projectId]);
    const known = journals.get(key);
    if (known) return known;
    const opening = load(connectionId, projectId);
    journals.set(key, opening);
    opening.catch(() => journals.delete(key));
    return opening;
  }

  async function inTurn<T>(journal: OpenJournal, work: () => Promise<T>): Promise<T> {
    const turn = journal.last.then(work, work);
    journal.last = turn.catch(() => {});
    return turn;
  }

  async function write(journal: OpenJournal, lines: readonly JournalLine[]): Promise<void> {
    const next = lines.reduce(advanceJournal, journal.state);
    if (next.entries.length === 0 && next.inFlight.length === 0) {
      await rm(journal.path, { force: true });
      await syncDirectory(join(journal.path, '..'));
      journal.lines = 0;
    } else if (journal.lines + lines.length > COMPACT_AT_LINES && next.entries.length * 2 < journal.lines) {
      await rewrite(journal, next);
    } else {
      await appendDurably(journal, encodeLines(lines));
      journal.lines += lines.length;
    }
    journal.state = next;
  }

  async function rewrite(journal: OpenJournal, state: JournalContents): Promise<void> {
    const lines = linesOf(state);
    await writeFileAtomically(journal.path, encodeLines(lines));
    journal.lines = lines.length;
  }

  async function appendDurably(journal: OpenJournal, text: string): Promise<void> {
    const handle = await open(journal.path, 'a', 0o600);
    try {
      const { size } = await handle.stat();
      try {
        await handle.writeFile(text);
        await handle.sync();
      } catch (error) {
        // Half a line must not stay in front of the next one.
        await handle.truncate(size).catch(() => {});
        throw error;
      }
      if (size === 0) await syncDirectory(join(journal.path, '..'));
    } finally {
      await handle.close();
    }
  }

  const change = async (connectionId: string, projectId: string, lines: readonly JournalLine[]) => {
    const journal = await open_(connectionId, projectId);
    await inTurn(journal, () => write(journal, lines));
  };

  return {
    async claim(connectionId, projectId, { writer, living }) {
      const journal = await open_(connectionId, projectId);
      return inTurn(journal, async () => {
        const writers = [...journal.state.entries, ...journal.state.inFlight].map((one) => one.writer);
        const gone = [...new Set(writers)].filter((one) => one !== writer && !living.includes(one));
        if (gone.length > 0) await write(journal, [{ t: 'claimed', from: gone, by: writer }]);
        const { notice, state } = journal;
        journal.notice = null;
        return {
          entries: state.entries.filter((one) => one.writer === writer).map(({ entry }) => entry),
          inFlight: state.inFlight.filter((one) => one.writer === writer).map(({ request }) => request),
          notice,
        };
      });
    },
    append: (connectionId, projectId, writer, entries) =>
      change(
        connectionId,
        projectId,
        entries.map((entry) => ({ t: 'entry', writer, entry })),
      ),
    sending: (connectionId, projectId, writer, inFlight) =>
      change(connectionId, projectId, [{ t: 'sending', writer, inFlight }]),
    acknowledge: (connectionId, projectId, entryIds) =>
      change(connectionId, projectId, [{ t: 'taken', entryIds: [...entryIds] }]),
    replace: (connectionId, projectId, { writer, replaced, entries }) =>
      change(connectionId, projectId, [
        { t: 'replaced', writer, entryIds: [...replaced], entries: [...entries] },
      ]),
    async close() {
      for (const opening of journals.values()) await opening.then(({ last }) => last).catch(() => {});
    },
  };
}
