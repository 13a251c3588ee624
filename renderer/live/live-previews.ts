import type { TimerClock } from '#shared/language/clock.ts';
import type { NodeResult, NodeRunTable } from '#renderer/model/node-run-state.ts';
import { planLive, type LivePlan, type PlanSources } from './live-plan.ts';
import { itemKey, resultOfItem, type LiveItem } from './live-items.ts';
import { StoredPreviews, type LastPreviewsStore } from './last-shown.ts';
import type { LiveDocument, LiveTypes, RunResults } from './live-document.ts';
import { LiveResults, withLiveResults } from './live-results.ts';
import type { LiveNodeEvent, LiveRunner } from './live-run.ts';
import { initialSchedule, stepSchedule, type LiveEvent, type LiveSchedule } from './live-schedule.ts';
import { SlowTypes } from './slow-types.ts';

/** After so long without moving, what has come into view is previewed. Milliseconds. */
const VIEW_PAUSE_MS = 150;

/** After so long without a change, what is stale in view is previewed without an edit. Milliseconds. */
export const IDLE_MS = 400;

/** So many nodes at most are previewed without an edit: a large graph seen from afar waits for one. */
const MAX_UNEDITED = 50;

/** The service refuses a node in a preview that the page took for one of its kind. */
const NOT_IN_PREVIEW = 'NOT_IN_LIVE_PREVIEW';

/** What the switch shows; stays the same object until it changes. */
export interface LiveStatus {
  /** Types that are left out because they took too long lately. */
  slowTypes: readonly string[];
}

/** What one change of the document was. */
interface Edit {
  /** Made here, not by somebody else. */
  isCreated: boolean;
  isTyping: boolean;
  /** Whether keys of nodes changed by it. */
  changed: boolean;
  /** Those nodes, piece by piece. */
  nodeIds: Iterable<string>[];
}

/** Previews of the open document while somebody edits it. */
export class LivePreviews {
  readonly #document: LiveDocument;
  readonly #types: LiveTypes;
  readonly #runs: RunResults;
  readonly #runner: LiveRunner;
  readonly #clock: TimerClock;
  readonly #last: StoredPreviews;
  readonly previews: LiveResults;
  /** The table of runs with the previews in it. */
  readonly table: NodeRunTable;
  readonly #slow: SlowTypes;
  /** Types that the service has refused. */
  readonly #rejected = new Set<string>();
  /** Nodes that an edit has changed since they were last previewed. */
  readonly #dirty = new Set<string>();
  /** Of those, the ones that edits made here have changed while they were out of view. */
  readonly #outOfView = new Set<string>();
  /** Nodes of an edit whose type was not known yet. */
  readonly #untyped = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #schedule: LiveSchedule = initialSchedule;
  #status: LiveStatus = { slowTypes: [] };
  /** What is said so far of the change that is being made. */
  #edit: Edit | null = null;
  #running: AbortController | null = null;
  #cancelWait: () => void = () => undefined;
  #cancelViewTimer: () => void = () => undefined;
  #cancelIdle: () => void = () => undefined;
  /** Whether it is certain what runs have made. */
  #areResultsRead = false;
  /** Something in view was left for the end of what is under way. */
  #isLeft = false;
  /** At which side the last previews were made, in pixels. */
  #side = 0;
  /** An edit made here whose keys are still on their way. */
  #pendingEdit: Pick<Edit, 'isTyping'> | null = null;

  constructor(options: {
    document: LiveDocument;
    types: LiveTypes;
    runs: RunResults;
    runner: LiveRunner;
    clock: TimerClock;
    last: LastPreviewsStore;
  }) {
    const { document, clock } = options;
    this.#document = document;
    this.#types = options.types;
    this.#runs = options.runs;
    this.#runner = options.runner;
    this.#clock = clock;
    this.#slow = new SlowTypes(() => clock.clock());
    this.previews = new LiveResults(() => clock.clock());
    this.#last = new StoredPreviews({ document, clock, results: this.previews, store: options.last });
    this.table = withLiveResults(options.runs.table, this.previews, {
      keyOf: (id) => document.peekKey(id),
      resultKey: (id, key) => itemKey(key, document.itemInView(id)),
      isPending: (id) => this.#isPending(id),
      isPreviousVisible: () => options.runs.isPreviousVisible(),
    });
  }

  /** Follows the document. @returns gives up what is under way and follows it no more. */
  open(): () => void {
    const document = this.#document;
    const ends = [
      document.onEdit((isTyping) => this.#noteEdit({ isCreated: true, isTyping })),
      document.onKeys((nodeIds) => {
        for (const id of nodeIds) this.#dirty.add(id);
        this.#noteEdit({ changed: true }, nodeIds);
        if (this.#pendingEdit !== null)
          this.#noteEdit({ isCreated: true, isTyping: this.#pendingEdit.isTyping });
        // What was edited before its type was known is previewed when that comes.
        for (const id of nodeIds) if (this.#untyped.delete(id)) this.#noteEdit({ isCreated: true });
        this.#onIdle();
      }),
      document.onView(() => this.#onViewChange()),
      document.onItem((nodeId) => this.#onItem(nodeId)),
      this.#last.open(),
    ];
    return () => {
      for (const end of ends) end();
      this.stop();
      this.#cancelWait();
      this.#cancelViewTimer();
      this.#cancelIdle();
    };
  }

  get status(): LiveStatus {
    return this.#status;
  }
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Lets previews be made, or gives up what is under way until they may be again. */
  allow(isAllowed: boolean): void {
    if (isAllowed !== this.#schedule.isAllowed) {
      this.#dispatch({ kind: 'allowed', at: this.#clock.clock(), isAllowed });
      if (isAllowed) this.#onIdle();
    }
  }

  /** What runs have made is read: from now on what is stale in view is previewed without an edit, after a pause. */
  resultsRead(): void {
    this.#areResultsRead = true;
    this.#onIdle();
  }

  /** A person has switched previews on: what is in view is previewed without an edit. */
  refresh(): void {
    this.#slow.clear();
    for (const id of this.#document.inView()) this.#dirty.add(id);
    this.#dispatch({ kind: 'edited', at: this.#clock.clock(), isTyping: false });
    this.#publish();
  }

  /** Gives up what runs and what waits; the next edit begins anew. */
  stop(): void {
    this.#cancelIdle();
    this.#outOfView.clear();
    this.#pendingEdit = null;
    this.#isLeft = false;
    this.#dispatch({ kind: 'stopped' });
  }

  /** A run of a person begins. */
  runBegins(): void {
    this.previews.removeLatest();
  }

  #isLive(type: string): boolean {
    return this.#types.isLive(type) && !this.#rejected.has(type) && !this.#slow.has(type);
  }

  #isPending(nodeId: string): boolean {
    const { isAllowed, isRunning, isPending } = this.#schedule;
    if (!isAllowed || !(isRunning || isPending) || !this.#dirty.has(nodeId)) return false;
    return this.#isLive(this.#document.node(nodeId)?.type ?? '');
  }

  /** One edit says what it did and which keys it changed in one go; both are there when that is over. */
  #noteEdit(partial: Partial<Omit<Edit, 'nodeIds'>>, nodeIds: Iterable<string> = []): void {
    if (this.#edit === null) queueMicrotask(() => this.#onEdit());
    this.#edit = {
      isCreated: false,
      isTyping: false,
      changed: false,
      nodeIds: [],
      ...this.#edit,
      ...partial,
    };
    this.#edit.nodeIds.push(nodeIds);
  }

  /**
   * What an edit has changed out of view, what was made smaller than it is shown now, and what has come into view without a preview is
   * made when the view rests.
   */
  #onViewChange(): void {
    if (this.#outOfView.size === 0 && !this.#areResultsRead) return;
    this.#cancelViewTimer();
    this.#cancelViewTimer = this.#clock.after(VIEW_PAUSE_MS, () => {
      for (const id of this.#document.inView()) {
        if (!this.#outOfView.has(id)) continue;
        this.#dispatch({ kind: 'edited', at: this.#clock.clock(), isTyping: false });
        return;
      }
      if (this.#areResultsRead) this.#previewStale();
    });
  }

  /** Another item of a node is looked at: that one is previewed. */
  #onItem(nodeId: string): void {
    if (this.#isSettled(nodeId)) return;
    this.#dirty.add(nodeId);
    this.#dispatch({ kind: 'edited', at: this.#clock.clock(), isTyping: false });
  }

  /** Begins the pause anew after which what is stale in view is previewed. */
  #onIdle(): void {
    if (!this.#areResultsRead) return;
    this.#cancelIdle();
    this.#cancelIdle = this.#clock.after(IDLE_MS, () => this.#previewStale());
  }

  #previewStale(): void {
    const { isAllowed, isPending, isRunning } = this.#schedule;
    // A person who looks at an earlier run sees that.
    if (!isAllowed || this.#runs.isPreviousVisible()) return;
    this.#isLeft = isPending || isRunning;
    if (this.#isLeft) return;
    let count = 0;
    for (const id of this.#document.inView()) {
      if (count === MAX_UNEDITED) break;
      if (this.#isSettled(id) || !this.#isLive(this.#document.node(id)?.type ?? '')) continue;
      this.#dirty.add(id);
      count += 1;
    }
    if (count > 0) this.#dispatch({ kind: 'edited', at: this.#clock.clock(), isTyping: false });
  }

  #onEdit(): void {
    const edit = this.#edit;
    this.#edit = null;
    if (edit === null || !edit.isCreated) return;
    this.#pendingEdit = this.#document.areKeysSettled() ? null : edit;
    if (!edit.changed) return;
    for (const nodeIds of edit.nodeIds) for (const id of nodeIds) this.#outOfView.add(id);
    this.#dispatch({ kind: 'edited', at: this.#clock.clock(), isTyping: edit.isTyping });
  }

  #dispatch(event: LiveEvent): void {
    const { schedule, effect } = stepSchedule(this.#schedule, event);
    this.#schedule = schedule;
    if (effect === null) return;
    switch (effect.kind) {
      case 'start':
        void this.#run();
        return;
      case 'cancel':
        this.#running?.abort();
        return;
      case 'wait':
        this.#cancelWait();
        this.#cancelWait = this.#clock.after(effect.ms, () =>
          this.#dispatch({ kind: 'due', at: this.#clock.clock() }),
        );
        return;
      default:
        effect satisfies never;
    }
  }

  async #run(): Promise<void> {
    const plan = this.#plan();
    if (plan !== null) await this.#execute(plan);
    this.#dispatch({ kind: 'ended', at: this.#clock.clock() });
    // What came into view meanwhile.
    if (this.#isLeft) this.#onIdle();
    // What is not pending any more, and was not made, looks so from now on.
    if (!this.#schedule.isRunning) this.previews.changed(null);
  }

  async #execute(plan: LivePlan): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    const keys = new Map(plan.graph.nodes.map(({ id }) => [id, this.#document.keyOf(id)]));
    const items = new Map(plan.graph.nodes.map(({ id }) => [id, this.#document.itemInView(id)]));
    const types = new Map(plan.graph.nodes.map(({ id, type }) => [id, type]));
    try {
      await this.#runner.run(
        plan,
        (event) => {
          const key = keys.get(event.nodeId);
          if (typeof key === 'string')
            this.#applyResult(event, {
              key,
              item: items.get(event.nodeId) ?? null,
              type: types.get(event.nodeId) ?? '',
              side: plan.side,
            });
        },
        running.signal,
      );
    } catch {
      // Refused, or the service is away: nobody asked for this run, so nobody is told; the next edit tries again.
    } finally {
      this.#running = null;
    }
  }

  #applyResult(
    event: LiveNodeEvent,
    { key, item, type, side }: { key: string; item: LiveItem | null; type: string; side: number },
  ): void {
    const { nodeId } = event;
    const resultKey = itemKey(key, item);
    const isCurrent = this.#document.keyOf(nodeId) === key;
    if (isCurrent && itemKey(key, this.#document.itemInView(nodeId)) === resultKey)
      this.#dirty.delete(nodeId);
    if (event.kind === 'made') {
      // It comes with every run below it: nothing has to be shown anew.
      if (event.durationMs === null && this.previews.isLargeEnough(resultKey, side)) return;
      const { runId, outputs, isReusable, durationMs, scale } = event;
      if (durationMs !== null) this.#slow.note(type, durationMs);
      const result = { runId, outputs, key, side, isPreview: !isReusable, ...(scale && { scale }) };
      this.previews.note(
        nodeId,
        item === null ? result : this.#withItem(nodeId, item, result),
        isReusable,
        resultKey,
      );
      this.#last.changed();
    } else if (event.code === NOT_IN_PREVIEW) this.#rejected.add(type);
    else this.previews.noteFailure(nodeId, resultKey, event);
    this.#publish();
  }

  /** A result of one item beside those of the same node that were previewed before. */
  #withItem<T extends NodeResult>(nodeId: string, item: LiveItem, result: T): T {
    const latest = this.previews.latestOf(nodeId);
    const before = latest?.key === result.key ? latest : undefined;
    // How many there are may be known by now.
    const { total } = this.#document.itemInView(nodeId) ?? item;
    return { ...result, ...resultOfItem({ ...item, total }, result.outputs, before) };
  }

  #plan(): LivePlan | null {
    const document = this.#document;
    const resultAt = (id: string) => {
      const key = document.keyOf(id);
      return key === null ? undefined : this.#runs.resultAt(key);
    };
    this.#side = document.pictureSide();
    const sources: PlanSources = {
      side: this.#side,
      node: (id) => document.node(id),
      incomingWires: (id) => document.incomingWires(id),
      isLive: (type) => this.#isLive(type),
      requiredInputs: (type) => this.#types.requiredInputs(type),
      isSettled: (id) => this.#isSettled(id),
      resultOf: resultAt,
      itemInView: (id) => document.itemInView(id),
      positionsOf: (id, path) => document.positionsOf(id, path),
    };
    const targets: string[] = [];
    for (const id of document.inView()) {
      this.#outOfView.delete(id);
      if (!this.#dirty.has(id)) continue;
      if (document.keyOf(id) === null) this.#untyped.add(id);
      else if (this.#isSettled(id)) this.#dirty.delete(id);
      else targets.push(id);
    }
    return planLive(sources, targets);
  }

  #isSettled(id: string): boolean {
    const key = this.#document.keyOf(id);
    if (key === null) return true;
    const visible = itemKey(key, this.#document.itemInView(id));
    return (
      this.#runs.resultAt(key) !== undefined ||
      this.previews.isLargeEnough(visible, this.#document.pictureSide()) ||
      this.previews.failureAt(visible) !== undefined
    );
  }

  #publish(): void {
    const slowTypes = this.#slow.all();
    if (slowTypes.join() === this.#status.slowTypes.join()) return;
    this.#status = { slowTypes };
    for (const listener of this.#listeners) listener();
  }
}
