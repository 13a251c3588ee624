import type { ClashOf, Side } from '#shared/documents/clash.ts';
import type { DocumentRequest } from '#shared/documents/requests.ts';
import { opening } from '#shared/documents/opening.ts';
import { SavingDriver, type SavingPorts } from '#shared/documents/saving-driver.ts';
import type { SavedDocument, SavingEffect, SavingEvent } from '#shared/documents/saving-events.ts';
import type { SavingKind, SavingSource } from '#shared/documents/saving-kind.ts';
import { isUnsaved, screenOf, type SavingState } from '#shared/documents/saving-state.ts';
import {
  replacingKind,
  UNKNOWN_VERSION,
  type Replacing,
  type ReplacingEdit,
} from '#shared/documents/replacing-kind.ts';
import {
  isOnDisk,
  problemOf,
  savingStatus,
  type DocumentSaveStatus,
} from '#shared/documents/saving-status.ts';
import type { Replace } from '#shared/document/replace-kind.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { failureOf, JournalLink, type UndoHistory } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentNews, DocumentPorts } from './document-ports.ts';
import type { LoadedDocument } from './read-document.ts';

const SAVE_AFTER = { idleMs: 600, longestMs: 3000 };

/** How often, and how many milliseconds apart, it is looked whether the window that writes has saved. */
const MAX_RETRIES = 20;
const RETRY_MS = 100;
/** Times that another window may begin to write while one save is waited for. */
const MAX_TAKEOVERS = 3;

const source: SavingSource = {
  newId: () => crypto.randomUUID(),
  newKey: () => crypto.randomUUID(),
  now: () => new Date().toISOString(),
  random: () => Math.random(),
};

const NO_HISTORY: UndoHistory = { apply: () => undefined, restore: () => undefined };

type Saved<D> = Replacing<D, Replace<D>>;

/** The document on screen, as the saver tells of it. */
export interface DocumentOnScreen<D> {
  /** Others' changes have come in: this is the document now. */
  adopt(document: D): void;
  say(clashes: readonly ClashOf<'document'>[]): void;
  /** Something of the saver has changed. */
  changed(): void;
}

/** Saving of a storyboard or timeline: what the driver of all documents asks for of the journal, the service and the screen. */
export class DocumentSaver<D> {
  readonly #kind: DocumentKind<D>;
  readonly #saving: SavingKind<Saved<D>>;
  readonly #ports: DocumentPorts;
  readonly #screen: DocumentOnScreen<D>;
  readonly #opened: LoadedDocument<D>;
  readonly #journal: JournalLink<Saved<D>, ReplacingEdit<D>>;
  readonly #driver: SavingDriver<Saved<D>>;
  /** What saving begins with. */
  readonly #first: readonly SavingEffect<Saved<D>>[];
  /** Drafts of earlier versions that are in the edits, and on the disk as well until the journal has those. */
  #draftsOf: readonly string[];
  /** The last request that was made here, with what goes out in it. */
  #localRequest: { key: string; entryIds: readonly string[]; document: D | null } | null = null;
  #unwatch: () => void = () => undefined;

  constructor(
    kind: DocumentKind<D>,
    ports: DocumentPorts,
    opened: LoadedDocument<D>,
    screen: DocumentOnScreen<D>,
  ) {
    this.#kind = kind;
    this.#saving = replacingKind(kind, source);
    this.#ports = ports;
    this.#screen = screen;
    this.#opened = opened;
    this.#draftsOf = opened.draftsOf;
    const [state, first] = opening(this.#saving, opened);
    this.#first = first;
    this.#driver = new SavingDriver(this.#saving, state, {
      after: (ms, run) => ports.after(ms, run),
      saveAfter: SAVE_AFTER,
      send: ({ payload }) => this.#send(payload),
      fetch: () => this.#fetch(),
      poll: () => {
        if (ports.isInView() && this.#state.phase.kind !== 'sending') void this.#compareVersions();
      },
      perform: (effect) => this.#perform(effect),
      dispatched: () => {
        this.#screen.changed();
        this.#settleDrafts();
      },
    });
    this.#journal = new JournalLink({
      port: opened.journal,
      clock: ports,
      dispatch: (event) => this.#dispatch(event),
      codec: {
        editOf: (edit) => ({ ...edit, journaled: true }),
        entryOf: (edit) => edit,
        behind: (edits, saved) => this.#behind(edits, saved),
      },
      version: () => (this.#state.rebuild ? UNKNOWN_VERSION : this.#state.version),
      // The steps of each window are its own.
      history: NO_HISTORY,
      following: opened.isFollowing,
      mirror: opened.edits,
      gathers: true,
    });
  }

  /** Begins to listen and to save; once the screen can be asked. */
  start(): void {
    const { edits, unsettled, isRemembered, isFollowing, confirmed: document, version } = this.#opened;
    this.#unwatch = this.#ports.watch((news) => this.#received(news));
    const left = edits.filter(({ journaled }) => !journaled);
    if (left.length > 0)
      this.#journal.noteEdits({ type: 'journal', replaced: [], entries: left, accepted: [], saved: null });
    if (left.length > 0 && unsettled) this.#journal.recordRequest(unsettled);
    this.#driver.start(this.#first);
    if (isRemembered || isFollowing) return this.#settleDrafts();
    if (unsettled) this.#dispatch({ type: 'retry-due' });
    else if (edits.length > 0) this.#dispatch({ type: 'fetched', version, document });
    this.#settleDrafts();
  }

  /** Drafts of earlier versions go once the journal has what was in them, or the service has it. */
  #settleDrafts(): void {
    if (this.#draftsOf.length > 0) void this.#removeDrafts();
  }

  async #removeDrafts(): Promise<void> {
    await this.#journal.written();
    const isWritten = this.#state.pending.every(({ journaled }) => journaled);
    const windows = this.#draftsOf;
    if (!isWritten || windows.length === 0) return;
    this.#draftsOf = [];
    await this.#ports.drafts.remove(windows).catch(() => {
      this.#draftsOf = windows;
    });
  }

  /** Edits stand on a document of the service, where that is what those before them made. */
  #behind(edits: readonly ReplacingEdit<D>[], saved: SavedDocument<Saved<D>> | null): ReplacingEdit<D>[] {
    const [first] = edits;
    const isExact = saved !== null && first && this.#kind.between(first.before, saved.document).length === 0;
    return edits.map((edit) => ({ ...edit, version: isExact ? saved.version : UNKNOWN_VERSION }));
  }

  get #state(): SavingState<Saved<D>> {
    return this.#driver.state;
  }

  /** On screen. */
  get document(): D {
    return screenOf(this.#saving, this.#state);
  }

  get version(): number {
    return this.#state.version;
  }

  get status(): DocumentSaveStatus {
    return savingStatus(this.#state);
  }

  /** Why the service does not have it, or the disk, as a sentence. */
  get problem(): string | null {
    return problemOf(this.#state) ?? this.diskProblem;
  }

  /** Why the disk does not have what is shown, as a sentence. */
  get diskProblem(): string | null {
    return isUnsaved(this.#state) ? this.#state.journalProblem : null;
  }

  /** Whether what is shown is on the disk of this computer or at the service. */
  get isOnDisk(): boolean {
    return isOnDisk(this.#state);
  }

  /** The document was edited. @param step what was done. */
  edited(step: string, document: D): void {
    this.#dispatch({ type: 'edited', change: { label: step, operations: [{ op: 'replace', document }] } });
  }

  /** A gesture begins: nothing comes in or goes out. */
  held(): void {
    this.#dispatch({ type: 'held' });
  }

  /** A gesture ended. */
  released(): void {
    this.#dispatch({ type: 'released' });
  }

  /** The version that the service went back to, while somebody has to choose; null where it has not. */
  get older(): number | null {
    const { phase } = this.#state;
    return phase.kind === 'older' ? phase.theirs.version : null;
  }

  resolveOlder(side: Side): void {
    this.#dispatch({ type: 'older-resolved', side });
  }

  retry(): void {
    this.#dispatch({ type: 'retry' });
  }

  /** @throws Error with a sentence when not everything can be saved now. */
  async flush(): Promise<void> {
    // Another window may begin to write meanwhile: what is here is saved by it, or once more by this one.
    for (let tries = MAX_TAKEOVERS; tries > 0; tries -= 1) {
      await this.#awaitWriter();
      // What was read comes in once the journal has what was done.
      await this.#journal.written();
      await this.#driver.saveNow(true);
      if (!isUnsaved(this.#state)) return;
      const state = this.#state;
      const isJournalAwaited = state.arrived.length > 0 && !state.held;
      if (this.problem !== null || (state.phase.kind !== 'idle' && !isJournalAwaited)) break;
      await new Promise<void>((resolve) => this.#ports.after(RETRY_MS, resolve));
    }
    throw new Error(this.problem ?? words.saving.unreachable(this.isOnDisk));
  }

  /** What another window has in the journal it saves by itself, unless it cannot: then this one does. */
  async #awaitWriter(): Promise<void> {
    const isTheirs = () => this.#state.writer === 'following' && isUnsaved(this.#state);
    for (let left = MAX_RETRIES; left > 0 && isTheirs() && this.isOnDisk; left -= 1)
      await new Promise<void>((resolve) => this.#ports.after(RETRY_MS, resolve));
    if (isTheirs()) await this.#journal.takeOver();
  }

  async preserved(): Promise<void> {
    if (this.#state.writer === 'following' && !this.isOnDisk) await this.#journal.takeOver();
    await this.#journal.written();
    this.#screen.changed();
  }

  stop(): void {
    this.#dispatch({ type: 'stopped' });
    this.#driver.stop();
    this.#journal.stop();
    this.#opened.journal.leave();
    this.#unwatch();
  }

  #received(news: DocumentNews): void {
    switch (news.kind) {
      case 'saved':
        if (news.version > this.version) this.#dispatch({ type: 'noticed', version: news.version });
        return;
      case 'back':
        return this.#dispatch({ type: 'online' });
      default:
        assertNever(news);
    }
  }

  async #compareVersions(): Promise<void> {
    const version = await this.#ports.version().catch(() => null);
    if (version !== null) this.#dispatch({ type: 'noticed', version });
  }

  #dispatch(event: SavingEvent<Saved<D>>): void {
    this.#driver.dispatch(event);
  }

  #perform(effect: Parameters<SavingPorts<Saved<D>>['perform']>[0]): void {
    switch (effect.type) {
      case 'journal':
        return this.#journal.noteEdits(effect);
      case 'record-request':
        this.#localRequest = { key: effect.key, entryIds: effect.request.entryIds, document: null };
        this.#journal.recordRequest(effect.request);
        return this.#driver.run(this.#journal.written());
      case 'take-over':
        return void this.#journal.takeOver();
      case 'adopt':
        return this.#screen.adopt(effect.document);
      case 'merged':
        return this.#screen.say(effect.clashes);
      // Nothing is renamed, and nothing left out.
      case 'merging':
      case 'rename':
      case 'notify':
        return;
      default:
        assertNever(effect);
    }
  }

  /** What whoever finds the request in the journal sends again: what is shown may differ in what is filled in. */
  #requestedDocument({ key, document }: DocumentRequest<D>): D {
    const request = this.#localRequest;
    if (request?.key !== key) return document;
    request.document ??= this.#opened.journal.documentOf(request.entryIds) ?? document;
    return request.document;
  }

  #send(request: DocumentRequest<D>): Promise<SavingEvent<Saved<D>>> {
    const { key } = request;
    const { api, projectId } = this.#ports;
    return this.#kind.write(api, projectId, { ...request, document: this.#requestedDocument(request) }).then(
      ({ version, document }) => ({ type: 'responded', key, version, document }) as const,
      (error: unknown) => ({ type: 'failed', key, outcome: failureOf(error) }) as const,
    );
  }

  #fetch(): Promise<SavingEvent<Saved<D>>> {
    return this.#kind.read(this.#ports.api, this.#ports.projectId, false).then(
      ({ version, document }) => ({ type: 'fetched', version, document }) as const,
      (error: unknown) => ({ type: 'fetch-failed', outcome: failureOf(error) }) as const,
    );
  }
}
