import { memo, useCallback, useSyncExternalStore, type CSSProperties, type ReactElement } from 'react';
import { words } from '#renderer/words/index.ts';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { pinToken } from '#renderer/fields/pin-token.ts';
import type { FrameTile, TilePin } from '../../scene/frame-tiles.ts';
import { useEditor } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { tileIdOf } from '../../scene/canvas-places.ts';
import { Plane } from './canvas-items.tsx';
import { EdgeTile, GroupTile } from './group-tiles.tsx';
import css from './frame-tiles.module.css';

/** Collapsed frames and groups: above wires and beneath nodes, as nodes are. Without any it costs nothing. */
export function FrameTiles({ session }: { session: EditorSession }): ReactElement | null {
  useSyncExternalStore(session.items.subscribe, session.items.revision);
  const tiles = session.scene.tiles.all();
  const edges = session.scene.tiles.edges();
  if (tiles.size + edges.length === 0) return null;
  return (
    <div className={css['clip']}>
      <Plane session={session} className={css['plane']}>
        {session.items.all().map((item) => {
          const tile = item.collapsed && tiles.get(tileIdOf(item));
          if (tile && tile.kind === 'group')
            return <GroupTile key={item.key} session={session} tile={tile} item={item} />;
          return tile ? (
            <Tile
              key={item.key}
              tile={tile}
              itemKey={item.key}
              label={session.items.labelOf(item)}
              color={session.items.frame(item.id)?.color}
              isSelected={session.items.isSelected(item.key)}
            />
          ) : null;
        })}
        {edges.map((tile) => (
          <EdgeTile key={tile.id} session={session} tile={tile} />
        ))}
      </Plane>
    </div>
  );
}

interface TileProps {
  tile: FrameTile;
  itemKey: string;
  label: string;
  color: string | undefined;
  isSelected: boolean;
}

/** How many of the nodes within run or have failed, and whether one is selected; as one text, so that equal ones are. */
function useNodeCounts(nodes: ReadonlySet<string>): {
  running: number;
  failed: number;
  containsSelected: boolean;
} {
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
    let [running, failed, selected] = [0, 0, 0];
    for (const id of nodes) {
      const phase = runTable.get(id)?.phase;
      if (phase === 'running') running += 1;
      if (phase === 'failed') failed += 1;
      if (session.store.isSelected(id)) selected += 1;
    }
    return `${running} ${failed} ${selected}`;
  });
  const [running = 0, failed = 0, selected = 0] = text.split(' ').map(Number);
  return { running, failed, containsSelected: selected > 0 };
}

const Tile = memo(function Tile({ tile, itemKey, label, color, isSelected }: TileProps): ReactElement {
  const { running, failed, containsSelected } = useNodeCounts(tile.nodes);
  const { holds, running: runningWords, failed: failedWords, collapsed } = words.frames;
  const labels = [
    holds(tile.nodes.size),
    ...(running > 0 ? [runningWords(running)] : []),
    ...(failed > 0 ? [failedWords(failed)] : []),
  ].join(' · ');
  const { x, y, width, height } = tile.rect;
  const style: CSSProperties & Record<'--item', string> = {
    transform: `translate(${x}px, ${y}px)`,
    width,
    height,
    '--item': color ?? 'var(--text-3)',
  };
  return (
    <section
      className={css['tile']}
      style={style}
      aria-label={collapsed(label, labels)}
      data-item={itemKey}
      data-collapsed
      data-selected={isSelected || undefined}
      data-holds-selected={containsSelected || undefined}
      data-state={failed > 0 ? 'failed' : running > 0 ? 'running' : undefined}
    >
      <div className={css['title']} dir="auto">
        {label}
      </div>
      <div className={css['facts']}>{labels}</div>
      {[...tile.inputs, ...tile.outputs].map((pin) => (
        <OuterPin key={`${pin.side} ${pin.nodeId} ${pin.pin}`} pin={pin} />
      ))}
    </section>
  );
});

/** A pin that leads out, with what it is called within. */
function OuterPin({ pin: { nodeId, pin, side, at } }: { pin: TilePin }): ReactElement {
  const { session } = useEditor();
  const base = session.scene.pinBase(nodeId, pin, side);
  const isWired =
    side === 'input'
      ? session.store.incoming(nodeId, pin) !== undefined
      : session.store.wiresOf(nodeId).some(({ from }) => from[0] === nodeId && from[1] === pin);
  const name = words.frames.pin(session.pinLabel(nodeId, pin, side), session.titleOf(nodeId));
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
    </span>
  );
}
