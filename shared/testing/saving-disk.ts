import type { Kind } from '../documents/kind.ts';
import type { SavingEffect } from '../documents/saving-events.ts';
import { UNKNOWN_VERSION, type Replacing, type ReplacingEdit } from '../documents/replacing-kind.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { copy } from './saving-faults.ts';

/** A model of the disk that outlives windows. */

export type Edit<D> = ReplacingEdit<D>;
export type Journaling<D> = Extract<SavingEffect<Replacing<D, unknown>>, { type: 'journal' }>;

/** What the window that writes tells the others. `writes`: how often the journal had been written then. */
export type Told<D> =
  | { kind: 'appended'; entries: Edit<D>[]; writes: number }
  | {
      kind: 'replaced';
      writes: number;
      ids: readonly string[];
      entries: Edit<D>[];
      isSaved: boolean;
      saved: Saved<D> | null;
    }
  | { kind: 'writer'; writer: string | null };

/** A document of which the journal knows that the service has it. */
export interface Saved<D> {
  version: number;
  document: D;
}

/** Edits once those before them are at the service: they stand on a document of it, where that is what the others left. */
export const behind = <D>(edits: readonly Edit<D>[], saved: Saved<D> | null): Edit<D>[] => {
  const isKnown = saved !== null && jsonEqual(edits[0]?.before, saved.document);
  return edits.map((edit) => ({ ...edit, version: isKnown ? saved.version : UNKNOWN_VERSION }));
};

interface Request {
  key: string;
  expectedVersion: number;
  entryIds: readonly string[];
}

/** The journal of one document on the disk of this computer, and which windows have it open. */
export class ModelDisk<D> {
  /** In a chain: each was made on what the one before left, and all on the document of one version. */
  entries: Edit<D>[] = [];
  requests: Request[] = [];
  /** Of all requests that were ever written down. */
  readonly keys = new Set<string>();
  writer: string | null = null;
  #writes = 0;
  #saved: Saved<D> | null = null;
  readonly windows = new Map<string, (told: Told<D>) => void>();
  readonly #kind: Pick<Kind<D, never>, 'merge'>;

  constructor({ kind }: { kind: Pick<Kind<D, never>, 'merge'> }) {
    this.#kind = kind;
  }

  claim(window: string, take: boolean) {
    if (take || this.writer === null) this.#setWriter(window);
    const [entries, request] = [copy(this.entries), this.requests.at(-1) ?? null];
    return {
      writing: this.writer === window,
      entries,
      request,
      writes: this.#writes,
      saved: entries.length === 0 ? copy(this.#saved) : null,
    };
  }

  /** @param known what the window knows to be on the disk. @returns whether the window may write. */
  write(
    window: string,
    { replaced, entries, saved }: Pick<Journaling<D>, 'replaced' | 'entries' | 'saved'>,
    known: readonly Edit<D>[],
  ): boolean {
    const removed = new Set([...replaced, ...entries.map(({ id }) => id)]);
    const left = this.entries.filter(({ id }) => !removed.has(id));
    const isCurrent = known.findLast(({ id }) => !removed.has(id))?.id === left.at(-1)?.id;
    if (!this.#mayWrite(window) || !isCurrent) return false;
    const written = this.#chained(left, copy([...entries]));
    const isSaved = entries.length === 0;
    if (isSaved && left.length === 0) this.#saved = copy(saved);
    // What the service has is what the edits after it were made on.
    if (isSaved) this.entries = behind(left, saved);
    else this.entries = [...left, ...written];
    this.requests = this.requests.filter(({ entryIds }) => !entryIds.some((id) => removed.has(id)));
    this.#writes += 1;
    if (replaced.length === 0)
      this.#tell(window, { kind: 'appended', writes: this.#writes, entries: written });
    else
      this.#tell(window, {
        kind: 'replaced',
        writes: this.#writes,
        ids: replaced,
        entries: isSaved ? this.entries : written,
        isSaved,
        saved: isSaved && left.length === 0 ? this.#saved : null,
      });
    return true;
  }

  #chained(left: readonly Edit<D>[], entries: readonly Edit<D>[]): Edit<D>[] {
    const version = left[0]?.version ?? entries[0]?.version ?? UNKNOWN_VERSION;
    let document = left.at(-1)?.after;
    return entries.map((edit) => {
      const before = document ?? edit.before;
      const after = jsonEqual(before, edit.before)
        ? edit.after
        : this.#kind.merge(edit.before, edit.after, before).document;
      document = after;
      return { ...edit, version, before, after };
    });
  }

  /** @returns whether the window may write. */
  sending(window: string, request: Request): boolean {
    if (!this.#mayWrite(window)) return false;
    const isOther = ({ entryIds }: Request) => !entryIds.some((id) => request.entryIds.includes(id));
    this.requests = [...this.requests.filter(isOther), request];
    this.keys.add(request.key);
    return true;
  }

  leave(window: string): void {
    this.windows.delete(window);
    if (this.writer === window) this.#setWriter(null);
  }

  #mayWrite(window: string): boolean {
    if (this.writer === null) this.#setWriter(window);
    return this.writer === window;
  }

  #setWriter(writer: string | null): void {
    if (this.writer === writer) return;
    this.writer = writer;
    this.#tell(writer, { kind: 'writer', writer });
  }

  #tell(by: string | null, told: Told<D>): void {
    for (const [window, listen] of this.windows) if (window !== by) listen(copy(told));
  }
}
