import { joinKey } from '../language/join-key.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { applyEdits, checkDocument, findItem, type AnyDocument, type Item } from './apply-edits.ts';
import type { DocumentEdit, DocumentItem, DocumentKindName, ProposedEdit } from './document-edit.ts';

/** A proposal for a storyboard or timeline that goes on changing: what is open of it, in parts that are accepted one by one. */

interface ProposedDocument {
  operations: readonly DocumentEdit[];
  /** Keys of edits that were accepted or dismissed. */
  accepted: readonly string[];
  dismissed: readonly string[];
}

export interface FieldChange {
  field: string;
  /** As it is now; undefined where nothing is. */
  before: unknown;
  after: unknown;
  /** Whether a person changed it too, to something else. */
  clashes: boolean;
}

/** What is proposed for one scene, shot, track or clip. */
export interface ProposalEntry {
  key: string;
  item: DocumentItem;
  id: string;
  kind: 'added' | 'removed' | 'changed';
  /** As it is, or as it would be. */
  content: Item;
  fields: FieldChange[];
  /** Whether it would stand elsewhere. */
  moves: boolean;
  edits: DocumentEdit[];
  /** Parts that have to come first. */
  needs: string[];
}

export interface OpenDocumentProposal {
  entries: ProposalEntry[];
  /** How many edits are about what is not there any more. */
  dropped: number;
}

/** One name for what an edit does; a proposal has at most one edit of each. */
const editKey = (edit: ProposedEdit | DocumentEdit): string =>
  joinKey(edit.op, edit.item, edit.id, edit.op === 'set' ? edit.field : '');

const entryKey = ({ item, id }: { item: DocumentItem; id: string }): string => joinKey(item, id);

/** What is open of a proposal, over the document as it is now. */
export function openDocumentProposal(
  { operations, accepted, dismissed }: ProposedDocument,
  current: AnyDocument,
): OpenDocumentProposal {
  const settled = new Set([...accepted, ...dismissed]);
  const open = operations.filter((edit) => !settled.has(editKey(edit)));
  const groups = Map.groupBy(open, entryKey);
  const added = new Set(open.flatMap((edit) => (edit.op === 'add' ? [entryKey(edit)] : [])));
  const entries: ProposalEntry[] = [];
  let dropped = 0;
  for (const [key, edits] of groups) {
    const entry = entryOf(key, edits, current, added);
    if (entry === 'dropped') dropped += edits.length;
    else if (entry !== null) entries.push(entry);
  }
  return { entries, dropped };
}

/** @returns null where nothing is left to do */
function entryOf(
  key: string,
  edits: DocumentEdit[],
  current: AnyDocument,
  added: ReadonlySet<string>,
): ProposalEntry | 'dropped' | null {
  const [first] = edits;
  if (first === undefined) return null;
  const { item, id } = first;
  const existing = findItem(current, item, id);
  const addition = edits.find((edit) => edit.op === 'add');
  const base = { key, item, id, edits, needs: needsOf(edits, added), fields: [], moves: false };
  if (addition !== undefined && existing === null) {
    const isHomeless = ownersOf(addition).some(
      (owner) => !added.has(entryKey(owner)) && !findItem(current, owner.item, owner.id),
    );
    if (isHomeless) return 'dropped';
    const sets = edits.flatMap((edit) => (edit.op === 'set' ? [[edit.field, edit.value] as const] : []));
    const content: Item = { ...addition.fields, ...Object.fromEntries(sets), id };
    const fields = Object.entries(content)
      .filter(([field]) => field !== 'id')
      .map(([field, after]) => ({ field, before: undefined, after, clashes: false }));
    return { ...base, kind: 'added', content, fields };
  }
  if (edits.some(({ op }) => op === 'remove'))
    return existing === null ? null : { ...base, kind: 'removed', content: existing };
  if (existing === null) return 'dropped';
  const fields = edits.flatMap((edit): FieldChange[] => {
    if (edit.op !== 'set') return [];
    const [before, after] = [existing[edit.field], edit.value ?? undefined];
    if (jsonEqual(before, after)) return [];
    return [{ field: edit.field, before, after, clashes: !jsonEqual(before ?? null, edit.before ?? null) }];
  });
  const moves = edits.some(({ op }) => op === 'move');
  return fields.length === 0 && !moves
    ? null
    : { ...base, kind: 'changed', content: existing, fields, moves };
}

/** The scene or track that something comes into. */
function ownersOf(edit: DocumentEdit): { item: 'scene' | 'track'; id: string }[] {
  if ((edit.op === 'add' || edit.op === 'move') && edit.in !== undefined)
    return [{ item: 'scene', id: edit.in }];
  const track =
    edit.op === 'add'
      ? edit.fields['trackId']
      : edit.op === 'set' && edit.field === 'trackId'
        ? edit.value
        : null;
  return typeof track === 'string' ? [{ item: 'track', id: track }] : [];
}

/** Added scenes and tracks that a part comes into. */
const needsOf = (edits: readonly DocumentEdit[], added: ReadonlySet<string>): string[] =>
  [...new Set(edits.flatMap(ownersOf).map(entryKey))].filter((owner) => added.has(owner));

/**
 * Accepts parts, with what they need.
 * @returns the document to make of `current`, null where it would be none that can be, and the keys that are settled by it
 */
export function acceptEntries(
  open: OpenDocumentProposal,
  keys: readonly string[],
  current: AnyDocument,
): { document: AnyDocument | null; keys: string[] } {
  const selected = new Set(keys);
  // A Set is walked in insertion order, including what is added on the way.
  for (const key of selected)
    for (const need of open.entries.find((entry) => entry.key === key)?.needs ?? []) selected.add(need);
  const edits = open.entries
    .filter(({ key }) => selected.has(key))
    .flatMap((entry) => entry.edits)
    // Scenes and tracks before what comes into them, and what goes last.
    .toSorted((a, b) => rank(a) - rank(b));
  const { document, applied } = applyEdits(current, edits);
  return { document, keys: applied.map(editKey) };
}

const rank = ({ op, item }: DocumentEdit): number =>
  op === 'add' ? (item === 'scene' || item === 'track' ? 0 : 1) : op === 'remove' ? 3 : 2;

/** Keys of all edits of parts, to dismiss them. */
export const entryKeys = (entries: readonly ProposalEntry[]): string[] =>
  entries.flatMap(({ edits }) => edits.map(editKey));

/** Whether anything is left to decide. */
export const isDecided = (proposal: ProposedDocument, current: AnyDocument): boolean =>
  openDocumentProposal(proposal, current).entries.length === 0;

/** A document that cannot be edited. The message says which edit it is and what to do next. */
export class EditError extends Error {
  override name = 'EditError';
}

const REASONS = {
  unknown: 'There is nothing of this id. It may have been deleted. Read the document again.',
  ambiguous: 'Several scenes have a shot of this id. Write it as scene/shot.',
  exists: 'There is one of this id already. Give another id.',
  'fixed-field': 'id, order and shots are not fields that can be set. Use move to change the sequence.',
  'no-scene': 'Say with "in" which scene it comes into, by the id of a scene that is there.',
  'wrong-kind':
    'This document has no such item. A storyboard has scenes and shots, a timeline tracks and clips.',
} as const;

/**
 * Reads an agent's edits. What it adds gets ids that no document has yet.
 * @param random a word that no other proposal has. @returns edits that all apply, at most one a field
 * @throws EditError with the number of the first edit that cannot be, and why
 */
export function buildDocumentProposal(
  kind: DocumentKindName,
  input: unknown,
  edits: readonly ProposedEdit[],
  random: string,
): DocumentEdit[] {
  const checked = checkDocument(kind, input);
  if (!checked.ok) throw new EditError(`The ${kind} has problems and cannot be edited: ${checked.problem}`);
  const { document } = checked;
  const ids = new Map<string, string>();
  const named = (item: DocumentItem, id: string): string => ids.get(joinKey(item, id)) ?? id;
  const resolved = edits.map((edit): ProposedEdit => {
    if (edit.op === 'add')
      ids.set(joinKey(edit.item, edit.id), `${edit.id.slice(0, 80)}-${random}-${ids.size + 1}`);
    return renamed(edit, named);
  });
  const { problem, rejected, document: result } = applyEdits(document, resolved);
  const [first] = rejected;
  if (first !== undefined) {
    const number = resolved.indexOf(first.edit) + 1;
    throw new EditError(`Edit ${number} (${first.edit.op} ${first.edit.item}): ${REASONS[first.reason]}`);
  }
  if (result === null) throw new EditError(`${problem ?? ''} Correct the edit of it.`);
  const last = new Map(resolved.map((edit) => [editKey(edit), edit]));
  return [...last.values()].flatMap((edit): DocumentEdit[] => {
    if (edit.op !== 'set') return [edit];
    const before = findItem(document, edit.item, edit.id)?.[edit.field];
    return jsonEqual(before, edit.value ?? undefined) ? [] : [{ ...edit, before: before ?? null }];
  });
}

/** An edit with the ids that added parts have in the document. */
function renamed(edit: ProposedEdit, named: (item: DocumentItem, id: string) => string): ProposedEdit {
  const id = named(edit.item, edit.id);
  switch (edit.op) {
    case 'add':
    case 'move': {
      const position = {
        ...(edit.in === undefined ? {} : { in: named('scene', edit.in) }),
        ...(edit.after === undefined ? {} : { after: named(edit.item, edit.after) }),
      };
      if (edit.op === 'move') return { ...edit, id, ...position };
      const { trackId } = edit.fields;
      const fields =
        typeof trackId === 'string' ? { ...edit.fields, trackId: named('track', trackId) } : edit.fields;
      return { ...edit, id, ...position, fields };
    }
    case 'set': {
      const { field, value } = edit;
      return {
        ...edit,
        id,
        value: field === 'trackId' && typeof value === 'string' ? named('track', value) : value,
      };
    }
    case 'remove':
      return { ...edit, id };
    default:
      return edit satisfies never;
  }
}
