import { MAX_METADATA_BYTES } from '../api/schemas/counts.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { GROUPS_KEY, readGroups, storedGroups } from './group-items.ts';
import { CANVAS_KEY, CANVAS_VERSION, CanvasItems, emptyCanvas, canvasOnly } from './items.ts';

/** Canvas items in the metadata of a project. */

type ParsedCanvas =
  | {
      ok: true;
      items: CanvasItems;
      /** Why groups, or parts of them, cannot be read, a sentence; null when they can. */
      groupsProblem: string | null;
      /** Groups stay as they are: changes of them cannot be written. */
      areGroupsLocked: boolean;
    }
  /** They stay as they are and nothing may be written. */
  | { ok: false; reason: string };

/** Reads the canvas items of a project; damaged ones and those of a later version give a sentence for people. */
export function readCanvas(metadata: Readonly<Record<string, unknown>>): ParsedCanvas {
  const stored = Object.hasOwn(metadata, CANVAS_KEY) ? metadata[CANVAS_KEY] : emptyCanvas();
  const parsed = CanvasItems.safeParse(stored);
  if (parsed.success) {
    // A version of a project, or a file of it, has all in one.
    if (!Object.hasOwn(metadata, GROUPS_KEY))
      return { ok: true, items: parsed.data, groupsProblem: null, areGroupsLocked: false };
    const groups = readGroups(metadata);
    return {
      ok: true,
      items: { ...parsed.data, ...groups.items },
      groupsProblem: groups.problem,
      areGroupsLocked: groups.isLocked,
    };
  }
  const version = typeof stored === 'object' && stored !== null && 'version' in stored ? stored.version : 0;
  const reason =
    typeof version === 'number' && version > CANVAS_VERSION
      ? 'Frames, notes, muted and frozen nodes of this project were made by a later Patchbay. They are left as they are, and a run takes no account of them; update Patchbay to use and change them.'
      : 'Frames, notes, muted and frozen nodes of this project cannot be read. They are left as they are, and a run takes no account of them; restore an earlier version from History.';
  return { ok: false, reason };
}

/** Metadata of a project as the service holds it, and the canvas items in it. */
export interface SavedCanvas {
  metadata: Readonly<Record<string, unknown>>;
  items: CanvasItems;
  /** Why the items cannot be read or changed, a sentence; null when they can. */
  problem: string | null;
  /** Why groups, or parts of them, cannot be read, a sentence; null when they can. */
  groupsProblem?: string | null | undefined;
  /** Groups stay as they are: changes of them cannot be written. */
  areGroupsLocked?: boolean | undefined;
}

/** Reads metadata once. @param before what was read last: it is given back when nothing differs. */
export function savedCanvas(
  metadata: Readonly<Record<string, unknown>>,
  before: SavedCanvas | null = null,
): SavedCanvas {
  if (before && jsonEqual(before.metadata, metadata)) return before;
  const parsed = readCanvas(metadata);
  if (!parsed.ok) return { metadata, items: emptyCanvas(), problem: parsed.reason };
  const { items, groupsProblem, areGroupsLocked } = parsed;
  return {
    metadata,
    items,
    problem: null,
    ...(groupsProblem !== null && { groupsProblem }),
    ...(areGroupsLocked && { areGroupsLocked }),
  };
}

/** Metadata with these items under their keys; groups that cannot be read stay as they are. */
export function canvasMetadata(
  items: CanvasItems,
  metadata: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const groups = storedGroups(metadata, items);
  return { ...metadata, [CANVAS_KEY]: canvasOnly(items), ...(groups && { [GROUPS_KEY]: groups }) };
}

/** The same metadata with other items. */
export const withItems = (saved: SavedCanvas, items: CanvasItems): SavedCanvas =>
  items === saved.items ? saved : { ...saved, items, metadata: canvasMetadata(items, saved.metadata) };

/** A project without metadata. */
export const noCanvas: SavedCanvas = Object.freeze(savedCanvas({}));

type WrittenCanvas = { ok: true; metadata: Record<string, unknown> } | { ok: false; reason: string };

/**
 * The whole metadata with these items in it, other keys untouched. Refuses over what cannot be read, and what is
 * larger than the service takes.
 */
export function writeCanvas(metadata: Readonly<Record<string, unknown>>, items: CanvasItems): WrittenCanvas {
  const before = readCanvas(metadata);
  if (!before.ok) return before;
  const raw = canvasMetadata(items, metadata);
  const text = JSON.stringify(raw);
  if (new TextEncoder().encodeInto(text, new Uint8Array(MAX_METADATA_BYTES)).read === text.length) {
    return { ok: true, metadata: raw };
  }
  const reason =
    'Frames, notes and groups of this project take more room than a project has. Your change is kept here; shorten notes or delete some to save it.';
  return { ok: false, reason };
}
