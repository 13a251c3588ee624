import type { Graph } from '#shared/graph/index.ts';
import type { CostlyWork } from '#renderer/costs/index.ts';
import { PICTURE_MODEL_TYPE } from './make-models.ts';
import type { MakeSource } from './make-source.ts';

type NodeSource = Pick<Extract<MakeSource, { kind: 'node' }>, 'kind' | 'nodeId' | 'words' | 'variations'>;
type CostlySource =
  | NodeSource
  | Pick<Extract<MakeSource, { kind: 'template' }>, 'kind' | 'templateId'>
  | Pick<Extract<MakeSource, { kind: 'model' }>, 'kind' | 'provider'>;

/**
 * What pictures of shots run, one run a picture.
 * @param graph of the project as it runs; undefined while it is not known. @returns null where it is needed and not known
 */
export function makeWork(source: CostlySource, graph: Graph | undefined, runs: number): CostlyWork | null {
  if (source.kind === 'template') return { kind: 'template', templateId: source.templateId, runs };
  if (source.kind === 'model') {
    return {
      kind: 'graph',
      graph: modelGraph(source.provider),
      targetNodeIds: [],
      changed: ['picture'],
      unchanged: 'once',
      runs,
    };
  }
  if (graph === undefined) return null;
  const { nodeId, words, variations } = source;
  const changed = [...(words === null ? [] : [words]), ...variations].map((input) => input.nodeId);
  return {
    kind: 'graph',
    graph,
    targetNodeIds: [nodeId],
    // Without either each run is the same, and made once.
    changed,
    unchanged: 'once',
    runs,
  };
}

const modelGraph = (provider: string): Graph => ({
  nodes: [
    {
      id: 'picture',
      type: PICTURE_MODEL_TYPE,
      position: { x: 0, y: 0 },
      inputs: { provider: { type: 'string', value: provider } },
    },
  ],
  connections: [],
});
