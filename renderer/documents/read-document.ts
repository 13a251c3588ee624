import { MAX_PROBLEMS, type DocumentProblem } from '#shared/document/problems.ts';
import type { Replace } from '#shared/document/replace-kind.ts';
import type { FoundDocument } from '#shared/documents/opening.ts';
import type { Replacing } from '#shared/documents/replacing-kind.ts';
import { requestOf } from '#shared/graph-saving/index.ts';
import { words } from '#renderer/words/index.ts';
import { DocumentJournal } from './document-journal.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentPorts } from './document-ports.ts';
import { editsOfDrafts } from './earlier-drafts.ts';

const t = words.documents.readDocument;

/** The document at the service is none that can be shown. */
export class UnsoundDocument extends Error {
  readonly problems: readonly DocumentProblem[];
  constructor(problems: readonly DocumentProblem[]) {
    super(t.documentProblemsMost(problems.length, MAX_PROBLEMS));
    this.problems = problems;
  }
}

/** A document as it was read, with what was left unsaved of it here. */
export interface LoadedDocument<D> extends FoundDocument<Replacing<D, Replace<D>>> {
  journal: DocumentJournal<D>;
  /** Windows of earlier versions whose drafts are in the edits. */
  draftsOf: readonly string[];
  /** Whether something was left here that cannot be read. */
  isUnreadable: boolean;
  /** A sentence about the journal that a person should know. */
  notice: string | null;
}

/**
 * Reads a document, and takes up what was left unsaved of it on this computer.
 * @throws UnsoundDocument, ApiError
 */
export async function readDocument<D>(
  kind: DocumentKind<D>,
  ports: DocumentPorts,
): Promise<LoadedDocument<D>> {
  let isUnreadable = false;
  const journal = new DocumentJournal(kind, ports.journal, () => {
    isUnreadable = true;
  });
  const { writing, entries, inFlight, notice } = await journal.claim(false).catch((error: unknown) => {
    journal.leave();
    throw error;
  });
  const left = writing ? await ports.drafts.list().catch(() => []) : [];
  const { edits, unsettled, windows, unreadable } = editsOfDrafts(kind, left, entries);
  const read = await readChecked(kind, ports).catch((error: unknown) => {
    journal.leave();
    throw error;
  });
  const open = inFlight.at(-1);
  return {
    ...read,
    isFollowing: !writing,
    edits: [...entries, ...edits],
    unsettled: open ? requestOf(open) : unsettled,
    journal,
    draftsOf: windows,
    isUnreadable: isUnreadable || unreadable.length > 0,
    notice,
  };
}

async function readChecked<D>(kind: DocumentKind<D>, ports: DocumentPorts) {
  const { version, document, isRemembered } = await kind.read(ports.api, ports.projectId, true);
  const checked = kind.check(document);
  if (!checked.ok) throw new UnsoundDocument(checked.problems);
  return { version, confirmed: checked.document, isRemembered };
}
