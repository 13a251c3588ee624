import type { BatchDraft, BatchItem } from '#shared/desk/index.ts';
import {
  affectedOutputs,
  downstreamOf,
  graphOfInline,
  nodesOfOutputs,
  outputLabel,
  type Graph,
} from '#shared/graph/index.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { RunReader } from '../runs/run-reader.ts';
import type { BatchStore, StoredBatch, StoredItem } from './batch-store.ts';
import { withResult } from './item-results.ts';

/** Nodes that one run may be asked for. */
const MAX_TARGETS = 1000;
/** Batches whose names are remembered. */
const MAX_CACHED = 16;

/** What tells the outputs of one batch to people. */
interface OutputMetadata {
  label: string;
  /** Whether it depends on an input that the batch sets. */
  isVaried: boolean;
}

/** Items as pages see them: outputs by the titles of their nodes, files in values by their names. */
export type ShowItems = (batchId: string, items: readonly StoredItem[]) => BatchItem[];

/** @param files names of files by their ids. */
export function createItemNames(
  store: Pick<BatchStore, 'find' | 'graph'>,
  files: Pick<FileLibrary, 'get'>,
  results: Pick<RunReader, 'resultOf'>,
): ShowItems {
  const cache = new Map<string, (key: string) => OutputMetadata>();

  function metadataOf(batch: StoredBatch): (key: string) => OutputMetadata {
    const cached = cache.get(batch.id);
    if (cached) return cached;
    const stored = batch.origin.kind === 'graph' ? store.graph(batch.id) : null;
    const metadata = outputMetadata(stored === null ? null : graphOfInline(stored), batch);
    cache.set(batch.id, metadata);
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value ?? '');
    return metadata;
  }

  return (batchId, items) => {
    const batch = store.find(batchId);
    if (batch === null) return [];
    const metadata = metadataOf(batch);
    return items.map((stored) => {
      const item = withResult(stored, batch.connectionId, results);
      return {
        ...item,
        outputs: item.outputs.map((output) => ({ ...output, ...metadata(output.key) })),
        fileNames: namesOfValues(item, (fileId) => files.get(batch.connectionId, fileId)?.filename ?? null),
      };
    });
  };
}

function outputMetadata(graph: Graph | null, { fields }: Pick<StoredBatch, 'fields'>) {
  const nodeOf = graph === null ? () => null : nodesOfOutputs(graph);
  const varied = graph === null ? null : downstreamOf(graph, fieldNodes(fields));
  return (key: string): OutputMetadata => {
    const node = nodeOf(key);
    return {
      label: outputLabel(key, node),
      isVaried: varied === null || node === null || varied.has(node.id),
    };
  };
}

/** The nodes whose inputs a batch sets. */
const fieldNodes = (fields: StoredBatch['fields']): Set<string> =>
  new Set(fields.flatMap((field) => (field.of === 'node' ? [field.nodeId] : [])));

/** Names of the files among the values of an item, by their ids. */
function namesOfValues(
  { values }: Pick<BatchItem, 'values'>,
  nameOf: (fileId: string) => string | null,
): Record<string, string> {
  const ids = values.flatMap((value) =>
    value !== null && 'fileId' in value && typeof value.fileId === 'string' ? [value.fileId] : [],
  );
  return Object.fromEntries(
    ids.flatMap((fileId) => {
      const name = nameOf(fileId);
      return name === null ? [] : [[fileId, name]];
    }),
  );
}

/** A batch runs what its inputs reach: what is equal in every item is neither run nor recorded again and again. */
export function withTargets(draft: BatchDraft): BatchDraft {
  const { source, fields } = draft;
  if (source.kind !== 'graph' || source.targetNodeIds.length > 0) return draft;
  if (fields.some(({ of }) => of === 'output')) return draft;
  const targets = affectedOutputs(graphOfInline(source.graph), fieldNodes(fields));
  return targets.length > MAX_TARGETS ? draft : { ...draft, source: { ...source, targetNodeIds: targets } };
}
