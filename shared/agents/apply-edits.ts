import { sortedStoryboard } from '../storyboard/merge.ts';
import type { StoryboardDocument } from '../storyboard/document.ts';
import { validateStoryboard } from '../storyboard/storyboard.ts';
import type { TimelineDocument } from '../timeline/document.ts';
import { validateTimeline } from '../timeline/timeline.ts';
import type { DocumentEdit, DocumentItem, DocumentKindName, ProposedEdit } from './document-edit.ts';

/** Applies edits to storyboards and timelines, which stay as they are: what comes of it is a new document. */

export type AnyDocument = StoryboardDocument | TimelineDocument;

/** A part of a document. Its fields are checked once all edits are made. */
export type Item = Record<string, unknown> & { id: string };

const ITEMS: Readonly<Record<DocumentKindName, readonly DocumentItem[]>> = {
  storyboard: ['scene', 'shot'],
  timeline: ['track', 'clip'],
};

/** Fields that say who a part is and where it stands; `move` changes places. */
const FIXED = new Set(['id', 'order', 'shots', '__proto__', 'constructor', 'prototype']);

/** The lists that hold parts of a kind, each with what it is in. */
function listsOf(document: AnyDocument, item: DocumentItem): { owner: string; list: Item[] }[] {
  if (document.serviceType === 'storyboard') {
    if (item === 'scene') return [{ owner: '', list: document.sequences }];
    if (item !== 'shot') return [];
    return document.sequences.map(({ id, shots }) => ({ owner: id, list: shots as unknown as Item[] }));
  }
  const { tracks, clips } = document.timeline;
  if (item === 'track') return [{ owner: '', list: tracks }];
  return item === 'clip' ? [{ owner: '', list: clips }] : [];
}

interface Found {
  list: Item[];
  index: number;
  item: Item;
}

/** All parts that a reference names: one, unless it is the id of shots of several scenes. */
function findAll(document: AnyDocument, item: DocumentItem, ref: string): Found[] {
  return listsOf(document, item).flatMap(({ owner, list }) =>
    list.flatMap((entry, index) =>
      entry.id === ref || (owner !== '' && `${owner}/${entry.id}` === ref)
        ? [{ list, index, item: entry }]
        : [],
    ),
  );
}

/** The part that a reference names; null where none is, or several are. */
export function findItem(document: AnyDocument, item: DocumentItem, ref: string): Item | null {
  const found = findAll(document, item, ref);
  return found.length === 1 ? (found[0]?.item ?? null) : null;
}

/** Why an edit cannot be made. */
type EditRejection = 'unknown' | 'ambiguous' | 'exists' | 'fixed-field' | 'no-scene' | 'wrong-kind';

function listFor(
  document: AnyDocument,
  { item, in: scene }: Pick<Extract<ProposedEdit, { op: 'add' }>, 'item' | 'in'>,
) {
  const lists = listsOf(document, item);
  if (item !== 'shot') return lists[0]?.list ?? null;
  const named =
    scene === undefined && lists.length === 1 ? lists[0] : lists.find(({ owner }) => owner === scene);
  return named?.list ?? null;
}

function insert(list: Item[], item: Item, after: string | undefined): void {
  const at = after === undefined ? -1 : list.findIndex(({ id }) => id === after || after.endsWith(`/${id}`));
  list.splice(at < 0 ? list.length : at + 1, 0, item);
}

/** Makes one edit on a copy that may be changed. @returns null, or why it was not made */
function applyEdit(document: AnyDocument, edit: ProposedEdit | DocumentEdit): EditRejection | null {
  if (!ITEMS[document.serviceType].includes(edit.item)) return 'wrong-kind';
  const found = findAll(document, edit.item, edit.id);
  if (edit.op === 'add') {
    if (found.length > 0) return 'exists';
    const list = listFor(document, edit);
    if (list === null) return 'no-scene';
    if (Object.keys(edit.fields).some((name) => FIXED.has(name))) return 'fixed-field';
    const empty = edit.item === 'scene' ? { shots: [] } : {};
    insert(list, { ...empty, ...copyJson(edit.fields), id: edit.id }, edit.after);
    return null;
  }
  const [first, ...others] = found;
  if (first === undefined) return 'unknown';
  if (others.length > 0) return 'ambiguous';
  switch (edit.op) {
    case 'set':
      if (FIXED.has(edit.field)) return 'fixed-field';
      if (edit.value === null) delete first.item[edit.field];
      else first.item[edit.field] = copyJson(edit.value);
      return null;
    case 'remove':
      first.list.splice(first.index, 1);
      if (document.serviceType === 'timeline' && edit.item === 'track')
        removeClipsOn(document, first.item.id);
      return null;
    case 'move': {
      const target = edit.in === undefined ? first.list : listFor(document, edit);
      if (target === null) return 'no-scene';
      first.list.splice(first.index, 1);
      insert(target, first.item, edit.after);
      return null;
    }
    default:
      return edit satisfies never;
  }
}

function removeClipsOn({ timeline }: TimelineDocument, trackId: string): void {
  timeline.clips = timeline.clips.filter((clip) => clip.trackId !== trackId);
}

/** Documents and what agents write are JSON. */
function copyJson<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyJson) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, copyJson(entry)])) as Value;
}

/** Scenes and shots play as they are listed. */
function numbered(document: AnyDocument): AnyDocument {
  if (document.serviceType === 'timeline') return document;
  for (const [order, scene] of document.sequences.entries()) {
    scene.order = order;
    for (const [index, shot] of scene.shots.entries()) shot.order = index;
  }
  return document;
}

export interface AppliedEdits {
  /** Null where what came of it is no document that can be. */
  document: AnyDocument | null;
  /** The first thing that is wrong with it, with its place. */
  problem: string | null;
  applied: (ProposedEdit | DocumentEdit)[];
  rejected: { edit: ProposedEdit | DocumentEdit; reason: EditRejection }[];
}

/** @param document with lists in playing order. Edits that cannot be made are left out and named. O(parts · edits) */
export function applyEdits(
  document: AnyDocument,
  edits: readonly (ProposedEdit | DocumentEdit)[],
): AppliedEdits {
  const copy = copyJson(document);
  const applied: AppliedEdits['applied'] = [];
  const rejected: AppliedEdits['rejected'] = [];
  for (const edit of edits) {
    const reason = applyEdit(copy, edit);
    if (reason === null) applied.push(edit);
    else rejected.push({ edit, reason });
  }
  const checked = checkDocument(document.serviceType, numbered(copy));
  return checked.ok
    ? { document: checked.document, problem: null, applied, rejected }
    : { document: null, problem: checked.problem, applied, rejected };
}

/** A document as edits want it: with all defaults, and lists in playing order. */
export function checkDocument(
  kind: DocumentKindName,
  input: unknown,
): { ok: true; document: AnyDocument } | { ok: false; problem: string } {
  const checked = kind === 'storyboard' ? validateStoryboard(input) : validateTimeline(input);
  if (!checked.ok) {
    const [problem] = checked.problems;
    return { ok: false, problem: `${problem?.path ?? ''}: ${problem?.message ?? ''}` };
  }
  const { document } = checked;
  return {
    ok: true,
    document: document.serviceType === 'storyboard' ? sortedStoryboard(document) : document,
  };
}
