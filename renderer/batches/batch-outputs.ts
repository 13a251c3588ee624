import type { RunOutput } from '#shared/api/index.ts';
import { coordinatesText, type Batch, type BatchItem, type BatchOutput } from '#shared/desk/index.ts';
import { labelOfKey, uniqueLabels } from '#shared/graph/index.ts';
import { kindOf, type NamedOutput, type ViewedItem } from '#renderer/viewer/index.ts';
import { number, words } from '#renderer/words/index.ts';
import type { ItemCache } from './item-cache.ts';

const t = words.batches.batchOutputs;

/** What people call an output: the title of its node. */
const batchOutputLabel = ({ key, label }: Pick<BatchOutput, 'key' | 'label'>): string =>
  label ?? labelOfKey(key);

/** An output of an item as the viewer knows outputs. A long text is its beginning. */
export function namedOutput(output: BatchOutput): NamedOutput {
  const base: RunOutput =
    output.fileId === undefined
      ? { type: output.type, value: valueOf(output) }
      : {
          type: output.type,
          fileId: output.fileId,
          filename: output.filename ?? output.fileId,
          contentType: output.contentType ?? 'application/octet-stream',
          sizeBytes: output.sizeBytes ?? 0,
        };
  return { key: output.key, label: batchOutputLabel(output), output: base, kind: kindOf(base) };
}

function valueOf({ type, text = '' }: BatchOutput): unknown {
  if (type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

/**
 * The outputs that runs of the batch have made, each with a name of its own: first what the inputs of the batch reach, of
 * these pictures first.
 */
export function outputChoices(
  items: Pick<ItemCache, 'get'>,
  total: number,
): { key: string; label: string }[] {
  const found = new Map<string, { label: string; rank: number }>();
  for (let index = 0; index < total && found.size < 64; index += 1) {
    for (const output of items.get(index)?.outputs ?? []) {
      const isPicture = output.contentType?.startsWith('image/') === true;
      const rank = (output.isVaried === false ? 2 : 0) + (isPicture ? 0 : 1);
      found.set(output.key, { label: batchOutputLabel(output), rank });
    }
  }
  const sorted = [...found].sort(([, a], [, b]) => a.rank - b.rank);
  const labels = uniqueLabels(sorted.map(([, { label }]) => label));
  return sorted.map(([key], at) => ({ key, label: labels[at] ?? key }));
}

export const outputOf = (item: BatchItem | undefined, key: string | null): BatchOutput | undefined =>
  item?.outputs.find((output) => output.key === key) ?? item?.outputs[0];

/**
 * What the viewer goes through: the results that are not dropped, in their order.
 * @param key of one output; null: all
 * @param includes which dropped ones are there all the same
 */
export function viewedOf(
  batch: Batch,
  items: Pick<ItemCache, 'get'>,
  key: string | null,
  includes: (item: BatchItem) => boolean = () => false,
): { index: number; viewed: ViewedItem }[] {
  const entries: { index: number; viewed: ViewedItem }[] = [];
  for (let index = 0; index < batch.counts.total; index += 1) {
    const item = items.get(index);
    if (item === undefined || (item.hidden && !includes(item))) continue;
    const only = key === null ? undefined : outputOf(item, key);
    for (const output of only === undefined ? item.outputs : [only]) {
      entries.push({
        index,
        viewed: {
          ...namedOutput(output),
          label: coordinatesText(batch, item) || t.row(number(index + 1), batchOutputLabel(output)),
          connectionId: batch.connectionId,
          runId: item.runId,
          projectId: batch.origin.kind === 'graph' ? batch.origin.projectId : null,
        },
      });
    }
  }
  return entries;
}
