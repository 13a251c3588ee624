import type { PatchOperation } from '#shared/api/index.ts';
import { findConverters, type Conversion, type ConverterType } from '#shared/graph/converters.ts';
import { resolvePin, pinRejection } from '#shared/graph/connect.ts';
import { indexOf } from '#shared/graph/graph-index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { downstreamOf } from '#shared/graph/topology.ts';
import type { PinRef } from '#shared/graph/types.ts';
import { words } from '#renderer/words/index.ts';
import type { Rect } from '../geometry.ts';
import { newNodeId, snapped } from '../model/editing.ts';
import { makeSpace } from '../model/make-room.ts';
import type { Catalog } from '../model/catalog.ts';
import { freePosition, movableFrom, sizeOfType, WIRE_GAP } from './place-node.ts';
import type { SessionCore } from './session-core.ts';

const t = words.editorSession.converting;

function converterTypes(catalog: Catalog): ConverterType[] {
  return catalog
    .all()
    .flatMap(({ summary: { type, category = null }, pins }) =>
      pins === null
        ? []
        : [{ type, category, pins, required: catalog.hasRequired ? catalog.requiredInputs(type) : null }],
    );
}

/** What could stand between two pins whose types differ, the most direct first; none where something else is in the way. */
export function conversionsFor({ catalog, store }: SessionCore, from: PinRef, to: PinRef): Conversion[] {
  const graph = store.getGraph();
  if (pinRejection(indexOf(graph), from, to, catalog)?.code !== 'TYPES_DIFFER') return [];
  // What is wired through new nodes closes a circle where a plain wire would.
  if (downstreamOf(graph, [to[0]]).has(from[0])) return [];
  const output = resolvePin(catalog, store.getNode(from[0])?.type ?? '', 'outputs', from[1]);
  const input = resolvePin(catalog, store.getNode(to[0])?.type ?? '', 'inputs', to[1]);
  if (!output || !input || output === 'unchecked' || input === 'unchecked') return [];
  return findConverters(parsePinType(output.type), parsePinType(input.type), converterTypes(catalog), to[1]);
}

/** The names of a conversion for people: `Image info → Width`. */
export function conversionName({ catalog }: SessionCore, conversion: Conversion): string {
  return conversion
    .map(({ type, output }, index) => {
      const title = catalog.find(type)?.summary.title ?? type;
      const outputs = catalog.pinsOf(type)?.outputs ?? [];
      if (outputs.length < 2 && index === conversion.length - 1) return title;
      return `${title} → ${outputs.find(({ name }) => name === output)?.label ?? output}`;
    })
    .join(', ');
}

/**
 * Wires two pins through new nodes, as one step: they lie between the two, and what is behind makes room.
 * @returns whether it was done; why not is said.
 */
export function insertConversion(
  session: SessionCore,
  from: PinRef,
  to: PinRef,
  conversion: Conversion,
): boolean {
  const { catalog, scene, store } = session;
  const [source, target] = [scene.visibleRect(from[0]), scene.visibleRect(to[0])];
  const last = conversion.at(-1);
  if (!source || !target || last === undefined) return false;
  const operations: PatchOperation[] = [];
  const usedIds = new Set<string>();
  let end: PinRef = from;
  let x = source.x + source.width + WIRE_GAP;
  let rect: Rect | null = null;
  for (const { type, input, output } of conversion) {
    const size = sizeOfType(session, type);
    const at = snapped(freePosition(session, size, { x, y: (source.y + target.y) / 2 }), session.snapToGrid);
    const id = newNodeId(
      type,
      (candidate) => store.getNode(candidate) !== undefined || usedIds.has(candidate),
    );
    usedIds.add(id);
    rect = { ...at, ...size };
    operations.push(
      { op: 'addNode', node: { id, type, title: null, position: at, inputs: {} } },
      { op: 'connect', from: end, to: [id, input] },
    );
    end = [id, output];
    x = at.x + size.width + WIRE_GAP;
  }
  operations.push({ op: 'connect', from: end, to });
  const spaceOperations = rect === null ? [] : makeSpace(rect, target, movableFrom(session, to[0]));
  const title = catalog.find(last.type)?.summary.title ?? last.type;
  const label = conversion.length === 1 ? t.convertBy(title) : t.convertNodes(conversion.length);
  if (!session.apply(label, [...operations, ...spaceOperations])) return false;
  store.select([...usedIds]);
  return true;
}
