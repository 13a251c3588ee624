import { useMemo, useState, type ReactElement } from 'react';
import type { ProposalItem } from '#shared/agents/index.ts';
import { parsePinType, type GraphNode, type PinRef } from '#shared/graph/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { pinToken } from '#renderer/fields/pin-token.ts';
import { words } from '#renderer/words/index.ts';
import { shortText } from '../../node/value-text.ts';
import { textOf } from '../../node/value-widget.tsx';
import type { EditorSession } from '../../session/editor-session.ts';
import { Plane } from './canvas-items.tsx';
import css from './proposal-layer.module.css';

const t = words.agents.proposal;

/** Letters of a value, and values of one node, on the canvas. */
const VALUE_LETTERS = 36;
const MAX_VALUES = 6;
const WIDTH = 248;
const HEAD = 36;
const LINE = 20;
/** Space for a picture of what a new node would make. */
const PICTURE = 148;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface ValueChange {
  name: string;
  before: string | null;
  after: string;
}

/** What a item changes of values, titles and wires, as people read it. */
function valuesOf(session: EditorSession, { kind, node, operations, clashes }: ProposalItem): ValueChange[] {
  const current = session.store.getNode(node.id);
  const labelOf = (pin: string): string => labelIn(session, node, pin);
  const text = (value: unknown): string => shortText(textOf(value) || t.empty, VALUE_LETTERS);
  const all = [...operations, ...clashes.flatMap((clash) => clash.operations)];
  return all.flatMap((operation): ValueChange[] => {
    switch (operation.op) {
      case 'addNode':
        return Object.entries(operation.node.inputs ?? {}).map(([pin, input]) => ({
          name: labelOf(pin),
          before: null,
          after: text(input.value),
        }));
      case 'setNodeInput':
      case 'removeNodeInput':
        return [
          {
            name: labelOf(operation.input),
            before: kind === 'changed' ? text(current?.inputs?.[operation.input]?.value) : null,
            after: operation.op === 'setNodeInput' ? text(operation.value.value) : t.empty,
          },
        ];
      case 'setNodeTitle':
        return [
          {
            name: '',
            before: current ? session.titleOfNode(current) : null,
            after: operation.title ?? t.empty,
          },
        ];
      case 'connect':
        return kind === 'changed'
          ? [
              {
                name: labelOf(operation.to[1]),
                before: null,
                after: t.wire(session.titleOf(operation.from[0])),
              },
            ]
          : [];
      case 'disconnect':
      case 'moveNode':
      case 'removeNode':
        return [];
      default:
        return operation satisfies never;
    }
  });
}

const labelIn = (session: EditorSession, node: GraphNode, pin: string): string =>
  session.catalog.pinsOf(node.type)?.inputs.find(({ name }) => name === pin)?.label ?? pin;

/** Where a item is shown: where its node stands, or would stand. */
function areaOf(
  session: EditorSession,
  item: ProposalItem,
  { lines, hasPicture }: { lines: number; hasPicture: boolean },
): Area | null {
  const box = item.kind === 'added' ? undefined : session.scene.visibleRect(item.id);
  if (box) return box;
  if (item.kind !== 'added') return null;
  const { x, y } = item.node.position ?? { x: 0, y: 0 };
  return { x, y, width: WIDTH, height: HEAD + LINE * Math.max(1, lines) + (hasPicture ? PICTURE : 0) };
}

/** A curve from an output to an input. */
function pathOf(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const bend = Math.max(40, Math.abs(to.x - from.x) / 2);
  return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
}

/** Draws what is open of a proposal over the graph: new nodes dashed, values side by side, removed nodes dimmed. */
export function ProposalLayer({
  session,
  items,
  pictures,
}: {
  session: EditorSession;
  items: readonly ProposalItem[];
  /** File ids of what nodes would make, as far as that was previewed. */
  pictures: ReadonlyMap<string, string>;
}): ReactElement {
  const layout = useMemo(() => layoutOf(session, items, pictures), [session, items, pictures]);
  return (
    <div className={css['clip']} data-proposal aria-hidden>
      <Plane session={session} className={css['plane']}>
        <svg className={css['wires']}>
          {layout.wires.map(({ key, d, color, isRemoved }) => (
            <path key={key} d={d} style={{ color }} data-gone={isRemoved || undefined} />
          ))}
        </svg>
        {layout.tiles.map(({ item, area, values }) => (
          <ItemTile
            key={item.id}
            session={session}
            item={item}
            area={area}
            values={values}
            picture={pictures.get(item.id) ?? null}
          />
        ))}
      </Plane>
    </div>
  );
}

function ItemTile({
  session,
  item,
  area,
  values,
  picture,
}: {
  session: EditorSession;
  item: ProposalItem;
  area: Area;
  values: readonly ValueChange[];
  picture: string | null;
}): ReactElement {
  const { x, y, width, height } = area;
  const list = values.slice(0, MAX_VALUES).map(({ name, before, after }, index) => (
    // Values of one item have no other identity, and stay in their order.
    <span key={`${index} ${name}`} className={css['value']} dir="auto">
      {name === '' ? null : <span className={css['name']}>{name}</span>}
      {before === null ? null : <span className={css['before']}>{before}</span>}
      <span className={css['after']}>{after}</span>
    </span>
  ));
  return (
    <div
      className={css['part']}
      style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
      data-kind={item.kind}
      data-part={item.id}
    >
      {item.kind === 'changed' ? null : (
        <div className={css['title']}>
          <span className={css['mark']}>{t[item.kind]}</span>
          <span dir="auto">{session.titleOfNode(item.node)}</span>
        </div>
      )}
      {list.length === 0 ? null : (
        <div className={item.kind === 'changed' ? css['below'] : css['values']}>{list}</div>
      )}
      {picture === null ? null : (
        <ProposedPicture
          connectionId={session.ports.connectionId}
          fileId={picture}
          alt={t.pictureOf(session.titleOfNode(item.node))}
          frame={item.kind === 'changed' ? (session.scene.box(item.id)?.layout.preview ?? null) : null}
        />
      )}
    </div>
  );
}

/** What a node would make: beside its values, or as the other half of the picture that it shows now. */
function ProposedPicture({
  connectionId,
  fileId,
  alt,
  frame,
}: {
  connectionId: string;
  fileId: string;
  alt: string;
  /** Where the node shows its picture; null of one that is not there yet. */
  frame: { top: number; height: number } | null;
}): ReactElement | null {
  const media = useMediaUrl(connectionId, { kind: 'file', fileId }, 'original');
  const [isLoaded, setLoaded] = useState(false);
  if (media === null) return null;
  const picture = <img src={media.url} alt={alt} draggable={false} onLoad={() => setLoaded(true)} />;
  if (frame === null) return <div className={css['picture']}>{picture}</div>;
  return (
    <div className={css['half']} hidden={!isLoaded} style={{ top: frame.top, height: frame.height }}>
      {picture}
    </div>
  );
}

/** Places and wires of all items. O(operations). */
function layoutOf(
  session: EditorSession,
  items: readonly ProposalItem[],
  pictures: ReadonlyMap<string, string>,
) {
  const tiles = items.flatMap((item) => {
    const values = valuesOf(session, item);
    const area = areaOf(session, item, {
      lines: Math.min(MAX_VALUES, values.length),
      hasPicture: pictures.has(item.id),
    });
    return area === null ? [] : [{ item, area, values }];
  });
  const added = new Map(
    tiles.flatMap(({ item, area }) => (item.kind === 'added' ? [[item.id, { item, area }]] : [])),
  );
  const end = ([nodeId, pin]: PinRef, side: 'input' | 'output') => {
    const fresh = added.get(nodeId);
    if (!fresh) return session.scene.anchor(nodeId, pin, side);
    const { x, y, width, height } = fresh.area;
    return { x: side === 'output' ? x + width : x, y: y + height / 2 };
  };
  const baseOf = ([nodeId, pin]: PinRef) => {
    const fresh = added.get(nodeId);
    if (!fresh) return session.scene.pinBase(nodeId, pin, 'output');
    const type = session.catalog.pinsOf(fresh.item.node.type)?.outputs.find(({ name }) => name === pin)?.type;
    return parsePinType(type).base;
  };
  const wires = items
    .flatMap(({ operations }) => operations)
    .flatMap((operation) => {
      if (operation.op !== 'connect' && operation.op !== 'disconnect') return [];
      const [from, to] = [end(operation.from, 'output'), end(operation.to, 'input')];
      if (from === null || to === null) return [];
      const isRemoved = operation.op === 'disconnect';
      const key = `${operation.op} ${operation.from.join('.')} ${operation.to.join('.')}`;
      return [{ key, d: pathOf(from, to), color: `var(${pinToken(baseOf(operation.from))})`, isRemoved }];
    });
  return { tiles, wires };
}
