import { canvasItem, type Fields } from '#shared/canvas/operations.ts';
import { ITEM_SCHEMAS, type CanvasItems, type CanvasKind } from '#shared/canvas/items.ts';
import { deletedBy, type ClashOf, type Side } from '#shared/documents/clash.ts';
import { inSentence, quote, words } from '#renderer/words/index.ts';

const t = words.editorPanels.canvasClash;

/** Words for a canvas item that two people changed. */

type CanvasClash = ClashOf<'canvas', CanvasKind>;

const kindLabels: Record<CanvasKind, string> = {
  frames: t.frame,
  notes: t.note,
  lines: t.line,
  nodes: t.appearanceNode,
  reroutes: t.routeWire,
  bookmarks: t.bookmark,
  groups: words.groups.group,
  pins: t.pinGroup,
  instances: words.groups.group,
  members: t.groupNode,
};

const MAX_NAME_LENGTH = 40;

const shortened = (text: string): string =>
  text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text;

function nameOf(item: Fields | null): string {
  const text = item?.['title'] ?? item?.['text'];
  return typeof text === 'string' && text.trim() !== '' ? ` ${quote(shortened(text.trim()))}` : '';
}

/** What the question is about. */
export function canvasClashLabel(items: CanvasItems, clash: CanvasClash): string {
  const item = `${kindLabels[clash.kind]}${nameOf(canvasItem(items, clash.kind, clash.id))}`;
  if (clash.field !== null) return `${clash.field[0]?.toUpperCase()}${clash.field.slice(1)} of ${item}`;
  return deletedBy(clash) === 'mine' ? t.youDeleted(item) : t.theyDeleted(item);
}

/** What a state is in words; null for what is no state. */
function stateOf({ kind, field }: CanvasClash, value: unknown): string | null {
  const isSet = value !== undefined && value !== false;
  if (field === 'collapsed' && kind === 'frames') {
    const content = ITEM_SCHEMAS.frames.shape.collapsed.safeParse(value);
    const nodes = content.data?.nodes.length ?? 0;
    return content.data ? t.singleTile(inSentence(words.frames.holds(nodes))) : t.expanded;
  }
  if (field === 'collapsed') return isSet ? t.onlyConnectedChanged : t.allInputs;
  if (field === 'frozen') return isSet ? t.frozenResult : t.notFrozen;
  if (field === 'muted' || field === 'locked')
    return isSet ? t.switches[field] : t.noLabel(t.switches[field]);
  if (field === 'arrow') return isSet ? t.arrow : t.line2;
  return null;
}

/** One side of the question. */
export function canvasClashValue(clash: CanvasClash, side: Side): string {
  const value = clash[side];
  if (clash.field === null) {
    if (value === null) return t.deleted;
    return deletedBy(clash) === 'mine' ? t.remoteChangeWins : t.localChangeWins;
  }
  const state = stateOf(clash, value);
  if (state !== null) return state;
  if (value === undefined || value === '') return 'empty';
  return typeof value === 'string' ? shortened(value) : JSON.stringify(value);
}
