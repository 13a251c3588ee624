import { splitItemKey } from '#shared/graph/item-key.ts';
import { labelOfKey } from '#shared/graph/output-names.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import type { OutputLabels } from '#renderer/runs/index.ts';

/** What is asked of the open project. */
export type NamesOfProject = Pick<EditorSession, 'titleOf' | 'pinLabel'> & {
  store: Pick<EditorSession['store'], 'getNode'>;
  catalog: Pick<EditorSession['catalog'], 'pinsOf' | 'all'>;
};

/** What outputs were called last while their nodes were there. */
const labels = new WeakMap<NamesOfProject, Map<string, string>>();

/**
 * Outputs that nobody named are keyed `NODE.PIN`: people know the node by its title. The pin is said as well where the
 * node has several. Of a node that is gone it is the title that it had, else that of its type, else what its key says. Names that people gave stay.
 * An item of a list has its place besides.
 */
export const outputLabels = (project: NamesOfProject): OutputLabels => {
  const before = labels.get(project) ?? new Map<string, string>();
  labels.set(project, before);
  const labelOf = (key: string): string => {
    const label = currentLabel(project, key);
    if (label !== null) before.set(key, label);
    return label ?? before.get(key) ?? labelOfType(project, key) ?? labelOfKey(key);
  };
  return (key) => {
    const item = splitItemKey(key);
    return item === null ? labelOf(key) : `${labelOf(item.output)} ${item.item}`;
  };
};

/** Null where no node of the project gives it. */
function currentLabel(project: NamesOfProject, key: string): string | null {
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
  return null;
}

/** Ids of nodes that the editor made begin with the last part of their type. */
function labelOfType({ catalog }: NamesOfProject, key: string): string | null {
  const [, stem, pin] = /^(.+)-[0-9a-f]{6}\.([^.]+)$/.exec(key) ?? [];
  if (stem === undefined) return null;
  const entry = catalog
    .all()
    .find(
      ({ summary, pins }) =>
        summary.type.split('/').at(-1) === stem && (pins?.outputs.some(({ name }) => name === pin) ?? true),
    );
  return entry?.summary.title ?? null;
}
