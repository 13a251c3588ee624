import { endpoints, type PatchOperation } from '#shared/api/index.ts';
import type { JournalEntry } from '#shared/desk/index.ts';
import { assertNever } from '#shared/graph/assert-never.ts';
import { applyWhatFits } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { EditorPorts } from '../ports.ts';
import {
  advance,
  documentBefore,
  initialSync,
  stateBeforeMerge,
  statusOf,
  type SaveStatus,
  type SyncEffect,
  type SyncEvent,
  type SyncSource,
  type SyncState,
} from '#shared/sync/index.ts';
import { failureOf } from './failure.ts';
import type { OpenedDocument } from './open-document.ts';
import { browserClock, browserSource, type SyncClock } from './sync-clock.ts';

/** Quiet time after the last edit, and the longest an edit waits while editing goes on. Milliseconds. */
const QUIET = 350;
const LONGEST = 1500;
/** How often somebody else's change is looked for while the page is in view. Milliseconds. */
const LOOK = 12_000;

export interface SyncDriverOptions {
  ports: EditorPorts;
  opened: OpenedDocument;
  /** The graph on screen is to be this one now: somebody else's change came in. */
  adopt(graph: Graph): void;
  /** Something to say to the person in passing. */
  tell(message: string): void;
  clock?: SyncClock;
  source?: SyncSource;
}

/** Performs the machine's effects: journal, requests, timers, looking for other people's changes. */
export class SyncDriver {
  readonly #options: SyncDriverOptions;
  readonly #clock: SyncClock;
  readonly #source: SyncSource;
  #state: SyncState;
  #status: SaveStatus;
  #listeners = new Set<() => void>();
  #waiters: { resolve(version: number): void; reject(error: Error): void }[] = [];
  #journalQueue: JournalEntry[] = [];
  #journalTail: Promise<void> = Promise.resolve();
  #cancelSave: (() => void) | null = null;
  #cancelWait: (() => void) | null = null;
  #cancelLook: (() => void) | null = null;
  #firstUnsaved: number | null = null;
  #held = 0;
  #heldGraph: Graph | null = null;
  #stopped = false;

  constructor(options: SyncDriverOptions) {
    this.#options = options;
    this.#clock = options.clock ?? browserClock;
    this.#source = options.source ?? browserSource;
    const { opened } = options;
    const { confirmed, version, left, supported } = opened;
    this.#state =
      left.length === 0
        ? initialSync(confirmed, version, [], supported)
        : initialSync(
            documentBefore(left, confirmed),
            version,
            left.map((entry) => ({ ...entry, kept: true })),
            supported,
          );
    this.#status = statusOf(this.#state);
    this.#scheduleLook();
  }

  /** Merges what an earlier session left with what the service holds now; asks where both changed the same. */
  takeUpWhatWasLeft(): void {
    const { left, version, confirmed } = this.#options.opened;
    if (left.length > 0) this.dispatch({ type: 'fetched', version, graph: confirmed });
  }

  get status(): SaveStatus {
    return this.#status;
  }
  get state(): SyncState {
    return this.#state;
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  edited(label: string, operations: PatchOperation[]): void {
    this.dispatch({ type: 'edited', label, operations });
  }

  /**
   * Sends what is waiting at once.
   * @returns the version that holds every edit made before the call.
   * @throws Error with a sentence when that cannot be reached now (refused, conflict, deleted elsewhere, offline).
   */
  flush(): Promise<number> {
    if (this.#state.pending.length === 0 && !this.#state.sending) return Promise.resolve(this.#state.version);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.dispatch({ type: 'save-due' });
      this.#settleWaiters();
    });
  }

  /** While a gesture is held, other people's changes wait until it ends. */
  hold(): void {
    this.#held += 1;
  }
  letGo(): void {
    this.#held = Math.max(0, this.#held - 1);
    if (this.#held > 0 || !this.#heldGraph) return;
    const graph = this.#heldGraph;
    this.#heldGraph = null;
    // Edits made during the hold are pending: what the screen shows is theirs with all of those.
    this.#options.adopt(
      applyWhatFits(
        this.#state.confirmed,
        this.#state.pending.flatMap((edit) => edit.operations),
      ).graph ?? graph,
    );
  }

  /** Looks for a newer version now. */
  look(): void {
    if (this.#stopped || this.#state.sending || this.#state.fetching) return;
    void this.#lookNow();
  }

  async #lookNow(): Promise<void> {
    const { ports } = this.#options;
    try {
      const project = await ports.api(endpoints.projects.get, { params: { project_id: ports.projectId } });
      if (this.#state.offline) this.dispatch({ type: 'online' });
      this.dispatch({ type: 'noticed', version: project.version });
    } catch (error) {
      const outcome = failureOf(error);
      if (outcome.kind === 'gone') this.dispatch({ type: 'fetch-failed', outcome });
    }
  }

  /** The network or the local service is there again. */
  wake(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
    this.dispatch({ type: 'online' });
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelSave?.();
    this.#cancelWait?.();
    this.#cancelLook?.();
    for (const waiter of this.#waiters.splice(0)) waiter.reject(new Error('The project was closed.'));
  }

  dispatch(event: SyncEvent): void {
    if (this.#stopped) return;
    this.#keepBeforeMerge(event);
    const [next, effects] = advance(this.#state, event, this.#source);
    this.#state = next;
    if (next.pending.length === 0) this.#firstUnsaved = null;
    for (const effect of effects) this.#perform(effect);
    const status = statusOf(this.#state);
    if (JSON.stringify(status) !== JSON.stringify(this.#status)) {
      this.#status = status;
      for (const listener of this.#listeners) listener();
    }
    this.#settleWaiters();
  }

  /** How it was here goes into the history; what it is merged with passes through the core, which keeps it. */
  #keepBeforeMerge(event: SyncEvent): void {
    const mine = stateBeforeMerge(this.#state, event);
    if (mine) this.#options.ports.keepVersion?.(mine).catch(() => undefined);
  }

  #settleWaiters(): void {
    if (this.#waiters.length === 0) return;
    const status = this.#status;
    switch (status.kind) {
      case 'saved':
        for (const waiter of this.#waiters.splice(0)) waiter.resolve(status.version);
        return;
      case 'offline':
        return this.#refuseWaiters(
          'The service cannot be reached. Your changes are kept and go out when it is back.',
        );
      case 'conflict':
        return this.#refuseWaiters('Choose between your changes and theirs first.');
      case 'refused':
        return this.#refuseWaiters(status.message);
      case 'gone':
        return this.#refuseWaiters('This project was deleted elsewhere.');
      case 'kept':
      case 'saving':
        // More may have been edited while a save was on its way: send that too, the caller waits for all.
        if (!this.#state.sending && !this.#state.fetching && this.#state.pending.length > 0) {
          queueMicrotask(() => this.dispatch({ type: 'save-due' }));
        }
        return;
      default:
        assertNever(status);
    }
  }
  #refuseWaiters(message: string): void {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(new Error(message));
  }

  #perform(effect: SyncEffect): void {
    const { ports } = this.#options;
    const params = { project_id: ports.projectId };
    switch (effect.type) {
      case 'append':
        this.#journalQueue.push(...effect.entries);
        void this.#inJournalOrder(() => this.#appendQueued());
        return;
      case 'schedule-save':
        this.#scheduleSave();
        return;
      case 'write-down': {
        const key = effect.inFlight.idempotencyKey;
        this.#inJournalOrder(async () => {
          await ports.journal.sending(effect.inFlight);
        }).then(
          () => this.dispatch({ type: 'written-down', key }),
          () => {
            // Without a journal the save is still the best that can be done for the edit.
            this.dispatch({ type: 'keep-failed' });
            this.dispatch({ type: 'written-down', key });
          },
        );
        return;
      }
      case 'send': {
        const { key, expectedVersion, change } = effect;
        // What was sent is known here: a server that can is asked to answer with no more than it touched.
        let partial = false;
        const call =
          'operations' in change
            ? ports.api(endpoints.projects.patchDocument, {
                params,
                body: { expectedVersion, operations: change.operations },
                idempotencyKey: key,
                headers: { prefer: 'return=minimal' },
                onHeaders: (headers) => {
                  partial = headers.get('preference-applied') === 'return=minimal';
                },
              })
            : ports.api(endpoints.projects.replaceDocument, {
                params,
                body: { expectedVersion, document: { graph: change.graph } },
                idempotencyKey: key,
              });
        call.then(
          (answer) =>
            this.dispatch({
              type: 'answered',
              key,
              version: answer.version,
              graph: answer.document.graph,
              partial,
            }),
          (error: unknown) => this.dispatch({ type: 'failed', key, outcome: failureOf(error) }),
        );
        return;
      }
      case 'acknowledge':
        this.#inJournalOrder(() => ports.journal.acknowledge([...effect.ids])).catch(() =>
          this.dispatch({ type: 'keep-failed' }),
        );
        return;
      case 'replace-journal': {
        const ids = effect.entries.map((entry) => entry.id);
        // What waits to be appended is part of the replacement.
        this.#journalQueue = [];
        this.#inJournalOrder(() =>
          ports.journal.replace({ replaced: [...effect.replaced], entries: effect.entries }),
        ).then(
          () => this.dispatch({ type: 'kept', ids }),
          () => this.dispatch({ type: 'keep-failed' }),
        );
        return;
      }
      case 'fetch':
        ports.api(endpoints.projects.getDocument, { params }).then(
          (answer) =>
            this.dispatch({ type: 'fetched', version: answer.version, graph: answer.document.graph }),
          (error: unknown) => this.dispatch({ type: 'fetch-failed', outcome: failureOf(error) }),
        );
        return;
      case 'adopt':
        if (this.#held > 0) this.#heldGraph = effect.graph;
        else this.#options.adopt(effect.graph);
        return;
      case 'wait':
        this.#cancelWait?.();
        this.#cancelWait = this.#clock.after(effect.ms, () => this.dispatch({ type: 'retry-due' }));
        return;
      case 'tell':
        this.#options.tell(effect.message);
        return;
      default:
        assertNever(effect);
    }
  }

  /** Journal writes go one after the other; a failed one does not stop the next. */
  #inJournalOrder(run: () => Promise<void>): Promise<void> {
    const turn = this.#journalTail.then(run);
    this.#journalTail = turn.catch(() => undefined);
    return turn;
  }

  async #appendQueued(): Promise<void> {
    // Typing gives an entry a key stroke: those that waited for the disk go down in one write.
    const entries = this.#journalQueue.splice(0);
    if (entries.length === 0) return;
    try {
      await this.#options.ports.journal.append(entries);
      this.dispatch({ type: 'kept', ids: entries.map((entry) => entry.id) });
    } catch {
      this.dispatch({ type: 'keep-failed' });
    }
  }

  #scheduleSave(): void {
    this.#cancelSave?.();
    const now = this.#clock.now();
    this.#firstUnsaved ??= now;
    const ms = Math.max(0, Math.min(QUIET, this.#firstUnsaved + LONGEST - now));
    this.#cancelSave = this.#clock.after(ms, () => this.dispatch({ type: 'save-due' }));
  }

  #scheduleLook(): void {
    this.#cancelLook = this.#clock.after(LOOK, () => {
      if (typeof document === 'undefined' || document.visibilityState === 'visible') this.look();
      this.#scheduleLook();
    });
  }
}
