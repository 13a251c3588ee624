import type { TimerClock } from '#shared/language/clock.ts';
import { browserClock } from '#renderer/desk/browser-clock.ts';
import type { PatchOperation } from '#shared/api/index.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { canvasBefore } from '#shared/canvas/base.ts';
import { withItems } from '#shared/canvas/metadata.ts';
import type { JournalEntry, UndoChange } from '#shared/desk/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { Graph } from '#shared/graph/types.ts';
import {
  asFollower,
  asJournaled,
  documentBefore,
  entryOf,
  graphKind,
  graphOnScreen,
  initialGraph,
  isAwaiting,
  openRequest,
  statusOf,
  type GraphEvent,
  type GraphState,
  type IsText,
  type PendingEdit,
  type SaveStatus,
  type SavedGraph,
  type SavingSource,
  type ScreenCanvas,
} from '#shared/graph-saving/index.ts';
import { SavingDriver, type SavingPorts } from '#shared/documents/saving-driver.ts';
import { isOnDisk } from '#shared/documents/saving-status.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorPorts } from '../ports.ts';
import { JournalLink, type UndoHistory } from '#renderer/desk/index.ts';
import type { LoadedDocument } from './open-document.ts';
import { ChangeSender, fetchDocument, fetchVersion } from './send-change.ts';
import { browserSource } from './browser-source.ts';

const t = words.editorSync.syncDriver;

const SAVE_AFTER = { idleMs: 350, longestMs: 1500 };

/** What the page does with what saving finds out. */
interface SyncScreen {
  /** The graph on screen is to be this one now: somebody else's change came in. */
  adopt(graph: Graph, canvas: ScreenCanvas): void;
  /** Ids of ours that a merge had to change; the graph that has them comes next. */
  rename(ids: ReadonlyMap<string, string>): void;
  /** Something to say to the person in passing. */
  notify(message: string): void;
  history: UndoHistory;
}

export interface SyncDriverOptions {
  ports: EditorPorts;
  opened: LoadedDocument;
  screen: SyncScreen;
  clock?: TimerClock;
  source?: SavingSource;
  /** Which inputs hold texts that people write; none when it is not said. */
  isText?: IsText;
}

const REMOVED = { kind: 'gone' } as const;

/** The state to begin with: what the service holds, and what the journal has on top of it. */
function stateOf(document: LoadedDocument): GraphState {
  const { confirmed, version, left, followed, unsettled, doubtful, cachedAt, isMissing, isUnwritten } =
    document;
  const pending = (followed ?? left).map((entry): PendingEdit => ({ ...entry, journaled: !isUnwritten }));
  const base = followed || isMissing || left.length === 0 ? confirmed : documentBefore(left, confirmed);
  const saved =
    base === confirmed ? document.saved : withItems(document.saved, canvasBefore(left, document.saved.items));
  const open = followed || isMissing ? null : unsettled;
  const initial = initialGraph(base, version, { pending, unsettled: open, canvas: saved });
  const state: GraphState = {
    ...initial,
    offline: cachedAt !== null,
    uncertain: doubtful,
    ...(isMissing && { phase: REMOVED }),
  };
  return followed === null ? state : asFollower(state);
}

/** Saving of a graph: what the driver of all documents asks for of the journal, the service and the editor. */
export class SyncDriver {
  readonly #options: SyncDriverOptions;
  readonly #clock: TimerClock;
  readonly #driver: SavingDriver<SavedGraph>;
  readonly #journal: JournalLink<SavedGraph, JournalEntry>;
  readonly #sender: ChangeSender;
  #status: SaveStatus;
  #listeners = new Set<() => void>();
  #waiters: { resolve(version: number): void; reject(error: Error): void }[] = [];
  /** Asked to wait, nobody looks for a newer version before then. */
  #pollFrom = 0;
  #pauses = 0;
  #isAdoptionPending = false;
  /** The document as somebody else left it during a hold. */
  #pausedEvent: GraphEvent | null = null;
  #stopped = false;

  constructor(options: SyncDriverOptions) {
    this.#options = options;
    this.#clock = options.clock ?? browserClock;
    this.#sender = new ChangeSender(options.ports);
    const { opened, source = browserSource, isText } = options;
    const kind = graphKind(opened.supported, source, isText);
    this.#driver = new SavingDriver(kind, stateOf(options.opened), {
      after: (ms, run) => this.#clock.after(ms, run),
      saveAfter: SAVE_AFTER,
      send: (effect) => this.#sender.send(effect),
      fetch: () => this.#fetch(),
      poll: () => {
        if (typeof document === 'undefined' || document.visibilityState === 'visible') void this.poll();
      },
      perform: (effect) => this.#perform(effect),
      dispatched: () => this.#dispatched(),
    });
    this.#status = statusOf(this.state);
    this.#journal = new JournalLink({
      port: options.ports.journal,
      clock: this.#clock,
      dispatch: (event) => this.dispatch(event),
      codec: { editOf: asJournaled, entryOf },
      history: options.screen.history,
      following: this.state.writer === 'following',
      mirror: options.opened.followed ?? [],
      found: options.opened.found,
    });
    if (options.opened.isUnwritten) this.#rewriteJournal();
    if (options.opened.wasTruncated) this.#journal.noteHistory({ do: 'release' });
    this.#driver.start();
  }

  /**
   * Merges what an earlier session left with what the service holds now; asks where both changed the same. A request of
   * unknown outcome comes first: what it did is not somebody else's change.
   */
  recoverPendingEdits(): void {
    const { left, version, confirmed, saved, unsettled, cachedAt, isMissing } = this.#options.opened;
    // There is nothing to merge with, unless the project is there again some day.
    if (isMissing) return;
    // What is only remembered is nothing to merge with: that comes when the service answers.
    if (unsettled) this.dispatch({ type: 'retry-due' });
    else if (left.length > 0 && cachedAt === null)
      this.dispatch({ type: 'fetched', version, document: { graph: confirmed, metadata: saved.metadata } });
  }

  /** What an earlier session left comes into the journal as it stands now. */
  #rewriteJournal(): void {
    const { pending } = this.state;
    const replaced = pending.map(({ id }) => id);
    this.#journal.noteEdits({ type: 'journal', replaced, entries: pending, accepted: [], saved: null });
  }

  /** The undo history changed here: it goes into the journal with the edit. */
  noteHistory(change: UndoChange): void {
    this.#journal.noteHistory(change);
  }

  get status(): SaveStatus {
    return this.#status;
  }
  get state(): GraphState {
    return this.#driver.state;
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  edited(label: string, operations: PatchOperation[], canvas: CanvasOperation[] = []): void {
    this.dispatch({ type: 'edited', change: { label, operations, canvas } });
  }

  /**
   * Sends what is waiting at once.
   * @returns the version that holds every edit made before the call.
   * @throws Error with a sentence when that cannot be reached now (refused, conflict, deleted elsewhere, offline).
   */
  flush(): Promise<number> {
    if (this.state.pending.length === 0 && !openRequest(this.state))
      return Promise.resolve(this.state.version);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.dispatch({ type: 'save-due' });
      this.#settleWaiters();
    });
  }

  /** Resolves when nothing is being written to the journal any more. */
  journalIdle(): Promise<void> {
    return this.#journal.written();
  }

  /** Whether everything on screen is on the disk of this computer or at the service. */
  get isOnDisk(): boolean {
    return isOnDisk(this.state);
  }

  get isPaused(): boolean {
    return this.#pauses > 0;
  }
  /** Somebody else's change was read during a pause and comes in when that ends. */
  get hasRemoteChange(): boolean {
    return this.#pausedEvent !== null;
  }
  /** While a gesture is held, other people's changes wait until it ends. */
  pauseRemote(): void {
    this.#pauses += 1;
  }
  resumeRemote(): void {
    this.#pauses = Math.max(0, this.#pauses - 1);
    if (this.#pauses > 0) return;
    const paused = this.#pausedEvent;
    this.#pausedEvent = null;
    if (paused) this.dispatch(paused);
    if (!this.#isAdoptionPending) return;
    this.#isAdoptionPending = false;
    // Edits made during the hold are pending: what the screen shows is theirs with all of those.
    const { graph, canvas } = graphOnScreen(this.state);
    this.#options.screen.adopt(graph, canvas);
  }

  /**
   * Looks for a newer version now.
   * @returns when the service has answered, or at once when it is not to be asked now.
   */
  async poll(): Promise<void> {
    if (this.#stopped || isAwaiting(this.state) || this.state.phase.kind === 'resting') return;
    if (this.#clock.clock() < this.#pollFrom) return;
    await this.#poll();
  }

  async #poll(): Promise<void> {
    const found = await fetchVersion(this.#options.ports);
    if (isAwaiting(this.state)) return;
    if (typeof found === 'number') {
      if (this.state.offline) this.dispatch({ type: 'online' });
      this.dispatch({ type: 'noticed', version: found });
    } else if (found.kind === 'busy') {
      this.#pollFrom = this.#clock.clock() + (found.retryAfterMs ?? 0);
    } else if (found.kind === 'gone' || found.kind === 'key') {
      this.dispatch({ type: 'fetch-failed', outcome: found });
    }
  }

  /** The network, the local service or a key is there again. */
  wake(): void {
    this.dispatch({ type: 'online' });
  }

  stop(): void {
    this.#stopped = true;
    this.#driver.stop();
    this.#journal.stop();
    for (const waiter of this.#waiters.splice(0)) waiter.reject(new Error('The project was closed.'));
  }

  dispatch(event: GraphEvent): void {
    this.#driver.dispatch(event);
  }

  #dispatched(): void {
    const status = statusOf(this.state);
    if (JSON.stringify(status) !== JSON.stringify(this.#status)) {
      this.#status = status;
      for (const listener of this.#listeners) listener();
    }
    this.#settleWaiters();
  }

  #settleWaiters(): void {
    if (this.#waiters.length === 0) return;
    const status = this.#status;
    switch (status.kind) {
      case 'saved':
      // Canvas items that stay here are no part of what is waited for.
      case 'canvas-held':
        for (const waiter of this.#waiters.splice(0)) waiter.resolve(status.version);
        return;
      case 'offline':
        return this.#rejectWaiters(
          status.isJournaling ? t.serviceCannotReachedYour : t.serviceCannotReachedYour2,
        );
      case 'conflict':
        return this.#rejectWaiters(t.betweenYourChangesTheirs);
      case 'older':
        return this.#rejectWaiters(t.stateProjectFirst);
      case 'key-needed':
        return this.#rejectWaiters(t.enterKeyConnectionFirst);
      case 'refused':
        return this.#rejectWaiters(status.message);
      case 'gone':
        return this.#rejectWaiters(t.projectDeleted);
      case 'unjournaled':
        if (this.state.offline) return this.#rejectWaiters(status.message);
        return this.#saveForWaiters();
      case 'journaled':
      case 'saving':
        return this.#saveForWaiters();
      default:
        assertNever(status);
    }
  }
  #saveForWaiters(): void {
    // More may have been edited while a save was on its way: send that too, the caller waits for all.
    if (this.state.writer === 'following') void this.#journal.takeOver();
    else if (!isAwaiting(this.state) && this.state.pending.length > 0) {
      queueMicrotask(() => this.dispatch({ type: 'save-due' }));
    }
  }
  #rejectWaiters(message: string): void {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(new Error(message));
  }

  #perform(effect: Parameters<SavingPorts<SavedGraph>['perform']>[0]): void {
    const { ports, screen } = this.#options;
    switch (effect.type) {
      case 'journal':
        return this.#journal.noteEdits(effect);
      case 'record-request':
        return this.#journal.recordRequest(effect.request);
      case 'take-over':
        return void this.#journal.takeOver();
      case 'adopt':
        if (this.#pauses > 0) this.#isAdoptionPending = true;
        else screen.adopt(effect.document.graph, effect.document.canvas);
        return;
      case 'rename':
        return screen.rename(effect.ids);
      case 'merging':
        // What it is merged with passes through the core, which keeps it.
        ports
          .keepVersion?.({
            version: effect.version,
            graph: effect.mine.graph,
            canvas: effect.mine.canvas.items,
          })
          .catch(() => undefined);
        return;
      case 'notify':
        return screen.notify(effect.message);
      default:
        // What became of clashes is told of documents that are not asked about.
        return;
    }
  }

  /** What a held gesture does stands on the document it began with, and is merged with theirs like any edit. */
  async #fetch(): Promise<GraphEvent | null> {
    const event = await fetchDocument(this.#options.ports);
    if (this.#pauses === 0 || event.type !== 'fetched') return event;
    this.#pausedEvent = event;
    return null;
  }
}
