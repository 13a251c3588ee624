import { applyChanges, type DocumentChanges } from '#shared/document/changes.ts';
import type { ClashOf } from '#shared/documents/clash.ts';
import { MAX_PROBLEMS, type DocumentProblem } from '#shared/document/problems.ts';
import { reuseJson } from '#shared/document/same.ts';
import type { DocumentDraft } from '#shared/desk/index.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentPorts } from './document-ports.ts';
import {
  asUnknown,
  claimDrafts,
  hasRequest,
  withRequests,
  type FoundDraft,
  type SentRequest,
} from './sent-requests.ts';

/** A document as it was read, with what was left unsaved of it here. */
export interface OpenedDocument<D> {
  version: number;
  /** As the service has it. */
  base: D;
  document: D;
  clashes: ClashOf<'document'>[];
  /** Windows whose drafts are in it. */
  windows: string[];
  /** Windows whose drafts cannot be read; they stay on the disk. */
  unreadable: string[];
  /** Requests of theirs of which nobody knows yet whether the service took them. */
  doubtful: SentRequest<D>[];
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
  const before = await readChecked(kind, ports);
  const claimed = await claimDrafts(kind, ports, before.isRemembered);
  // What the service has taken only now was not read.
  const isTaken = claimed.some(({ taken }) => taken.length > 0);
  const read = isTaken ? await readChecked(kind, ports) : before;
  if (!read.isRemembered) return { ...read, ...mergeDrafts(kind, claimed, read.base, read.base) };
  const drafts = asUnknown(claimed);
  const known = newestOf(kind, read, drafts);
  return { ...known, ...mergeDrafts(kind, drafts, known.base, known.base) };
}

type ReadBase<D> = Pick<OpenedDocument<D>, 'version' | 'base' | 'isRemembered'>;

/**
 * What is remembered, or what a draft began with where that is newer: what its window took away of it would come back with the
 * service otherwise.
 */
function newestOf<D>(
  kind: DocumentKind<D>,
  read: ReadBase<D>,
  drafts: readonly FoundDraft<D>[],
): ReadBase<D> {
  return drafts.reduce((newest, { draft }) => {
    if (draft.baseVersion <= newest.version) return newest;
    const checked = kind.check(draft.base);
    return checked.ok ? { ...newest, version: draft.baseVersion, base: checked.document } : newest;
  }, read);
}

async function readChecked<D>(kind: DocumentKind<D>, ports: DocumentPorts): Promise<ReadBase<D>> {
  const { version, document, isRemembered } = await kind.read(ports.api, ports.projectId, true);
  const checked = kind.check(document);
  if (!checked.ok) throw new UnsoundDocument(checked.problems);
  return { version, base: checked.document, isRemembered };
}

/**
 * What windows left that are there no more, merged into the document as it is here. What cannot be read stays where it is.
 * @param base what the service has.
 */
export function mergeDrafts<D>(
  kind: DocumentKind<D>,
  drafts: readonly FoundDraft<D>[],
  base: D,
  document: D,
): Pick<OpenedDocument<D>, 'document' | 'clashes' | 'windows' | 'unreadable' | 'doubtful'> {
  const result = {
    document,
    clashes: [] as ClashOf<'document'>[],
    windows: [] as string[],
    unreadable: [] as string[],
    doubtful: [] as SentRequest<D>[],
  };
  for (const found of drafts) {
    const { draft } = found;
    const isThere = (sent: SentRequest<D>) => hasRequest(kind, base, sent);
    const taken = [...found.taken, ...[...found.notTaken, ...found.unknown].filter(isThere)];
    const states = statesOf(kind, draft, taken, base);
    if (!states) {
      result.unreadable.push(draft.window);
      continue;
    }
    result.doubtful.push(...found.unknown.filter((sent) => !taken.includes(sent)));
    const merged = kind.merge(states.base, states.changed, result.document);
    result.document = merged.document;
    result.clashes.push(...merged.clashes);
    result.windows.push(draft.window);
  }
  return result;
}

/**
 * The document before and after the changes of a draft; null for one that cannot be read. What the service took of the draft's
 * window comes before them.
 */
function statesOf<D>(
  kind: DocumentKind<D>,
  draft: DocumentDraft,
  taken: readonly SentRequest<D>[],
  now: D,
): { base: D; changed: D } | null {
  try {
    // What a page wrote with `changesBetween`; what does not fit is refused by the checks.
    const changes = draft.changes as DocumentChanges | null;
    const start = taken.length === 0 ? draft.base : withRequests(kind, draft.base as D, taken);
    const [before, after] = [kind.check(start), kind.check(applyChanges(draft.base, changes))];
    if (!before.ok || !after.ok) return null;
    const base = reuseJson(now, before.document);
    return { base, changed: reuseJson(base, after.document) };
  } catch {
    return null;
  }
}
