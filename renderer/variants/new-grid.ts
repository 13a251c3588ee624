import type { InlineGraph } from '#shared/api/index.ts';
import { inputName, MAX_ITEMS_IN_REQUEST, type Batch, type BatchLimits } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import type { AxisValue, VaryInput } from './axis-values.ts';
import { gridItems, defaultLayout } from './grid-layout.ts';

/** What a new grid runs: the graph as it is on screen. */
export interface GridSource {
  connectionId: string;
  projectId: string;
  projectVersion: number | null;
  graph: InlineGraph;
}

/** What a grid is called: its inputs with the titles of their nodes, a title once for neighbors of one node. */
export const gridName = (inputs: readonly Pick<VaryInput, 'nodeId' | 'nodeTitle' | 'label'>[]): string =>
  inputs
    .map(({ nodeId, nodeTitle, label }, at) =>
      inputs[at - 1]?.nodeId === nodeId ? label : inputName(nodeTitle, label),
    )
    .join(' × ')
    .slice(0, 200);

/**
 * Makes a grid; nothing runs yet.
 * @throws ApiError, DeskError
 */
export async function createGrid(
  source: GridSource,
  axes: readonly { input: VaryInput; values: readonly AxisValue[] }[],
  limits: BatchLimits,
): Promise<Batch> {
  const id = `batch_${crypto.randomUUID()}`;
  const { connectionId, projectId, projectVersion, graph } = source;
  const labelOf = ({ nodeTitle, label }: VaryInput) => inputName(nodeTitle, label).slice(0, 300);
  let batch = await callDesk('createBatch', {
    body: {
      id,
      connectionId,
      kind: 'grid',
      name: gridName(axes.map(({ input }) => input)),
      source: { kind: 'graph', projectId, projectVersion, targetNodeIds: [], graph },
      fields: axes.map(({ input }) => ({
        of: 'node',
        nodeId: input.nodeId,
        input: input.input,
        label: labelOf(input),
        type: input.type,
      })),
      layout: defaultLayout(
        axes.map(({ values }, field) => ({ field, labels: values.map(({ label }) => label) })),
      ),
      limits,
    },
  });
  const items = gridItems(axes.map(({ values }) => values));
  for (let from = 0; from < items.length; from += MAX_ITEMS_IN_REQUEST) {
    batch = await callDesk('appendBatchItems', {
      params: { batchId: id },
      body: { from, items: items.slice(from, from + MAX_ITEMS_IN_REQUEST) },
    });
  }
  return batch;
}
