import type { EditableInputValue, PublicRunCreateRequest } from '#shared/api/index.ts';
import { FILM_NODE_ID, RunPurpose, type RunChange } from '#shared/desk/index.ts';
import { asDocumentValue, nodeTitle, type Graph } from '#shared/graph/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { shortText } from '../storage/row-limits.ts';

type Overrides = NonNullable<PublicRunCreateRequest['inputOverrides']>;

/** Changes that are kept of one run. */
const MAX_CHANGES = 20;
/** Characters of a value: each run of a list says its changes, which a line of words is made of. */
const MAX_VALUE = 200;

/**
 * What a run was for, where that is not its project as it stands; else null.
 * @param graph before the overrides; null while it is not known
 */
export function purposeOf(
  { once: isTemporary, inputOverrides }: { once: boolean; inputOverrides?: Overrides | undefined },
  graph: Graph | null,
): RunPurpose | null {
  const [only, ...remaining] = graph?.nodes ?? [];
  if (only?.id === FILM_NODE_ID && remaining.length === 0) {
    const textOf = (input: string, fallback: string): string => {
      const value = only.inputs?.[input]?.value;
      return typeof value === 'string' && value !== '' ? value : fallback;
    };
    return { kind: 'film', filename: shortText(`${textOf('name', 'film')}.${textOf('format', 'mp4')}`) };
  }
  return isTemporary ? { kind: 'once', changes: changesOf(inputOverrides ?? {}, graph) } : null;
}

/** A value as far as it is kept: of what is too long the beginning of its text. */
function truncatedValue({ type = null, value = null }: EditableInputValue): EditableInputValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { type, value: text.length > MAX_VALUE ? text.slice(0, MAX_VALUE).toWellFormed() : value };
}

/** Inputs that were given another value than the graph has. */
function changesOf(overrides: Overrides, graph: Graph | null): RunChange[] {
  const before = new Map(graph?.nodes.map((node) => [node.id, node]));
  return Object.entries(overrides)
    .flatMap(([nodeId, inputs]) =>
      Object.entries(inputs).flatMap(([name, override]): RunChange[] => {
        const node = before.get(nodeId);
        if (graph !== null && node === undefined) return [];
        const value = asDocumentValue(override);
        if (JSON.stringify(node?.inputs?.[name]?.value) === JSON.stringify(value.value)) return [];
        const title = node === undefined ? '' : nodeTitle(node);
        return [
          {
            nodeId: shortText(nodeId),
            nodeTitle: shortText(title),
            name: shortText(name),
            value: truncatedValue(value),
          },
        ];
      }),
    )
    .slice(0, MAX_CHANGES);
}

/** What a run was for, as it is stored; undefined of none, and of what cannot be read. */
export function readRunPurpose(stored: unknown): RunPurpose | undefined {
  if (typeof stored !== 'string') return undefined;
  return RunPurpose.safeParse(jsonOf(Buffer.from(stored))).data;
}
