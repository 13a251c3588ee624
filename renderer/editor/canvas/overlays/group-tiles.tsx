import { Box, Link2, LogIn, LogOut, TriangleAlert } from 'lucide-react';
import { useCallback, useSyncExternalStore, type CSSProperties, type ReactElement } from 'react';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { isTerminalPhase } from '#renderer/model/node-run-state.ts';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { pinToken } from '#renderer/fields/pin-token.ts';
import { words } from '#renderer/words/index.ts';
import { currentValue, textOf } from '../../node/value-widget.tsx';
import { shortText } from '../../node/value-text.ts';
import type { ItemBox } from '../../scene/canvas-places.ts';
import type { FrameTile, TilePin } from '../../scene/frame-tiles.ts';
import { INPUTS_TILE } from '../../scene/group-tiles.ts';
import { useEditor } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './group-tiles.module.css';

const t = words.groups;

/** Letters of a value on a tile. */
const VALUE_LETTERS = 40;

/** Of the nodes in a group: how far a run is with them. */
interface GroupRun {
  running: number;
  failed: number;
  finished: number;
  /** Nodes that the newest run takes part in. */
  taking: number;
}

/** How far the newest run is with nodes. */
function runOf(runTable: Pick<NodeRunTable, 'get'>, nodes: Iterable<string>): GroupRun {
  const run: GroupRun = { running: 0, failed: 0, finished: 0, taking: 0 };
  for (const id of nodes) {
    const phase = runTable.get(id)?.phase;
    if (phase === undefined) continue;
    run.taking += 1;
    if (phase === 'running') run.running += 1;
    if (phase === 'failed') run.failed += 1;
    if (isTerminalPhase(phase)) run.finished += 1;
  }
  return run;
}

/** Wakes when a run, an edit or the selection changes something of the nodes. */
function useNodesOf(nodes: ReadonlySet<string>): GroupRun & { selected: number } {
  const { session, runTable } = useEditor();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [
        runTable.subscribeAll((id) => (id === null || nodes.has(id)) && listener()),
        session.store.subscribe(({ selectionChanged }) => selectionChanged && listener()),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    [session, runTable, nodes],
  );
  const text = useSyncExternalStore(subscribe, () => {
    const { running, failed, finished, taking } = runOf(runTable, nodes);
    const selected = [...nodes].filter((id) => session.store.isSelected(id)).length;
    return `${running} ${failed} ${finished} ${taking} ${selected}`;
  });
  const [running = 0, failed = 0, finished = 0, taking = 0, selected = 0] = text.split(' ').map(Number);
  return { running, failed, finished, taking, selected };
}

/** What a group says of itself below its name. */
function describeState(
  nodes: number,
  { running, failed, finished, taking }: GroupRun,
  missing: number,
): string {
  const isRunning = running > 0 || (finished < taking && finished > 0);
  return [
    isRunning ? t.progress(finished, taking) : words.frames.holds(nodes),
    ...(failed > 0 ? [t.failed(failed)] : []),
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
  const { groups, items } = session;
  useSyncExternalStore(groups.subscribe, groups.revision);
  const run = useNodesOf(tile.nodes);
  const count = groups.countOf(item.id);
  const missing = groups.pinsOf(item.id).filter(({ targets }) => targets.length === 0).length;
  const info = describeState(tile.nodes.size, run, missing);
  const { x, y, width, height } = tile.rect;
  const color = items.groupOf(item.id)?.color;
  const style: CSSProperties & Record<'--item', string> = {
    transform: `translate(${x}px, ${y}px)`,
    width,
    height,
    '--item': color ?? 'var(--text-3)',
  };
  const label = items.labelOf(item);
  const linked = count > 1 ? ` · ${t.linked(count)}` : '';
  return (
    <section
      role="group"
      className={css['tile']}
      style={style}
      aria-label={t.tile(label, `${info}${linked}`)}
      data-item={item.key}
      data-group={item.id}
      data-selected={items.isSelected(item.key) || undefined}
      data-holds-selected={run.selected > 0 || undefined}
      data-state={run.failed > 0 ? 'failed' : run.running > 0 ? 'running' : undefined}
    >
      <div className={css['title']}>
        <Box aria-hidden />
        <span dir="auto">{items.editing === item.key ? '' : label}</span>
        {count > 1 ? (
          <small className={css['linked']} data-linked={count}>
            <Link2 aria-hidden />
            {count}
          </small>
        ) : null}
      </div>
      <div className={css['facts']} data-missing={missing > 0 || undefined}>
        {missing > 0 ? <TriangleAlert aria-hidden /> : null}
        {info}
      </div>
      {run.taking > 0 && run.finished < run.taking ? (
        <div className={css['progress']} style={{ width: `${(100 * run.finished) / run.taking}%` }} />
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
