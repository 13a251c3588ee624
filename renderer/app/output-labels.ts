import type { EditorSession } from '#renderer/editor/index.ts';
import type { OutputLabels } from '#renderer/runs/index.ts';

/** What is asked of the open project. */
export type NamesOfProject = Pick<EditorSession, 'titleOf' | 'pinLabel'> & {
  store: Pick<EditorSession['store'], 'getNode'>;
  catalog: Pick<EditorSession['catalog'], 'pinsOf'>;
};

/**
 * Outputs that nobody named are keyed `NODE.PIN`: people know the node by its title. The pin is said as well where the
 * node has several. A node that is gone leaves the key.
 */
export const outputLabels =
  (project: NamesOfProject): OutputLabels =>
  (key) => {
    // An output node that nobody has named gives its id.
    if (project.store.getNode(key)) return project.titleOf(key);
    for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
      const nodeId = key.slice(0, dot);
      const pin = key.slice(dot + 1);
      const node = project.store.getNode(nodeId);
      const outputs = node && project.catalog.pinsOf(node.type)?.outputs;
      if (!outputs?.some(({ name }) => name === pin)) continue;
      const title = project.titleOf(nodeId);
      return outputs.length > 1 ? `${title} · ${project.pinLabel(nodeId, pin, 'output')}` : title;
    }
    return key;
  };
