import { applyChanges, changesBetween, type DocumentChanges } from '#shared/document/changes.ts';
import type { ReplaceKind } from '#shared/document/replace-kind.ts';
import { UNKNOWN_VERSION, type ReplacingEdit } from '#shared/documents/replacing-kind.ts';
import type {
  DocumentEntry,
  DocumentJournalEvent,
  DocumentSaved,
  DocumentWriting,
} from '#shared/desk/index.ts';
import { noUndo } from '#shared/graph-saving/index.ts';
import { createSerialize } from '#shared/language/serialize.ts';
import type { EditJournal, JournalChange, JournaledSave } from '#renderer/desk/index.ts';
import type { DocumentPorts } from './document-ports.ts';

/** An edit in the journal: what it came to there, behind those before it. */
interface Recorded<D> {
  edit: ReplacingEdit<D>;
  /** The document with it. */
  document: D;
  /** The same as its lines on the disk say it, without what the check fills in. */
  written: unknown;
}

/** Edits that come in the place of others. */
interface Replaced<D> {
  replaced: readonly string[];
  entries: readonly ReplacingEdit<D>[];
}

/** What another window wrote. */
type WriteEvent = Exclude<DocumentJournalEvent, { kind: 'writer' }>;

/**
 * The journal of a storyboard or timeline. On the disk an edit is what it changed in the document before it; here it is both
 * documents. What was changed is worked out when it is written.
 */
export class DocumentJournal<D> implements EditJournal<ReplacingEdit<D>, D> {
  readonly #kind: ReplaceKind<D>;
  readonly #port: DocumentPorts['journal'];
  readonly #onUnreadable: () => void;
  /** What is in the journal, as far as this window knows. */
  #recorded: Recorded<D>[] = [];
  #listener: ((change: JournalChange<ReplacingEdit<D>, D> | 'missed') => void) | null = null;
  /** Whether something was done before anybody listened. */
  #hasMissed = false;
  readonly #unwatch: () => void;
  /** One call after the other: what the service has is said beside writes that fail, and each stands on what the last one left. */
  readonly #serialize = createSerialize();
  /** The version that the first of them was made on. */
  #version = 0;
  /** Without any: what the last of them made, and its version. */
  #saved: { version: number; document: D } | null = null;
  /** How often the journal had been written when it was read. */
  #writes = 0;
  /** What came since another window may have begun to write: it is behind what a claim finds. Null while all of it is known. */
  #deferred: WriteEvent[] | null = null;

  /** @param onUnreadable what is there cannot be read; it is set aside. */
  constructor(kind: ReplaceKind<D>, port: DocumentPorts['journal'], onUnreadable: () => void) {
    this.#kind = kind;
    this.#port = port;
    this.#onUnreadable = onUnreadable;
    this.#unwatch = port.watch((event) => {
      if (event === 'missed' || event.kind === 'writer') this.#notifyOfWriter(event);
      else if (this.#deferred) this.#deferred.push(event);
      else this.#notify(this.#changeOf(event));
    });
  }

  #notify(change: JournalChange<ReplacingEdit<D>, D> | 'missed' | null): void {
    if (change === 'missed') this.#deferred ??= [];
    if (this.#listener === null) this.#hasMissed = true;
    else if (change) this.#listener(change);
  }

  #notifyOfWriter(event: Extract<DocumentJournalEvent, { kind: 'writer' }> | 'missed'): void {
    this.#deferred = [];
    this.#notify(event);
  }

  claim(force: boolean, version?: number) {
    const deferred = (this.#deferred ??= []);
    return this.#serialize(() => this.#claimNow({ force, version, deferred }));
  }

  async #claimNow({
    force,
    version,
    deferred,
  }: {
    force: boolean;
    version: number | undefined;
    deferred: WriteEvent[];
  }) {
    const { writing, base, entries, inFlight, notice, writes, ...state } = await this.#port.claim(
      force,
      version,
    );
    this.#writes = writes;
    const recorded = this.#readAll(base, entries);
    if (recorded === null && writing) {
      this.#onUnreadable();
      await this.#port.quarantine();
    }
    this.#recorded = recorded ?? [];
    const saved = this.#saveAfter(deferred, state.saved && this.#saveOf(state.saved));
    const edits = this.#recorded.map(({ edit }) => edit);
    const requests = recorded === null ? [] : inFlight;
    return { writing, entries: edits, saved, inFlight: requests, history: noUndo, notice };
  }

  /**
   * Takes up what came while the journal was read, unless it is read once more.
   * @returns what the service has with all of it.
   */
  #saveAfter(deferred: readonly WriteEvent[], found: JournaledSave<D> | null): JournaledSave<D> | null {
    if (this.#deferred !== deferred) return found;
    this.#deferred = null;
    let saved = found;
    for (const event of deferred) {
      const change = this.#changeOf(event);
      if (change === 'missed') this.#notify(change);
      else if (change?.kind === 'replaced') saved = change.saved ?? null;
    }
    return saved;
  }

  /** @returns null for a document that cannot be read: then it is read from the service. */
  #saveOf({ version, document }: DocumentSaved): JournaledSave<D> | null {
    if (document === undefined) return { version };
    const checked = this.#kind.check(document);
    return checked.ok ? { version, document: checked.document } : null;
  }

  stored(): readonly ReplacingEdit<D>[] {
    return this.#recorded.map(({ edit }) => edit);
  }

  /**
   * The document with these edits, as whoever reads the journal makes it of their lines.
   * @returns null where others stand before them, or one of them is not written.
   */
  documentOf(ids: readonly string[]): D | null {
    const last = this.#recorded[ids.length - 1];
    const isWritten = ids.every((id, at) => this.#recorded[at]?.edit.id === id);
    // It was read and checked, or written by this window.
    return last && isWritten ? (last.written as D) : null;
  }

  append(entries: readonly ReplacingEdit<D>[]): Promise<void> {
    return this.replace({ replaced: [], entries });
  }

  replace(change: Replaced<D>): Promise<void> {
    return this.#serialize(() => this.#replaceNow(change));
  }

  async #replaceNow({ replaced, entries }: Replaced<D>): Promise<void> {
    const removed = new Set([...replaced, ...entries.map(({ id }) => id)]);
    const recorded = this.#recorded.filter(({ edit }) => !removed.has(edit.id));
    const last = recorded.at(-1);
    const [first] = entries;
    const isFirst = last === undefined && first !== undefined;
    const base = isFirst ? this.#baseOf(first) : undefined;
    const after = last?.edit.id ?? null;
    const lines: DocumentEntry[] = [];
    let document = last?.document ?? first?.before;
    let written: unknown = last?.written ?? document;
    for (const edit of entries) {
      const before: D = document ?? edit.before;
      // What was edited while another window wrote comes behind that.
      const next = before === edit.before ? edit.after : this.#merged(edit, before);
      // What a check filled in is written with it: a request has it, and is to be made of the lines word by word.
      lines.push({ id: edit.id, steps: [...edit.steps], changes: changesBetween(written, next) });
      recorded.push({ edit, document: next, written: next });
      document = next;
      written = next;
    }
    await this.#port.write({ replaced: [...replaced], entries: lines, after, ...(base && { base }) });
    if (base) this.#version = base.version;
    this.#recorded = recorded;
  }

  /** What an edit stands on that is the only one: made behind another, it may not know of which version that is by now. */
  #baseOf({ version, before }: ReplacingEdit<D>): { version: number; document: D } {
    const saved = this.#saved;
    const isBehind =
      saved !== null && (saved.document === before || changesBetween(saved.document, before) === null);
    return { version: isBehind ? saved.version : version, document: before };
  }

  sending(inFlight: Parameters<DocumentPorts['journal']['sending']>[0]): Promise<void> {
    return this.#port.sending(inFlight);
  }

  acknowledge(ids: readonly string[], saved: Required<JournaledSave<D>> | null): Promise<void> {
    return this.#serialize(() => this.#acknowledgeNow(ids, saved));
  }

  async #acknowledgeNow(ids: readonly string[], saved: Required<JournaledSave<D>> | null): Promise<void> {
    const left = this.#recorded.filter(({ edit }) => !ids.includes(edit.id));
    const last = this.#recorded.findLast(({ edit }) => ids.includes(edit.id));
    const isUnchanged = saved !== null && last && changesBetween(last.document, saved.document) === null;
    // With edits behind them they are what those were made on, whatever else the service has made of it.
    const report = saved && (isUnchanged ? { version: saved.version } : left.length === 0 ? saved : null);
    await this.#port.acknowledge(ids, report);
    this.#remove(ids, isUnchanged ? saved.version : UNKNOWN_VERSION);
  }

  leave(): void {
    this.#unwatch();
    this.#port.leave();
  }

  watch(listener: (change: JournalChange<ReplacingEdit<D>, D> | 'missed') => void): () => void {
    this.#listener = listener;
    if (this.#hasMissed) queueMicrotask(() => this.#listener?.('missed'));
    return () => {
      this.#listener = null;
    };
  }

  /** What another window did; `missed` where it does not fit what is known here, null for what is in what was read. */
  #changeOf(event: WriteEvent): JournalChange<ReplacingEdit<D>, D> | 'missed' | null {
    if (event.writes <= this.#writes) return null;
    if (event.kind === 'taken') {
      const { ids, saved } = event;
      const last = this.#recorded.findLast(({ edit }) => ids.includes(edit.id));
      this.#remove(ids, (saved?.document === undefined && saved?.version) || UNKNOWN_VERSION);
      const isAll = this.#recorded.length === 0 && last !== undefined;
      const save = saved && isAll ? this.#saveOf({ document: last.document, ...saved }) : null;
      return { kind: 'replaced', ids, entries: this.stored(), saved: save };
    }
    const { replaced, entries } = event;
    const before = this.#version;
    const recorded = this.#entriesAfter(event);
    if (recorded === null) return 'missed';
    const added = recorded.slice(recorded.length - entries.length).map(({ edit }) => edit);
    this.#recorded = recorded;
    if (replaced.length === 0) return { kind: 'appended', entries: added, history: [] };
    const isSaved = this.#version === before ? { isSaved: false as const } : {};
    return { kind: 'replaced', ids: replaced, entries: added, ...isSaved };
  }

  #entriesAfter({ replaced, entries, after, base }: DocumentWriting): Recorded<D>[] | null {
    const removed = new Set([...replaced, ...entries.map(({ id }) => id)]);
    const left = this.#recorded.filter(({ edit }) => !removed.has(edit.id));
    if ((left.at(-1)?.edit.id ?? null) !== after) return null;
    if (entries.length === 0) return left;
    return this.#readAll(base ?? null, entries, left);
  }

  /** @returns null where they cannot be read. */
  #readAll(
    base: DocumentWriting['base'] | null,
    entries: readonly DocumentEntry[],
    before: readonly Recorded<D>[] = [],
  ): Recorded<D>[] | null {
    if (entries.length === 0) return [...before];
    const recorded = [...before];
    const start = base && this.#kind.check(base.document);
    if (base) this.#version = base.version;
    let document = recorded.at(-1)?.document ?? (start?.ok ? start.document : null);
    let raw: unknown = base?.document ?? recorded.at(-1)?.written;
    for (const { id, steps, changes } of entries) {
      raw = applied(raw, changes);
      const checked = this.#kind.check(raw);
      if (document === null || raw === undefined || !checked.ok) return null;
      const after = this.#kind.reuse(document, checked.document);
      const common = { id, steps, version: this.#version, before: document, after, journaled: true };
      // What the check fills in is missing perhaps, and nothing else.
      const edit = { ...common, raw: raw as D };
      recorded.push({ edit, document: after, written: raw });
      document = after;
    }
    return recorded;
  }

  #merged(edit: ReplacingEdit<D>, document: D): D {
    return this.#kind.merge(edit.before, edit.after, document).document;
  }

  /** @param version of the document that those made which leave: the others stand on it. */
  #remove(ids: readonly string[], version: number): void {
    const left = this.#recorded.filter(({ edit }) => !ids.includes(edit.id));
    if (left.length < this.#recorded.length) this.#version = version;
    const last = left.length === 0 ? this.#recorded.at(-1) : undefined;
    if (last) this.#saved = { version, document: last.document };
    this.#recorded = left.map((one) => ({ ...one, edit: { ...one.edit, version: this.#version } }));
  }
}

/** @returns undefined where the changes do not fit. */
function applied(document: unknown, changes: unknown): unknown {
  try {
    // What a page wrote with `changesBetween`; what does not fit is refused by the check.
    return applyChanges(document, changes as DocumentChanges | null);
  } catch {
    return undefined;
  }
}
