import { type PublicTemplateRunDetail, isTerminalRunStatus } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { RunEventRow } from '#service/engine/run-event-rows.ts';
import type { RunRow } from '#service/engine/run-rows.ts';
import { runOutput } from '#service/runs/run-detail.ts';
import { callerRun } from './caller-view.ts';
import { RunProgress } from './progress.ts';
import type { TemplateRun } from './runs.ts';

const MAX_VIEWS = 200;

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
  detail(found: TemplateRun): PublicTemplateRunDetail {
    const { row, template } = found;
    const progress = this.#progressOf(row);
    const currentProgress = progress.clock();
    return {
      ...this.#head(found),
      ...currentProgress,
      status: row.status,
      currentNode:
        row.status === 'running' || row.status === 'failed' ? (currentProgress?.currentNode ?? null) : null,
      updatedAt: row.updatedAt,
      executionTimeMs: row.executionTimeMs,
      error: row.error === null ? null : { ...row.error },
      outputs: this.#outputs(found),
      inputFiles: template.inputs.flatMap((input) =>
        row.inputFiles
          .filter(({ nodeId, inputName }) => nodeId === input.nodeId && inputName === input.pinName)
          .map((file) => ({ ...file, inputName: input.fieldName })),
      ),
      logs: [...progress.logs],
    };
  }

  /** A run as it was at an event: without what only the end brings. Null for events that say nothing of the whole. */
  atEvent(found: TemplateRun, event: RunEventRow): PublicTemplateRunDetail | null {
    if (event.type === 'log') return null;
    const at = this.#progressOf(found.row).at(event);
    if (isTerminalRunStatus(at.status)) {
      const row = this.#engine.store.find(found.row.id);
      if (row) return this.detail({ ...found, row });
    }
    return { ...this.#head(found), ...at, updatedAt: event.createdAt };
  }

  /** As `detail`, for callers with the endpoint's own key. */
  callerDetail(found: TemplateRun) {
    return callerRun(this.detail(found), { graph: found.row.graph, inputs: found.template.inputs });
  }

  /** As `atEvent`, for callers: also null for events that change nothing of what they are told. */
  callerAtEvent(found: TemplateRun, event: RunEventRow) {
    if (event.type === 'log' || !this.#progressOf(found.row).isStep(event)) return null;
    const view = this.atEvent(found, event);
    return view && callerRun(view, { graph: found.row.graph, inputs: found.template.inputs });
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

  #outputs({ row, template }: TemplateRun) {
    const entries = Object.values(row.outputs);
    return Object.fromEntries(
      template.outputs.flatMap(({ name, nodeId, pinName }) => {
        const entry = entries.find((item) => item.nodeId === nodeId && item.pin === pinName);
        return entry ? [[name, runOutput(this.#ctx, row.accountId, entry)]] : [];
      }),
    );
  }

  #progressOf(row: RunRow): RunProgress {
    let progress = this.#progress.get(row.id);
    if (!progress) {
      const [oldest] = this.#progress.keys();
      if (oldest !== undefined && this.#progress.size >= MAX_VIEWS) this.#progress.delete(oldest);
      const nodes = new Map(row.graph.nodes.map((node) => [node.id, node]));
      progress = new RunProgress(this.#engine.store, row.id, (nodeId) => {
        const node = nodes.get(nodeId);
        return node?.title?.trim() || this.#ctx.nodes.get(node?.type ?? '')?.title || nodeId;
      });
      this.#progress.set(row.id, progress);
    }
    return progress;
  }
}
