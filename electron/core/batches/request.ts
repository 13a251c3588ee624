import { createHash } from 'node:crypto';
import type {
  EditableInputValue,
  InlineGraph,
  PublicRunCreateRequest,
  PublicTemplateEndpointDocs,
  RunInputValue,
} from '#shared/api/index.ts';
import {
  batchRunId,
  recordedOutputOf,
  type BatchField,
  type BatchOrigin,
  type BatchValue,
} from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';

/** The request of an item's run. The same item and attempt always give the same request, byte for byte. */

/** One key an item and attempt: sent again after a crash or a cut, the service answers with the run it began then. */
export const idempotencyKeyOf = (batchId: string, item: number, attempt: number): string =>
  `${batchId}-${item}-${attempt}`;

interface ItemToRun {
  batchId: string;
  index: number;
  values: readonly BatchValue[];
}

export function graphRunRequest(
  origin: Extract<BatchOrigin, { kind: 'graph' }>,
  graph: InlineGraph,
  fields: readonly BatchField[],
  item: ItemToRun,
): PublicRunCreateRequest {
  const overrides = new Map<string, Record<string, RunInputValue | EditableInputValue>>();
  fields.forEach((field, at) => {
    const value = item.values[at] ?? null;
    if (value === null || field.of !== 'node') return;
    overrides.set(field.nodeId, { ...overrides.get(field.nodeId), [field.input]: value });
  });
  const output = recordedOutputOf(fields, item.values);
  const targetNodeIds = output === null ? origin.targetNodeIds : [output.nodeId];
  return {
    graph,
    ...(targetNodeIds.length === 0 ? {} : { targetNodeIds }),
    inputOverrides: Object.fromEntries(overrides),
    externalId: batchRunId(item.batchId, String(item.index)),
  };
}

/** @throws DeskError `INVALID_REQUEST` for a value in the form of documents, which templates do not take. */
export function templateRunRequest(fields: readonly BatchField[], item: ItemToRun) {
  const inputs: [string, RunInputValue][] = fields.flatMap((field, at) => {
    const value = item.values[at] ?? null;
    if (value === null || field.of !== 'template') return [];
    return [[field.fieldName, typedValue(value, field.label)]];
  });
  return { inputs: Object.fromEntries(inputs), externalId: batchRunId(item.batchId, String(item.index)) };
}

function typedValue(value: RunInputValue | EditableInputValue, label: string): RunInputValue {
  switch (value.type) {
    case 'file':
    case 'string':
    case 'boolean':
    case 'number':
    case 'json':
    case 'null':
      return value as RunInputValue;
    default:
      throw new DeskError('INVALID_REQUEST', `The value of ${label} has no type that templates take.`);
  }
}

/** What a template's endpoint takes and gives, as one short text: another text means that the template was changed. */
export const fingerprintOf = (
  { inputs, outputs }: PublicTemplateEndpointDocs,
  updatedAt: readonly (string | null | undefined)[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([inputs, outputs, updatedAt]))
    .digest('hex');
