import { applyChanges, type DocumentChanges } from '#shared/document/changes.ts';
import type { Clash } from '#shared/document/merge.ts';
import { MAX_PROBLEMS, type DocumentProblem } from '#shared/document/problems.ts';
import { reuseJson } from '#shared/document/same.ts';
import type { DocumentDraft } from '#shared/desk/index.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentPorts } from './document-ports.ts';

/** A document as it was read, with what was left unsaved of it here. */
export interface OpenedDocument<D> {
  version: number;
  /** As the service has it. */
  base: D;
  document: D;
  clashes: Clash[];
  /** Windows whose drafts are in it. */
  windows: string[];
  /** Windows whose drafts cannot be read; they stay on the disk. */
  unreadable: string[];
  isRemembered: boolean;
}

/** The document at the service is none that can be shown. */
export class UnsoundDocument extends Error {
  readonly problems: readonly DocumentProblem[];
  constructor(problems: readonly DocumentProblem[]) {
    super(`The document has ${problems.length} problems, of at most ${MAX_PROBLEMS} that are looked for.`);
    this.problems = problems;
  }
}

/**
 * Reads a document, and takes up what was left unsaved of it on this computer.
 * @throws UnsoundDocument, ApiError
 */
export async function readDocument<D>(
  kind: DocumentKind<D>,
  ports: DocumentPorts,
): Promise<OpenedDocument<D>> {
  const { version, document, isRemembered } = await kind.read(ports.api, ports.projectId, true);
  const checked = kind.check(document);
  if (!checked.ok) throw new UnsoundDocument(checked.problems);
  const base = checked.document;
  const drafts = await ports.drafts.claim().catch(() => []);
  return { version, base, isRemembered, ...mergeDrafts(kind, drafts, base, base) };
}

/**
 * What windows left that are there no more, merged into the document as it is here. What cannot be read stays where it is.
 * @param base what the service has.
 */
export function mergeDrafts<D>(
  kind: DocumentKind<D>,
  drafts: readonly DocumentDraft[],
  base: D,
  document: D,
): Pick<OpenedDocument<D>, 'document' | 'clashes' | 'windows' | 'unreadable'> {
  const result = {
    document,
    clashes: [] as Clash[],
    windows: [] as string[],
    unreadable: [] as string[],
  };
  for (const draft of drafts) {
    const states = statesOf(kind, draft, base);
    if (!states) {
      result.unreadable.push(draft.window);
      continue;
    }
    const merged = kind.merge(states.base, states.changed, result.document);
    result.document = merged.document;
    result.clashes.push(...merged.clashes);
    result.windows.push(draft.window);
  }
  return result;
}

/** The document before and after the changes of a draft; null for one that cannot be read. */
function statesOf<D>(kind: DocumentKind<D>, draft: DocumentDraft, now: D): { base: D; changed: D } | null {
  try {
    // What a page wrote with `changesBetween`; what does not fit is refused by the checks.
    const changes = draft.changes as DocumentChanges | null;
    const [before, after] = [kind.check(draft.base), kind.check(applyChanges(draft.base, changes))];
    if (!before.ok || !after.ok) return null;
    const base = reuseJson(now, before.document);
    return { base, changed: reuseJson(base, after.document) };
  } catch {
    return null;
  }
}
