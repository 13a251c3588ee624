import {
  ApiError,
  endpoints,
  isTerminalRunStatus,
  type ApiClient,
  type InlineGraph,
} from '#shared/api/index.ts';
import { recordedOutputOf, runOfProjectHeader } from '#shared/desk/index.ts';
import { errorFields } from '../error-fields.ts';
import type { Clock, CoreLog } from '../options.ts';
import type { BatchStore, ItemOutcome, StoredBatch, StoredItem } from './batch-store.ts';
import { Gate } from './gate.ts';
import { unknownOutcomeOf, missingRunOutcome } from './unknown-outcomes.ts';
import { failedOutcome, outcomeOf } from './outcome.ts';
import { nextStep } from './plan.ts';
import { readRun, type BatchRun } from './read-run.ts';
import { callFailureOf, ItemProblem } from './refusal.ts';
import { fingerprintOf, graphRunRequest, idempotencyKeyOf, templateRunRequest } from './request.ts';

export interface RunnerDeps {
  store: BatchStore;
  /** Calls the API of a connection as a page does. */
  api: (connectionId: string) => ApiClient;
  /**
   * Notes what a service says of a run. Resolves once what it made is on the disk where it has ended.
   * @returns false while so many runs wait to be recorded that this one has to be told again
   */
  note: (connectionId: string, run: BatchRun) => Promise<boolean>;
  clock: Clock;
  log: CoreLog;
  /** When the database of a service was last replaced by a backup; null where that is not known. Milliseconds. */
  restoredAt: (connectionId: string) => Promise<number | null>;
  /** The graph that a run executed; null where it is not known any more. */
  graphOf: (connectionId: string, runId: string) => Promise<InlineGraph | null>;
  /** Whether the batch may begin a run now, or others are served first. */
  mayBegin: (id: string) => boolean;
  onBatch: (id: string) => void;
  onItems: (id: string, items: StoredItem[]) => void;
}

/** Milliseconds between two looks at a run. */
const POLL_DELAYS_MS = [100, 150, 250, 400, 700, 1000, 1500, 2000, 3000, 5000] as const;
/** So many that fail in a row with the same message are not followed by more. */
const MAX_SAME_FAILURES = 8;
/** The same of those that a model may have charged for. */
const MAX_UNCERTAIN = 3;
/** How long nothing is asked once a person has to do something. Milliseconds. */
const STOPPED_POLL_MS = 30_000;

const CHANGED_TEMPLATE =
  'The template was changed while this batch ran. Look at the results so far; resuming goes on with the template as it is now.';

const UNCERTAIN = `${MAX_UNCERTAIN} in a row got no answer that could be used, and may have been charged. Look at the service of the model, then go on.`;

const RETRIED = 'What was to be tried again has run. The rest waits until you go on.';

/** Runs the items of one batch: asks for runs, follows them, and stops where the plan says so. */
export class BatchRunner {
  readonly #id: string;
  readonly #deps: RunnerDeps;
  readonly #gate: Gate;
  readonly #closing = new AbortController();
  /** Items under way in this process. */
  readonly #carried = new Map<number, Promise<void>>();
  #advancing: Promise<void> = Promise.resolve();
  #isAdvancing = false;
  #isRepeatRequested = false;
  #graph: InlineGraph | null = null;
  #failure = { message: '', times: 0 };
  /** How many in a row may have been charged without an answer. */
  #uncertain = 0;

  constructor(id: string, deps: RunnerDeps) {
    this.#id = id;
    this.#deps = deps;
    this.#gate = new Gate(deps.clock, () => {
      deps.onBatch(id);
      this.wake();
    });
  }

  /** Why a running batch waits, as a sentence; null when it does not. */
  get pendingReason(): string | null {
    return this.#gate.reason;
  }

  /** Looks what is to be done; after every change of the batch. */
  wake(): void {
    if (this.#closing.signal.aborted) return;
    this.#isRepeatRequested = true;
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    this.#advancing = this.#advanceAll();
  }

  serviceIsBack(): void {
    this.#gate.open();
  }

  /** Cancels the runs under way, as far as the API can. */
  async cancelRuns(): Promise<void> {
    const { origin, connectionId } = this.#deps.store.get(this.#id);
    if (origin.kind !== 'graph') return;
    const api = this.#deps.api(connectionId);
    await Promise.all(
      this.#deps.store.submitted(this.#id).map(async ({ runId }) => {
        if (runId === null) return;
        // One that ended meanwhile cannot be canceled; its end is read in any case.
        await api(endpoints.runs.cancel, { params: { run_id: runId } }).catch(() => undefined);
      }),
    );
  }

  /** Ends its work here; the runs go on at the service and are found again by the next runner. */
  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The batch is left.', 'AbortError'));
    this.#gate.open();
    await this.#advancing;
    await Promise.all(this.#carried.values());
  }

  async #advanceAll(): Promise<void> {
    try {
      while (this.#isRepeatRequested && !this.#closing.signal.aborted) {
        this.#isRepeatRequested = false;
        await this.#advance();
      }
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#deps.log.warn({ batchId: this.#id, ...errorFields(error) }, 'a batch could not go on');
      this.#gate.close(
        'This computer could not write down the next step. Free some space on its disk; the batch tries again by itself.',
        null,
      );
    } finally {
      // In the same step as the last look at `#isAgain`: no call to `wake` falls between.
      this.#isAdvancing = false;
    }
  }

  async #advance(): Promise<void> {
    const { store } = this.#deps;
    const batch = store.find(this.#id);
    if (batch === null) return;
    for (const item of store.submitted(this.#id)) {
      const isRunnable = item.runId !== null || batch.state === 'running';
      if (isRunnable && !this.#carried.has(item.index)) this.#carry(item, { isInitialStart: false });
    }
    if (batch.state !== 'running' || this.#gate.reason !== null) return;
    const counts = store.counts(this.#id);
    const hasNext = batch.retriesOnly ? store.nextPending(this.#id, true) !== null : counts.waiting > 0;
    const step = nextStep({ ...batch, counts: { submitted: counts.submitted, waiting: hasNext ? 1 : 0 } });
    if (step.kind === 'wait') return;
    if (step.kind === 'finish') {
      return counts.waiting === 0 ? this.#setState('done', null) : this.#setState('paused', RETRIED);
    }
    if (step.kind === 'stop') return this.#setState('paused', step.reason);
    if (!this.#deps.mayBegin(this.#id) || !(await this.#isTemplateSame(batch))) return;
    // A person may have paused it meanwhile.
    if (this.#closing.signal.aborted || store.find(this.#id)?.state !== 'running') return;
    const item = store.nextPending(this.#id, store.get(this.#id).retriesOnly);
    if (item === null) return;
    const startedItem = store.begin(this.#id, item.index);
    this.#notify(startedItem);
    this.#carry(startedItem, { isInitialStart: true });
    this.#isRepeatRequested = true;
  }

  #carry(item: StoredItem, options: { isInitialStart: boolean }): void {
    const work = this.#runItem(item, options)
      .catch((error: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#deps.log.warn({ batchId: this.#id, ...errorFields(error) }, 'an item of a batch was left');
        this.#gate.close('Something unexpected happened. The batch tries again by itself.', null);
      })
      .finally(() => {
        this.#carried.delete(item.index);
        this.wake();
      });
    this.#carried.set(item.index, work);
  }

  async #runItem(item: StoredItem, options: { isInitialStart: boolean }): Promise<void> {
    const runId = item.runId ?? (await this.#submit(item, options));
    if (runId !== null) await this.#follow(item.index, runId);
  }

  /** Asks for the run of an item, again and again under one key. @returns its id; null when there is none. */
  async #submit(item: StoredItem, { isInitialStart }: { isInitialStart: boolean }): Promise<string | null> {
    const { store } = this.#deps;
    // Whether the service may have begun the run already.
    let mayHaveStarted = !isInitialStart;
    for (;;) {
      await this.#gate.passed(this.#closing.signal);
      if (store.get(this.#id).state !== 'running') {
        if (!mayHaveStarted) this.#notify(store.rejected(this.#id, item.index));
        return null;
      }
      const outcome = mayHaveStarted ? await this.#unknownOutcome(item) : null;
      if (outcome !== null) {
        this.#end(item.index, outcome, false);
        return null;
      }
      try {
        const runId = await this.#send(item);
        this.#gate.reset();
        this.#notify(store.accepted(this.#id, item.index, runId));
        return runId;
      } catch (error) {
        if (this.#closing.signal.aborted) return null;
        const failure = callFailureOf(error);
        if (failure.kind === 'item') {
          this.#end(item.index, failedOutcome(failure.error), false);
          return null;
        }
        const isConfirmed = failure.kind === 'stop' || failure.isConfirmed;
        if (failure.kind === 'stop') this.#setState('paused', failure.reason);
        else {
          this.#gate.close(failure.reason, failure.ms);
          if (!isConfirmed) {
            mayHaveStarted = true;
            continue;
          }
        }
        if (!mayHaveStarted) this.#notify(store.rejected(this.#id, item.index));
        return null;
      }
    }
  }

  async #unknownOutcome({ submittedAt }: StoredItem): Promise<ItemOutcome | null> {
    const { store, clock, restoredAt } = this.#deps;
    const restored = await restoredAt(store.get(this.#id).connectionId);
    return unknownOutcomeOf(submittedAt ?? 0, clock.now(), restored);
  }

  /** @returns the id of the run. @throws ApiError, DeskError */
  async #send(item: StoredItem): Promise<string> {
    const { store } = this.#deps;
    const { connectionId, origin, fields } = store.get(this.#id);
    const api = this.#deps.api(connectionId);
    const toRun = { batchId: this.#id, index: item.index, values: item.values };
    const common = {
      idempotencyKey: idempotencyKeyOf(this.#id, item.index, item.attempt),
      signal: this.#closing.signal,
    };
    if (origin.kind === 'template') {
      const params = { template_id: origin.templateId, endpoint_id: origin.endpointId };
      const body = templateRunRequest(fields, toRun);
      return (await api(endpoints.templates.createRun, { params, body, ...common })).taskId;
    }
    const headers: Record<string, string> =
      origin.projectId === null ? {} : { [runOfProjectHeader]: origin.projectId };
    const body = graphRunRequest(origin, await this.#graphOf(item), fields, toRun);
    return (await api(endpoints.runs.create, { body, headers, ...common })).id;
  }

  /** The graph that an item runs: that of the batch, or the one that made the output it makes again. @throws ApiError */
  async #graphOf({ values }: StoredItem): Promise<InlineGraph> {
    const { store, graphOf } = this.#deps;
    const { connectionId, fields } = store.get(this.#id);
    const output = recordedOutputOf(fields, values);
    if (output === null) this.#graph ??= store.graph(this.#id);
    const graph = output === null ? this.#graph : await graphOf(connectionId, output.runId);
    if (graph !== null) return graph;
    throw new ItemProblem(
      'The graph that made it is not on this computer any more. Run it from its project.',
    );
  }

  async #follow(index: number, runId: string): Promise<void> {
    const { clock } = this.#deps;
    for (let poll = 0; ; poll += 1) {
      await clock.sleep(POLL_DELAYS_MS[Math.min(poll, POLL_DELAYS_MS.length - 1)]!, this.#closing.signal);
      await this.#gate.passed(this.#closing.signal);
      try {
        const run = await this.#read(runId);
        this.#gate.reset();
        if (isTerminalRunStatus(run.status) && (await this.#isRecorded(run))) {
          return this.#end(index, outcomeOf(run), true);
        }
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        if (error instanceof ApiError && error.status === 404) {
          return this.#end(index, missingRunOutcome(), true);
        }
        const failure = callFailureOf(error);
        if (failure.kind === 'stop' && this.#deps.store.get(this.#id).state === 'running') {
          this.#setState('paused', failure.reason);
        }
        this.#gate.close(
          failure.kind === 'item' ? failure.error : failure.reason,
          failure.kind === 'wait' ? failure.ms : STOPPED_POLL_MS,
        );
      }
    }
  }

  /** An item is at its end once what its run made cannot be lost any more. */
  async #isRecorded(run: BatchRun): Promise<boolean> {
    return this.#deps.note(this.#deps.store.get(this.#id).connectionId, run);
  }

  async #read(runId: string): Promise<BatchRun> {
    const { connectionId, origin } = this.#deps.store.get(this.#id);
    return readRun(this.#deps.api(connectionId), origin, runId, this.#closing.signal);
  }

  /** Whether the template is as it was when the batch began; pauses the batch when it is not. */
  async #isTemplateSame({ origin, connectionId, fingerprint }: StoredBatch): Promise<boolean> {
    if (origin.kind !== 'template') return true;
    const { signal } = this.#closing;
    const api = this.#deps.api(connectionId);
    const template_id = origin.templateId;
    try {
      const docs = await api(endpoints.templates.getEndpointDocs, {
        params: { template_id, endpoint_id: origin.endpointId },
        signal,
      });
      const template = await api(endpoints.templates.get, { params: { template_id }, signal });
      const currentFingerprint = fingerprintOf(docs, [template.updatedAt]);
      if (currentFingerprint === fingerprint) return true;
      this.#deps.store.update(this.#id, { fingerprint: currentFingerprint });
      if (fingerprint === null) return true;
      this.#setState('paused', CHANGED_TEMPLATE);
    } catch (error) {
      if (signal.aborted) return false;
      const failure = callFailureOf(error);
      if (failure.kind === 'wait') this.#gate.close(failure.reason, failure.ms);
      else if (error instanceof ApiError && error.status === 404) {
        this.#setState(
          'paused',
          'The template or its endpoint no longer exists, so nothing more can run. The results so far stay here.',
        );
      } else this.#setState('paused', failure.kind === 'stop' ? failure.reason : failure.error);
    }
    return false;
  }

  /** @param wasRun false for an item that the service never took. */
  #end(index: number, outcome: ItemOutcome, wasRun: boolean): void {
    this.#notify(this.#deps.store.finished(this.#id, index, outcome, wasRun));
    const { error } = outcome;
    if (error === null) {
      this.#failure = { message: '', times: 0 };
      this.#uncertain = 0;
      return;
    }
    const times = error === this.#failure.message ? this.#failure.times + 1 : 1;
    this.#failure = { message: error, times };
    this.#uncertain = outcome.perhapsCharged === null ? 0 : this.#uncertain + 1;
    if (this.#uncertain >= MAX_UNCERTAIN && this.#deps.store.get(this.#id).state === 'running') {
      this.#uncertain = 0;
      return this.#setState('paused', UNCERTAIN);
    }
    if (times < MAX_SAME_FAILURES || this.#deps.store.get(this.#id).state !== 'running') return;
    this.#failure = { message: '', times: 0 };
    this.#setState(
      'paused',
      `${times} in a row failed in the same way: ${error} Change what is wrong, then go on.`,
    );
  }

  #notify(item: StoredItem): void {
    this.#deps.onItems(this.#id, [item]);
    this.#deps.onBatch(this.#id);
  }

  #setState(state: StoredBatch['state'], reason: string | null): void {
    this.#deps.store.update(this.#id, { state, reason });
    this.#deps.onBatch(this.#id);
  }
}
