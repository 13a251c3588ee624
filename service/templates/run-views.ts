import { type PublicTemplateRunDetail, isTerminalRunStatus } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { RunEventRow } from '#service/engine/run-event-rows.ts';
import type { RunRow } from '#service/engine/run-rows.ts';
import { filesOfOutputs, runOutput } from '#service/runs/run-detail.ts';
import { callerRun } from './caller-view.ts';
import { RunProgress } from './progress.ts';
import type { TemplateRun } from './runs.ts';

const MAX_VIEWS = 200;

const NO_GRAPH: Graph = { nodes: [], connections: [] };

/** Shows template runs, now and at each of their events. */
export class TemplateRunViews {
  readonly #ctx: ServiceContext;
  readonly #engine: Engine;
  readonly #progress = new Map<string, RunProgress>();

  constructor(ctx: ServiceContext, engine: Engine) {
    this.#ctx = ctx;
    this.#engine = engine;
  }

  /** A run as it is now, with fresh URLs. */
  async detail(found: TemplateRun): Promise<PublicTemplateRunDetail> {
    const { row, template } = found;
    const progress = await this.#progressOf(row);
    const currentProgress = await progress.current();
    return {
      ...this.#head(found),
      ...currentProgress,
      status: row.status,
      currentNode:
        row.status === 'running' || row.status === 'failed' ? (currentProgress?.currentNode ?? null) : null,
      updatedAt: row.updatedAt,
      executionTimeMs: row.executionTimeMs,
      error: row.error === null ? null : { ...row.error },
      outputs: await this.#outputs(found),
      inputFiles: template.inputs.flatMap((input) =>
        row.inputFiles
          .filter(({ nodeId, inputName }) => nodeId === input.nodeId && inputName === input.pinName)
          .map((file) => ({ ...file, inputName: input.fieldName })),
      ),
      logs: [...progress.logs],
    };
  }

  /** A run as it was at an event: without what only the end brings. Null for events that say nothing of the whole. */
  async atEvent(found: TemplateRun, event: RunEventRow): Promise<PublicTemplateRunDetail | null> {
    if (event.type === 'log') return null;
    const progress = await this.#progressOf(found.row);
    const at = await progress.at(event);
    if (isTerminalRunStatus(at.status)) {
      const row = await this.#engine.store.find(found.row.id);
      if (row) return await this.detail({ ...found, row });
    }
    return { ...this.#head(found), ...at, updatedAt: event.createdAt };
  }

  /** As `detail`, for callers with the endpoint's own key. */
  async callerDetail(found: TemplateRun) {
    const detail = await this.detail(found);
    return callerRun(detail, await this.#source(found, detail));
  }

  /** As `atEvent`, for callers: also null for events that change nothing of what they are told. */
  async callerAtEvent(found: TemplateRun, event: RunEventRow) {
    if (event.type === 'log') return null;
    const progress = await this.#progressOf(found.row);
    if (!(await progress.isStep(event))) return null;
    const view = await this.atEvent(found, event);
    return view && callerRun(view, await this.#source(found, view));
  }

  /** What a failure is explained by: read where there is one. */
  async #source({ row, template }: TemplateRun, { error }: PublicTemplateRunDetail) {
    const graph = error == null ? NO_GRAPH : await this.#engine.store.graphOf(row.id);
    return { graph, inputs: template.inputs };
  }

  #head({ row, template, endpointId }: TemplateRun) {
    return {
      taskId: row.id,
      templateId: template.id,
      endpointId,
      sourceType: row.sourceType,
      createdAt: row.createdAt,
      externalId: row.externalId,
      externalUserId: row.externalUserId,
      externalWorkspaceId: row.externalWorkspaceId,
      status: row.status as string,
    };
  }

  async #outputs({ row, template }: TemplateRun) {
    const entries = Object.values(row.outputs);
    const files = await filesOfOutputs(this.#ctx, row.accountId, entries);
    return Object.fromEntries(
      template.outputs.flatMap(({ name, nodeId, pinName }) => {
        const entry = entries.find((item) => item.nodeId === nodeId && item.pin === pinName);
        return entry ? [[name, runOutput(this.#ctx, files, entry)]] : [];
      }),
    );
  }

  async #progressOf(row: RunRow): Promise<RunProgress> {
    const cached = this.#progress.get(row.id);
    if (cached) return cached;
    const graph = await this.#engine.store.graphOf(row.id);
    const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
    const progress =
      this.#progress.get(row.id) ??
      new RunProgress(this.#engine.store, row.id, (nodeId) => {
        const node = nodes.get(nodeId);
        return node?.title?.trim() || this.#ctx.nodes.get(node?.type ?? '')?.title || nodeId;
      });
    const [oldest] = this.#progress.keys();
    if (oldest !== undefined && this.#progress.size >= MAX_VIEWS) this.#progress.delete(oldest);
    this.#progress.set(row.id, progress);
    return progress;
  }
}
