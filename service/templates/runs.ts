import type { PublicTemplateRunCreateRequest, RunInputValue } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { RunRow } from '#service/engine/run-rows.ts';
import { Problem } from '#service/problems/problem.ts';
import { callOf, insertTemplateRun } from './run-rows.ts';
import { prepareRun, withInputs } from '#service/runs/prepare-run.ts';
import { templateGraph, type EndpointRow, type TemplatePin, type TemplateRow } from './rows.ts';
import type { TemplateCaller } from './run-rows.ts';

/** Runs of template endpoints: runs like any other, seen through the pins that the template shows. */

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
export async function createTemplateRun(
  ctx: ServiceContext,
  engine: Engine,
  called: { template: TemplateRow; endpoint: EndpointRow; caller: TemplateCaller; personId: string | null },
  body: PublicTemplateRunCreateRequest,
): Promise<TemplateRun> {
  const { template, endpoint, personId } = called;
  const { accountId } = template;
  rejectUnknown(template, body);
  rejectMissing(template, body.inputs ?? {});
  const prepared = await namingFields(template, async () =>
    prepareRun(
      ctx,
      { accountId, personId },
      {
        graph: await templateGraph(ctx, template.id),
        targetNodeIds: template.outputs.map((output) => output.nodeId),
        inputOverrides: overridesOf(template, body.inputs ?? {}),
      },
    ),
  );
  const id = ctx.newId('run');
  await engine.store.insert({
    id,
    accountId,
    personId,
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
  await engine.store.events.append(id, { type: 'run.accepted' });
  ctx.accountNews.changed(accountId);
  await insertTemplateRun(ctx, { runId: id, template, endpoint, caller: called.caller });
  const row = await engine.store.find(id);
  if (!row) throw new Error(`The run ${id} has just been written.`);
  return { row, template, endpointId: endpoint.id };
}

const BODY_KEYS: ReadonlySet<string> = new Set([
  'inputs',
  'externalId',
  'externalUserId',
  'externalWorkspaceId',
]);

/** @throws Problem UNKNOWN_INPUT for what is no part of a call: a run without it would look right and be paid. */
function rejectUnknown(template: TemplateRow, body: PublicTemplateRunCreateRequest): void {
  const unknown = Object.keys(body).find((name) => !BODY_KEYS.has(name));
  if (unknown === undefined) return;
  const fields = template.inputs.map((input) => input.fieldName);
  const hint = fields.includes(unknown)
    ? `Put it into inputs: {"inputs": {${JSON.stringify(unknown)}: …}}.`
    : fields.length === 0
      ? 'The template takes no inputs.'
      : `What the template takes goes into inputs: ${fields.join(', ')}.`;
  throw Problem.of('UNKNOWN_INPUT', `A call has no ${unknown} beside its inputs. ${hint}`, {
    fieldName: unknown,
    fields,
  });
}

/** @throws Problem INPUT_INVALID for a field that has to be given and is not. */
function rejectMissing(template: TemplateRow, inputs: Record<string, RunInputValue>): void {
  for (const fieldName of template.required) {
    const inputValue = Object.hasOwn(inputs, fieldName) ? inputs[fieldName] : undefined;
    if (
      inputValue !== undefined &&
      inputValue.type !== 'null' &&
      !('value' in inputValue && inputValue.value === '')
    )
      continue;
    throw Problem.of('INPUT_INVALID', `${fieldName} is missing. This template needs it.`, { fieldName });
  }
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
async function namingFields<T>(template: TemplateRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
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

/**
 * The graph of a template with what its form holds, for a project that begins with it.
 * @param inputs values by field. @throws Problem naming the field.
 */
export const filledGraph = (
  ctx: ServiceContext,
  template: TemplateRow,
  inputs: Record<string, RunInputValue>,
): Promise<Graph> =>
  namingFields(template, async () =>
    withInputs(ctx, template.accountId, await templateGraph(ctx, template.id), overridesOf(template, inputs)),
  );

/** A run of this endpoint. @throws Problem TEMPLATE_RUN_NOT_FOUND */
export async function requireTemplateRun(
  ctx: ServiceContext,
  engine: Engine,
  called: { template: TemplateRow; endpointId: string; caller?: TemplateCaller },
  taskId: string,
): Promise<TemplateRun> {
  const { template, endpointId } = called;
  const call = await callOf(ctx.db, { runId: taskId, endpointId, templateId: template.id });
  const isFound = call !== null && (called.caller === undefined || call.caller === called.caller);
  const row = isFound ? await engine.store.find(taskId) : null;
  if (row && row.accountId === template.accountId) {
    // The template may have another state by now; the run shows what it had.
    return { row, template: { ...template, ...call?.pins }, endpointId };
  }
  throw Problem.of('TEMPLATE_RUN_NOT_FOUND', 'The endpoint has no such run.', {
    endpointId,
    taskId,
  });
}
