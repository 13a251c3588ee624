import { MAX_PROBLEMS, type DocumentProblem } from '#shared/document/problems.ts';
import { asUnknown, mergeDrafts, type LeftDraft } from '#shared/documents/left-drafts.ts';
import type { LoadedDocument } from '#shared/documents/opening.ts';
import { words } from '#renderer/words/index.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentPorts } from './document-ports.ts';
import { claimDrafts } from './sent-requests.ts';

const t = words.documents.readDocument;

/** The document at the service is none that can be shown. */
export class UnsoundDocument extends Error {
  readonly problems: readonly DocumentProblem[];
  constructor(problems: readonly DocumentProblem[]) {
    super(t.documentProblemsMost(problems.length, MAX_PROBLEMS));
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
): Promise<LoadedDocument<D>> {
  const before = await readChecked(kind, ports);
  const claimed = await claimDrafts(kind, ports, before.isRemembered);
  // What the service has taken only now was not read.
  const isTaken = claimed.some(({ taken }) => taken.length > 0);
  const read = isTaken ? await readChecked(kind, ports) : before;
  if (!read.isRemembered) return { ...read, ...mergeDrafts(kind, claimed, read.base, read.base) };
  const drafts = asUnknown(claimed);
  const existing = latestOf(kind, read, drafts);
  return { ...existing, ...mergeDrafts(kind, drafts, existing.base, existing.base) };
}

type ReadBase<D> = Pick<LoadedDocument<D>, 'version' | 'base' | 'isRemembered'>;

/**
 * What is remembered, or what a draft began with where that is newer: what its window took away of it would come back with the
 * service otherwise.
 */
function latestOf<D>(kind: DocumentKind<D>, read: ReadBase<D>, drafts: readonly LeftDraft<D>[]): ReadBase<D> {
  return drafts.reduce((latest, { version, base }) => {
    if (version <= latest.version) return latest;
    const checked = kind.check(base);
    return checked.ok ? { ...latest, version, base: checked.document } : latest;
  }, read);
}

async function readChecked<D>(kind: DocumentKind<D>, ports: DocumentPorts): Promise<ReadBase<D>> {
  const { version, document, isRemembered } = await kind.read(ports.api, ports.projectId, true);
  const checked = kind.check(document);
  if (!checked.ok) throw new UnsoundDocument(checked.problems);
  return { version, base: checked.document, isRemembered };
}
