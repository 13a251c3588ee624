import { Box, LogIn, LogOut, TriangleAlert } from 'lucide-react';
import { useCallback, useRef, useSyncExternalStore, type CSSProperties, type ReactElement } from 'react';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { pinToken } from '#renderer/fields/pin-token.ts';
import { words } from '#renderer/words/index.ts';
import { expectedText } from '../../node/node-expected.tsx';
import { NodePreview } from '../../node/node-preview.tsx';
import { currentValue, textOf } from '../../node/value-widget.tsx';
import { shortText } from '../../node/value-text.ts';
import type { ItemBox } from '../../scene/canvas-places.ts';
import type { FrameTile, TilePin } from '../../scene/frame-tiles.ts';
import { INPUTS_TILE } from '../../scene/group-tiles.ts';
import { useEditor, useFileNames } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { failedAsTheyAre, groupEstimate, runOfNodes, type GroupRun } from '../../session/group-runs.ts';
import css from './group-tiles.module.css';

const t = words.groups;

/** Letters of a value on a tile. */
const VALUE_LETTERS = 40;

/** What a tile says beside its pins; as text, so that equal ones wake nothing. */
interface TileState extends Omit<GroupRun, 'failed'> {
  failed: readonly string[];
  selected: boolean;
  /** What a run is expected to cost and to take; empty where that is nothing. */
  expected: string;
}

function stateOf(session: EditorSession, runTable: NodeRunTable, nodes: ReadonlySet<string>): TileState {
  const run = runOfNodes(runTable, nodes);
  const estimate = run.running > 0 ? null : groupEstimate(session, nodes);
  return {
    ...run,
    failed: failedAsTheyAre(session, runTable, run.failed),
    selected: [...nodes].some((id) => session.store.isSelected(id)),
    expected: (estimate && expectedText(estimate, false)) ?? '',
  };
}

/** Wakes when a run, an edit, a forecast or the selection changes something that the tile of some nodes says. */
function useTileState(nodes: ReadonlySet<string>): TileState {
  const { session, runTable } = useEditor();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [
        runTable.subscribeAll((id) => (id === null || nodes.has(id)) && listener()),
        session.store.subscribe(({ selectionChanged }) => selectionChanged && listener()),
        session.outlook.subscribe(listener),
        session.expectations.subscribe(listener),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    [session, runTable, nodes],
  );
  const cached = useRef<TileState | null>(null);
  return useSyncExternalStore(subscribe, () => {
    const next = stateOf(session, runTable, nodes);
    if (cached.current === null || !jsonEqual(cached.current, next)) cached.current = next;
    return cached.current;
  });
}

/** What a group says of itself below its name, beside what failed. */
function describeState(nodes: number, state: TileState, missing: number): string {
  const { running, finished, included, expected } = state;
  const isRunning = running > 0 || (finished < included && finished > 0);
  return [
    isRunning ? t.progress(finished, included) : words.frames.holds(nodes),
    ...(expected === '' ? [] : [expected]),
    ...(missing > 0 ? [t.missing(missing)] : []),
  ].join(' · ');
}

/** One group, as one node: what it is called, how far it is, and its pins. */
export function GroupTile({
  session,
  tile,
  item,
}: {
  session: EditorSession;
  tile: FrameTile;
  item: ItemBox;
}): ReactElement {
  const { groups, items, groupDifferences } = session;
  useSyncExternalStore(groups.subscribe, groups.revision);
  const differs = useSyncExternalStore(groupDifferences.subscribe, () => groupDifferences.differs(item.id));
  const state = useTileState(tile.nodes);
  const count = groups.countOf(item.id);
  const missing = groups.pinsOf(item.id).filter(({ targets }) => targets.length === 0).length;
  const info = describeState(tile.nodes.size, state, missing);
  const { x, y, width, height } = tile.rect;
  const style: CSSProperties & Record<'--item', string> = {
    transform: `translate(${x}px, ${y}px)`,
    width,
    height,
    '--item': items.groupOf(item.id)?.color ?? 'var(--text-3)',
  };
  const label = items.labelOf(item);
  const description = [
    info,
    ...(state.failed.length > 0 ? [t.failed(state.failed.length)] : []),
    ...(count > 1 ? [t.linked(count)] : []),
    ...(differs ? [t.differs] : []),
  ].join(' · ');
  return (
    <section
      role="group"
      className={css['tile']}
      style={style}
      aria-label={t.tile(label, description)}
      data-item={item.key}
      data-group={item.id}
      data-selected={items.isSelected(item.key) || undefined}
      data-holds-selected={state.selected || undefined}
      data-state={state.failed.length > 0 ? 'failed' : state.running > 0 ? 'running' : undefined}
    >
      <div className={css['title']} data-linked={count > 1 || undefined}>
        <Box aria-hidden />
        <span dir="auto">{items.editing === item.key ? '' : label}</span>
      </div>
      <div
        className={css['facts']}
        data-missing={missing > 0 || undefined}
        data-failed={state.failed.length > 0 || undefined}
      >
        {missing > 0 ? <TriangleAlert aria-hidden /> : null}
        <span>{info}</span>
      </div>
      {state.included > 0 && state.finished < state.included ? (
        <div className={css['progress']} style={{ width: `${100 * state.progress}%` }} />
      ) : null}
      {tile.picture ? (
        <div className={css['picture']} style={{ top: tile.picture.top, height: tile.picture.height }}>
          <NodePreview nodeId={tile.picture.nodeId} kind={tile.picture.kind} />
        </div>
      ) : null}
      {[...tile.outputs, ...tile.inputs].map((pin) => (
        <PinRow key={`${pin.side} ${pin.nodeId} ${pin.pin}`} session={session} pin={pin} nodes={tile.nodes} />
      ))}
    </section>
  );
}

/** What an input holds that no wire feeds, in few letters. */
function valueText(session: EditorSession, { nodeId, pin }: TilePin): string {
  const node = session.store.getNode(nodeId);
  const type = node && session.catalog.pinsOf(node.type)?.inputs.find(({ name }) => name === pin);
  if (!type) return '';
  const base = session.scene.pinBase(nodeId, pin, 'input');
  const value = currentValue(session, nodeId, type);
  if (value === undefined || value === null || value === '') return '';
  const isFile = base === 'image' || base === 'video' || base === 'audio' || base === 'file';
  return isFile && typeof value === 'string'
    ? session.fileName(value)
    : shortText(textOf(value), VALUE_LETTERS);
}

function PinRow({
  session,
  pin: tilePin,
  nodes,
}: {
  session: EditorSession;
  pin: TilePin;
  nodes: ReadonlySet<string>;
}): ReactElement {
  const { nodeId, pin, side, at, label } = tilePin;
  const subscribe = useCallback(
    (listener: () => void) => session.store.subscribeNode(nodeId, listener),
    [session, nodeId],
  );
  const isInput = side === 'input';
  useFileNames(session);
  const value = useSyncExternalStore(subscribe, () =>
    isInput && !session.store.incoming(nodeId, pin) ? valueText(session, tilePin) : '',
  );
  const isWired = useSyncExternalStore(subscribe, () =>
    session.store
      .wiresOf(nodeId)
      .some(({ from, to }) =>
        isInput
          ? to[0] === nodeId && to[1] === pin
          : from[0] === nodeId && from[1] === pin && !nodes.has(to[0]),
      ),
  );
  const base = session.scene.pinBase(nodeId, pin, side);
  const name = label || session.pinLabel(nodeId, pin, side);
  return (
    <span
      className={css['pin']}
      data-outer-pin={pin}
      data-side={side}
      style={{ top: at.y, color: `var(${pinToken(base)})` }}
    >
      <PinShape base={base} filled={isWired} size={14} />
      <span className={css['name']} dir="auto">
        {name}
      </span>
      {value === '' ? null : (
        <span className={css['value']} dir="auto">
          {value}
        </span>
      )}
    </span>
  );
}

/** What an open group leads out by: its inputs, or its outputs. */
export function EdgeTile({ session, tile }: { session: EditorSession; tile: FrameTile }): ReactElement {
  const isInputs = tile.id === INPUTS_TILE;
  const pins = isInputs ? tile.inputs : tile.outputs;
  const { x, y, width, height } = tile.rect;
  const Icon = isInputs ? LogIn : LogOut;
  return (
    <section
      className={css['edge']}
      style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
      aria-label={isInputs ? t.inputs : t.outputs}
      data-edge={tile.id}
    >
      <div className={css['title']}>
        <Icon aria-hidden />
        <span>{isInputs ? t.inputsTitle : t.outputsTitle}</span>
      </div>
      {pins.length === 0 ? (
        <div className={css['hint']}>{isInputs ? t.noInputs : t.noOutputs}</div>
      ) : (
        <div className={css['facts']} />
      )}
      {pins.map((pin) => {
        const base = session.scene.pinBase(pin.nodeId, pin.pin, pin.side);
        return (
          <span
            key={`${pin.nodeId} ${pin.pin}`}
            className={css['pin']}
            data-side={isInputs ? 'output' : 'input'}
            style={{ top: pin.at.y, color: `var(${pinToken(base)})` }}
          >
            <PinShape base={base} filled size={14} />
            <span className={css['name']} dir="auto">
              {pin.label || session.pinLabel(pin.nodeId, pin.pin, pin.side)}
            </span>
            <span className={css['value']} dir="auto">
              {session.titleOf(pin.nodeId)}
            </span>
          </span>
        );
      })}
    </section>
  );
}
