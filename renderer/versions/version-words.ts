import type { EditableInputValue } from '#shared/api/index.ts';
import type { ProjectVersion, VersionKind, VersionReason } from '#shared/desk/index.ts';
import type { ChangeCounts, FieldChange, NodeChange } from '#shared/graph/compare.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { quote, words as texts } from '#renderer/words/index.ts';
import type { GraphWords } from './ports.ts';

const t = texts.versions.versionWords;

/** What versions and their differences are called. Pure. */

export const reasonWords: Record<VersionReason, string> = {
  saved: t.saved,
  elsewhere: t.changed,
  opened: t.asOpen,
  merge: t.yoursBeforeMerge,
  imported: t.imported,
  found: t.asFound,
  before: t.beforeStep,
};

export const reasonHints: Record<VersionReason, string> = {
  saved: t.youComputer,
  elsewhere: t.somebodyElseSavedYou,
  opened: t.projectWhen,
  merge: t.yourSideUnsavedChanges,
  imported: t.broughtFromFile,
  found: t.foundHint,
  before: t.beforeStepHint,
};

export const kindNames: Record<VersionKind, string> = t.kinds;

/** What a version is called: its name, else what was done up to it, else why it was saved. */
export function versionTitle(version: ProjectVersion): string {
  if (version.name !== null) return version.name;
  const steps = version.kind === 'graph' ? [] : (version.steps ?? []);
  return steps.length === 0 ? reasonWords[version.reason] : t.steps([...new Set(steps)]);
}

/** What is in a version, as `4 clips · 12 s`. */
export function contentsLabel(version: ProjectVersion): string {
  switch (version.kind) {
    case 'graph':
      return texts.counts.nodes(version.nodeCount);
    case 'storyboard':
      return `${texts.counts.shots(version.sketch.shots)} · ${formatSeconds(version.sketch.seconds)}`;
    case 'timeline':
      return `${texts.counts.clips(version.sketch.clips)} · ${formatSeconds(version.sketch.seconds)}`;
    default:
      return assertNever(version);
  }
}

/** What a version changed; null where that is not known. */
export const differenceLabel = (version: ProjectVersion): string | null =>
  version.kind === 'graph' ? changesLabel(version.changes) : null;

/** `2 added, 1 changed`; null when nothing is known. Moves are told only when there is nothing else. */
export function changesLabel(counts: ChangeCounts | null): string | null {
  if (!counts) return null;
  const { added, removed, changed, moved, wires } = counts;
  const segments = [
    added > 0 ? t.added(added) : '',
    removed > 0 ? t.removed(removed) : '',
    changed > 0 ? t.changed2(changed) : '',
    wires > 0 ? texts.counts.wires(wires) : '',
    moved > 0 ? t.move(moved) : '',
  ].filter(Boolean);
  return segments.length === 0 ? t.noDifference : segments.join(', ');
}

export const kindWords: Record<NodeChange['kind'], string> = {
  added: t.kindAdded,
  removed: t.kindRemoved,
  changed: t.kindChanged,
  moved: t.kindRelocated,
};

/** Shown beside the color, so that nobody needs the color. */
export const kindSigns: Record<NodeChange['kind'], string> = {
  added: '+',
  removed: '−',
  changed: '≠',
  moved: '↔',
};

const FILE_TYPES: ReadonlySet<string> = new Set(['file', 'image', 'video', 'audio']);

/** The file a value names; null for any other value. */
export function fileOf(value: EditableInputValue | undefined): string | null {
  if (!value || !FILE_TYPES.has(value.type ?? '')) return null;
  const inner: unknown = value.value ?? value['fileId'];
  if (typeof inner === 'string') return inner === '' ? null : inner;
  if (typeof inner === 'object' && inner !== null && 'fileId' in inner) {
    return typeof inner.fileId === 'string' ? inner.fileId : null;
  }
  return null;
}

const MAX_LENGTH = 120;
const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

function valueLabel(value: EditableInputValue | undefined, words: GraphWords): string {
  if (value === undefined) return t.notSet;
  const file = fileOf(value);
  if (file !== null) return words.fileName(file);
  const inner = value.value;
  if (inner === null || inner === undefined) return t.emptyValue;
  if (inner === '') return t.emptyText;
  if (typeof inner === 'string') return quote(cut(inner));
  if (typeof inner === 'boolean') return inner ? t.on : t.disabled;
  if (typeof inner === 'number') return String(inner);
  return cut(JSON.stringify(inner));
}

const positionLabel = (position: GraphNode['position']): string =>
  position ? `${Math.round(position.x)}, ${Math.round(position.y)}` : t.noPosition;

export interface FieldLabel {
  label: string;
  before: string;
  after: string;
}

/** One changed field: what it is called, and both values. @param type of the node, for the names of its inputs. */
export function fieldLabel(change: FieldChange, type: string, words: GraphWords): FieldLabel {
  switch (change.field) {
    case 'title':
      return {
        label: t.title,
        before: change.before ? quote(cut(change.before)) : t.untitled,
        after: change.after ? quote(cut(change.after)) : t.untitled,
      };
    case 'type':
      return { label: t.type, before: words.typeName(change.before), after: words.typeName(change.after) };
    case 'position':
      return {
        label: t.position,
        before: positionLabel(change.before),
        after: positionLabel(change.after),
      };
    case 'input':
      return {
        label: words.inputLabel(type, change.input),
        before: valueLabel(change.before, words),
        after: valueLabel(change.after, words),
      };
    default:
      return assertNever(change);
  }
}
