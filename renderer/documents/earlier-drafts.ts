import { applyChanges, type DocumentChanges } from '#shared/document/changes.ts';
import type { Kind } from '#shared/documents/kind.ts';
import type { ReplacingEdit } from '#shared/documents/replacing-kind.ts';
import type { OpenRequest, SavedTypes } from '#shared/documents/saving-kind.ts';
import type { DocumentDraft } from '#shared/desk/index.ts';
import { FOUND_STEP } from './found-step.ts';

/** What versions up to 0.3 left unsaved, each window in a draft of its own: it becomes edits in the journal. */
export interface DraftEdits<D> {
  edits: ReplacingEdit<D>[];
  /** The request that was out. */
  unsettled: Pick<OpenRequest<SavedTypes>, 'key' | 'expectedVersion' | 'entryIds'> | null;
  /** Windows whose drafts are in the edits, or were in the journal before. */
  windows: string[];
  /** Windows whose drafts cannot be read; they stay where they are. */
  unreadable: string[];
}

type DraftKind<D> = Pick<Kind<D, never>, 'check' | 'merge' | 'reuse'>;

const idOf = (window: string, phase: 'sent' | 'edited'): string => `draft ${phase} ${window}`.slice(0, 80);

/** @param journaled what is in the journal already. */
export function editsOfDrafts<D>(
  kind: DraftKind<D>,
  drafts: readonly DocumentDraft[],
  journaled: readonly ReplacingEdit<D>[],
): DraftEdits<D> {
  const found: DraftEdits<D> = { edits: [], unsettled: null, windows: [], unreadable: [] };
  for (const draft of drafts) {
    const { window, baseVersion: version, sent } = draft;
    const document = changed(draft, draft.changes);
    const [before, after] = [kind.check(draft.base), kind.check(document)];
    if (document === undefined || !before.ok || !after.ok) {
      found.unreadable.push(window);
      continue;
    }
    found.windows.push(window);
    const ids = [idOf(window, 'sent'), idOf(window, 'edited')];
    // Killed before the draft was taken away.
    if (journaled.some(({ id }) => ids.includes(id))) continue;
    const base = before.document;
    const isFirst = journaled.length + found.edits.length === 0;
    const request = isFirst && sent.length === 1 ? requestOf(kind, draft, base) : null;
    const middle = request?.after ?? base;
    const common = { steps: [FOUND_STEP], version, journaled: false };
    if (request) {
      const entry = {
        ...common,
        id: idOf(window, 'sent'),
        before: base,
        after: request.after,
        raw: request.raw,
      };
      found.edits.push(entry);
      found.unsettled = {
        key: request.key,
        expectedVersion: request.expectedVersion,
        entryIds: [entry.id],
      };
    }
    const edited = kind.reuse(middle, after.document);
    if (edited !== middle)
      found.edits.push({ ...common, id: idOf(window, 'edited'), before: middle, after: edited });
  }
  return found;
}

/** The one request that was out; null where it cannot be read, or stood on something else. */
function requestOf<D>(kind: DraftKind<D>, draft: DocumentDraft, base: D) {
  const [request] = draft.sent;
  if (request === undefined || request.before !== null) return null;
  const raw = changed(draft, request.changes);
  const checked = kind.check(raw);
  if (raw === undefined || !checked.ok) return null;
  const { key, expectedVersion } = request;
  // What the check fills in is missing perhaps, and nothing else.
  return { key, expectedVersion, after: kind.reuse(base, checked.document), raw: raw as D };
}

/** @returns undefined where the changes do not fit. */
function changed({ base }: DocumentDraft, changes: unknown): unknown {
  try {
    // What a page wrote with `changesBetween`; what does not fit is refused by the check.
    return applyChanges(base, changes as DocumentChanges | null);
  } catch {
    return undefined;
  }
}
