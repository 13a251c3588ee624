import type {
  PublicTemplateRunCreateRequest,
  PublicTemplateRunDetail,
  RunInputValue,
} from '#shared/api/index.ts';
import { isTerminalRunStatus } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { RunEventRow, RunRow } from '#service/engine/run-rows.ts';
import { Problem } from '#service/problems/problem.ts';
import { one, run, text } from '#service/storage/statements.ts';
import { prepareRun } from '#service/runs/prepare-run.ts';
import { runOutput } from '#service/runs/run-detail.ts';
import { RunProgress } from './progress.ts';
import { templateGraph, type EndpointRow, type TemplatePin, type TemplateRow } from './rows.ts';

/** Runs of template endpoints: runs like any other, seen through the pins that the template shows. */

export type TemplateCaller = 'owner' | 'external';

/** A template run: the run's row and the template it came from. */
export interface TemplateRun {
  row: RunRow;
  template: TemplateRow;
  endpointId: string;
}

/**
 * Checks the inputs of a call and writes its run; inside a transaction. Dispatch it once that is through.
 * @throws Problem naming the field.
 */
export function createTemplateRun(
  ctx: ServiceContext,
  engine: Engine,
  called: { template: TemplateRow; endpoint: EndpointRow; caller: TemplateCaller },
  body: PublicTemplateRunCreateRequest,
): TemplateRun {
  const { template, endpoint } = called;
  const { accountId } = template;
  const prepared = namingFields(template, () =>
    prepareRun(ctx, accountId, {
      graph: templateGraph(ctx, template.id),
      targetNodeIds: template.outputs.map((output) => output.nodeId),
      inputOverrides: overridesOf(template, body.inputs ?? {}),
    }),
  );
  const id = ctx.newId('run');
  engine.store.insert({
    id,
    accountId,
    projectId: null,
    projectVersion: null,
    sourceType: 'template_endpoint',
    graph: prepared.graph,
    targetNodeIds: prepared.targetNodeIds,
    inputFiles: prepared.inputFiles,
    externalId: body.externalId ?? null,
    externalUserId: body.externalUserId ?? null,
    externalWorkspaceId: body.externalWorkspaceId ?? null,
  });
  engine.store.appendEvent(id, { type: 'run.accepted' });
  run(
    ctx.db,
    'INSERT INTO template_runs (run_id, template_id, endpoint_id, caller) VALUES (?, ?, ?, ?)',
    id,
    template.id,
    endpoint.id,
    called.caller,
  );
  run(
    ctx.db,
    'UPDATE template_endpoints SET call_count = call_count + 1, last_called_at = ? WHERE id = ?',
    new Date(ctx.now()).toISOString(),
    endpoint.id,
  );
  const row = engine.store.find(id);
  if (!row) throw new Error(`The run ${id} has just been written.`);
  return { row, template, endpointId: endpoint.id };
}

/** @throws Problem UNKNOWN_INPUT for a field that the template does not have. */
export function requireField(template: TemplateRow, fieldName: string): TemplatePin {
  const pin = template.inputs.find((input) => input.fieldName === fieldName);
  if (pin) return pin;
  const fields = template.inputs.map((input) => input.fieldName);
  throw Problem.of(
    'UNKNOWN_INPUT',
    `The template has no input ${fieldName}. ${fields.length === 0 ? 'It takes none.' : `It takes ${fields.join(', ')}.`}`,
    { fieldName, fields },
  );
}

function overridesOf(template: TemplateRow, inputs: Record<string, RunInputValue>) {
  // A node may be called as something that every object has: only a map tells the two apart.
  const overrides = new Map<string, Record<string, RunInputValue>>();
  for (const [fieldName, value] of Object.entries(inputs)) {
    const { nodeId, pinName } = requireField(template, fieldName);
    overrides.set(nodeId, { ...overrides.get(nodeId), [pinName]: value });
  }
  return Object.fromEntries(overrides);
}

/** What is wrong with a pin is wrong with the field that stands for it. */
function namingFields<T>(template: TemplateRow, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { details } = error;
    if (details === undefined || !('pin' in details)) throw error;
    const { nodeId, pin } = details;
    const field = template.inputs.find((input) => input.nodeId === nodeId && input.pinName === pin);
    if (!field) throw error;
    throw error.ofField(field.fieldName);
  }
}

/** A run of this endpoint. @throws Problem TEMPLATE_RUN_NOT_FOUND */
export function requireTemplateRun(
  ctx: ServiceContext,
  engine: Engine,
  called: { template: TemplateRow; endpointId: string; caller?: TemplateCaller },
  taskId: string,
): TemplateRun {
  const { template, endpointId } = called;
  const found = one(
    ctx.db,
    'SELECT caller FROM template_runs WHERE run_id = ? AND endpoint_id = ? AND template_id = ?',
    taskId,
    endpointId,
    template.id,
  );
  const row =
    found && (called.caller === undefined || text(found, 'caller') === called.caller)
      ? engine.store.find(taskId)
      : null;
  if (row && row.accountId === template.accountId) return { row, template, endpointId };
  throw Problem.of('TEMPLATE_RUN_NOT_FOUND', 'The endpoint has no such run.', {
    endpointId,
    taskId,
  });
}

const KEPT_VIEWS = 200;

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
    const now = progress.now();
    return {
      ...this.#head(found),
      ...now,
      status: row.status,
      currentNode: row.status === 'running' || row.status === 'failed' ? (now?.currentNode ?? null) : null,
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
        const entry = entries.find((one) => one.nodeId === nodeId && one.pin === pinName);
        return entry ? [[name, runOutput(this.#ctx, row.accountId, entry)]] : [];
      }),
    );
  }

  #progressOf(row: RunRow): RunProgress {
    let progress = this.#progress.get(row.id);
    if (!progress) {
      const [oldest] = this.#progress.keys();
      if (oldest !== undefined && this.#progress.size >= KEPT_VIEWS) this.#progress.delete(oldest);
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
