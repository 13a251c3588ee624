import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { DEPTH_LIMIT, makeGroup, setItem, type Grouped } from '#shared/groups/index.ts';
import { words } from '#renderer/words/index.ts';
import { union, type XY } from '../geometry.ts';
import { newItemId, snapped } from '../model/editing.ts';
import { itemKey, type ItemBox } from '../scene/canvas-places.ts';
import { NODE_WIDTH } from '../scene/node-layout.ts';
import type { SessionCore } from './session-core.ts';

const t = words.groups;

/** The frame that is all that is selected. */
function onlyFrame({ items, store }: SessionCore): ItemBox | undefined {
  const [item, ...remaining] = items.selected();
  return item?.kind === 'frames' && remaining.length === 0 && store.selectedNodes.size === 0
    ? item
    : undefined;
}

/** Where the tile of a new group stands: where a collapsed frame is, else above the middle of what is grouped. */
function tilePosition(session: SessionCore, nodes: Iterable<string>, frame: ItemBox | undefined): XY | null {
  if (frame?.collapsed) return frame.rect;
  const { items, scene } = session;
  const area = union([
    ...[...nodes].flatMap((id) => scene.box(id) ?? []),
    ...items.selected().map(({ rect }) => rect),
  ]);
  return area && { x: area.x + (area.width - NODE_WIDTH) / 2, y: area.y };
}

/** Makes a group of the selection; of one frame alone a group of what lies in it, in its place. Says why not. */
export function makeGroupOfSelection(session: SessionCore, document: Grouped): void {
  const { items, scene, snapToGrid, store, ui, view } = session;
  const frame = onlyFrame(session);
  const grouped = items.grouped(
    items.selected().map(({ key }) => key),
    store.selectedNodes,
  );
  const keys = grouped.items.map(({ key }) => key).filter((key) => key !== frame?.key);
  const position = tilePosition(session, grouped.nodes, frame);
  if (grouped.nodes.size + keys.length === 0 || !position) return ui.notify(t.selectFirst);
  const original = frame && items.frame(frame.id);
  const title = original?.title || undefined;
  const result = makeGroup(
    document,
    [...grouped.nodes, ...keys],
    {
      groupPath: store.navigation.groupPath,
      position: snapped(position, snapToGrid),
      ...(title !== undefined && { title }),
    },
    { newId: newItemId, catalog: session.catalog },
  );
  if (result === null || result === DEPTH_LIMIT)
    return ui.notify(result === null ? t.selectFirst : t.depthLimit);
  const canvas: CanvasOperation[] = [...result.canvas];
  if (frame) canvas.push(setItem('frames', frame.id, null));
  if (original?.color !== undefined)
    canvas.push({
      op: 'setCanvasField',
      kind: 'groups',
      id: result.group,
      field: 'color',
      value: original.color,
    });
  if (!session.apply(t.makeStep, [], { canvas })) return;
  const key = itemKey('instances', result.instance);
  items.select([key]);
  const rect = scene.tiles.all().get(key)?.rect;
  if (rect) view.bringIn(rect);
  if (title === undefined) items.edit(key);
}
