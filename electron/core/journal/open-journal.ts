import { createSerialize } from '#shared/language/serialize.ts';
import { link, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDiskFull, systemErrorCode } from '../desk-error.ts';
import type { Clock } from '../options.ts';
import { backUp, quarantine, syncDirectory, writeFileAtomically } from '../storage/atomic-file.ts';
import { isUnreadable } from '../storage/data-folder.ts';
import type { ReservedNotes } from '../storage/reserved-notes.ts';
import { advanceJournal, requestsOf, type JournalContents } from './journal-contents.ts';
import {
  capped,
  encodeLines,
  isEmpty,
  linesOf,
  readJournalText,
  readableLinesOf,
  acknowledgedLines,
} from './journal-file.ts';
import { addedBy, type JournalLine } from './journal-line.ts';

/** A file is written anew when it has grown to twice what it was after the last time, and by this much. Bytes. */
const REWRITE_SLACK = 512 * 1024;

const writeAll = (handle: FileHandle, text: string): Promise<void> => handle.writeFile(text);

export interface OpenJournalOptions {
  clock: Clock;
  /** Writes text to an open file; a test's disk can be full. */
  writeText?: ((handle: FileHandle, text: string) => Promise<void>) | undefined;
  /** Gives a file a second name; a test's file system can have none. */
  secondName?: typeof link | undefined;
  /** Where it is noted on a full disk which edits the service has taken. */
  reserved?: ReservedNotes | undefined;
}

/** What was found damaged when a journal was opened. */
export interface JournalDamage {
  /** Lines that cannot be read. */
  unreadable: number;
  /** The disk is full: the damaged file stays in its place until there is room. */
  waitsForSpace: boolean;
}

/** The journal file of one project and what it says. Nothing but this writes the file. */
export class OpenJournal {
  readonly #path: string;
  readonly #options: OpenJournalOptions;
  #state: JournalContents;
  #size: number;
  #sizeWhenRewritten: number;
  /** A part of a line that could not be removed stands at the end: the next write makes the file anew. */
  #hasHalfLine = false;
  /** It has lines that cannot be read and no second name yet: until it has one it is neither replaced nor removed. */
  #needsQuarantine = false;
  /** It has lines of a later version: the file keeps every line, in its sequence, as those tell what became of others. */
  #hasUnknownLines = false;
  #writes = 0;
  readonly #serialize = createSerialize();

  private constructor(path: string, options: OpenJournalOptions, state: JournalContents, size: number) {
    this.#path = path;
    this.#options = options;
    this.#state = state;
    this.#size = size;
    this.#sizeWhenRewritten = size;
  }

  /** Reads the file, and mends or quarantines one that is damaged. @param path below a folder that is there. */
  static async open(
    path: string,
    options: OpenJournalOptions,
  ): Promise<{ journal: OpenJournal; damage: JournalDamage | null }> {
    const text = await readText(path);
    const { state, size, unreadable, condition, hasUnknownLines } = readJournalText(text ?? '');
    const journal = new OpenJournal(path, options, state, size);
    journal.#state = advanceJournal(state, acknowledgedLines(journal.#recorded));
    if (text === null) await quarantine(path, options.clock.now());
    const isDamaged = text === null || condition === 'damaged';
    journal.#hasUnknownLines = hasUnknownLines;
    journal.#needsQuarantine = text !== null && isDamaged;
    // Appending after a torn line would join two lines into one that nobody can read.
    if (isDamaged || condition !== 'whole') await journal.#mend();
    return {
      journal,
      damage: isDamaged ? { unreadable, waitsForSpace: journal.#needsQuarantine } : null,
    };
  }

  /** Whether a later version has written what this one does not know. */
  get hasUnknownLines(): boolean {
    return this.#hasUnknownLines;
  }

  /** How often it was written since it was opened. */
  get writes(): number {
    return this.#writes;
  }

  get state(): JournalContents {
    return this.#state;
  }

  /** Does work after all work before it. */
  serialize<T>(work: () => Promise<T>): Promise<T> {
    return this.#serialize(work);
  }

  /** Resolves when all work so far has ended. */
  async settled(): Promise<void> {
    await this.#serialize(() => undefined);
  }

  /**
   * Adds lines; resolves after fsync. To be called in serialized work.
   * @returns whether edits in them had left before: the service took them while the disk was full.
   */
  async write(lines: readonly JournalLine[]): Promise<boolean> {
    this.#writes += 1;
    const recorded = this.#recorded;
    const noted = recorded.length === 0 ? [] : acknowledgedLines(recorded);
    // Before what comes, as that stands on a document with them; and behind it, as it may be a write that failed before.
    const all: readonly JournalLine[] = [...noted, ...lines, ...noted];
    try {
      await this.#writeLines(all);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      const isNoted = this.#noteTaken(lines);
      // A request for what is here is known to a window that takes over as long as this process lives.
      this.#state = advanceJournal(this.#state, isNoted ? lines : requestsOf(this.#state, lines));
      if (!isNoted) throw error;
      return false;
    }
    this.#options.reserved?.settle(this.#path, recorded);
    return addedBy(lines).some((id) => recorded.includes(id));
  }

  /** Edits that the service has taken, as it was noted while the disk was full. */
  get #recorded(): readonly string[] {
    return this.#options.reserved?.idsOf(this.#path) ?? [];
  }

  /** @returns whether the lines only say what the service has taken, and that is noted now. */
  #noteTaken(lines: readonly JournalLine[]): boolean {
    const used = lines.map((line) => (line.t === 'taken' ? line.entryIds : null));
    if (used.includes(null)) return false;
    return (
      this.#options.reserved?.add(
        this.#path,
        used.flatMap((ids) => ids ?? []),
      ) ?? false
    );
  }

  /** The file as it is stays under another name. */
  async preserve(): Promise<void> {
    const { clock, secondName = link } = this.#options;
    await backUp(this.#path, clock.now(), secondName);
    // Two names of one file: the next write makes this one anew.
    this.#hasHalfLine = true;
  }

  async #writeLines(lines: readonly JournalLine[]): Promise<void> {
    const next = advanceJournal(this.#state, lines);
    if (isEmpty(next) && !this.#hasUnknownLines) return this.#remove(next);
    if (this.#hasHalfLine) return this.#rewrite(capped(next), lines);
    const text = encodeLines(lines);
    if (!this.#hasUnknownLines && this.#size + text.length > 2 * this.#sizeWhenRewritten + REWRITE_SLACK) {
      try {
        await this.#rewrite(capped(next), lines);
        return;
      } catch (error) {
        // A line may still fit where a whole file does not.
        if (!isDiskFull(error)) throw error;
      }
    }
    await this.#append(text);
    this.#size += text.length;
    this.#state = next;
  }

  async #mend(): Promise<void> {
    try {
      await this.#rewrite(this.#state, []);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      // The project opens all the same, and what was journaled stays where it is until there is room.
      this.#hasHalfLine = true;
    }
  }

  async #remove(next: JournalContents): Promise<void> {
    // Another name needs no room.
    if (this.#needsQuarantine) await quarantine(this.#path, this.#options.clock.now());
    else await rm(this.#path, { force: true });
    await syncDirectory(dirname(this.#path));
    this.#size = 0;
    this.#sizeWhenRewritten = 0;
    this.#state = next;
    this.#hasHalfLine = false;
    this.#needsQuarantine = false;
  }

  /** @param added those of the lines of `state` that are not in the file yet. */
  async #rewrite(state: JournalContents, added: readonly JournalLine[]): Promise<void> {
    const { clock, secondName = link } = this.#options;
    const text = this.#hasUnknownLines
      ? (await readableLines(this.#path)) + encodeLines(added)
      : encodeLines(linesOf(state));
    // What can be read of it must be there under its own name all the time.
    if (this.#needsQuarantine) await backUp(this.#path, clock.now(), secondName);
    this.#needsQuarantine = false;
    await writeFileAtomically(this.#path, text);
    this.#size = text.length;
    this.#sizeWhenRewritten = text.length;
    this.#hasHalfLine = false;
    this.#state = state;
  }

  async #append(text: string): Promise<void> {
    const { writeText = writeAll } = this.#options;
    const handle = await open(this.#path, 'a', 0o600);
    try {
      const { size } = await handle.stat();
      try {
        await writeText(handle, text);
        await handle.sync();
      } catch (error) {
        // Half a line must not stay in front of the next one.
        await handle.truncate(size).catch(() => {
          this.#hasHalfLine = true;
        });
        throw error;
      }
      if (size === 0) await syncDirectory(dirname(this.#path));
    } finally {
      await handle.close();
    }
  }
}

/** @returns empty for no file, null for one that cannot be opened. */
async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isUnreadable(error)) return null;
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

/** @throws Error for a file that cannot be opened any more: written anew it would lose what it has. */
async function readableLines(path: string): Promise<string> {
  const text = await readText(path);
  if (text === null) throw new Error('The journal cannot be read any more.');
  return readableLinesOf(text);
}
