import type {
  DocumentJournalEvent,
  DocumentJournalState,
  DocumentSaved,
  DocumentWriting,
  JournalInFlight,
  MediaDocumentKind,
} from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { z } from 'zod';
import { DeskError } from '../desk-error.ts';
import { withEntries, type DocumentContents } from './document-contents.ts';
import type { DocumentLine, JournalLine } from './journal-line.ts';
import type { OpenJournal } from './open-journal.ts';
import type { WriterLeases } from './writer-lease.ts';

/** The document of a project that is edited. */
export interface DocumentAddress {
  connectionId: string;
  projectId: string;
  kind: MediaDocumentKind;
}

/** What is asked of the journal file of a project. */
export type ProjectJournal = Pick<OpenJournal, 'state' | 'writes' | 'serialize' | 'write' | 'preserve'>;

interface LoadedProject {
  journal: ProjectJournal;
  /** What the next window to open the project is shown; null when there is nothing. */
  notice: string | null;
}

interface DocumentJournalOptions {
  leases: WriterLeases;
  open: (connectionId: string, projectId: string) => Promise<LoadedProject>;
  /** Tells windows that have the document open and do not write. */
  notify: (windows: readonly string[], address: DocumentAddress, change: DocumentJournalEvent) => void;
}

/** Documents of which it is remembered what the service has. */
const MAX_SAVED = 16;

/** What a document is called among those that windows have a lease of. */
const leaseOf = ({ connectionId, projectId, kind }: DocumentAddress): string =>
  joinKey(connectionId, projectId, kind);

/**
 * Edits of storyboards and timelines that the service has not taken yet, in the journal of their project. The lease is of
 * the document and not of the project: a window that has only the timeline open could not send the edits of a graph.
 * @throws DeskError `NOT_WRITER` from every method that writes when another window does.
 */
export class DocumentJournal {
  readonly #options: DocumentJournalOptions;
  /** What the service has of documents without edits, as of the last of them; the newest few. */
  readonly #saved = new Map<string, Required<DocumentSaved>>();
  /** Of documents that were written: the window that wrote last, and those that have read what there is since. */
  readonly #knowing = new Map<string, Set<string>>();

  constructor(options: DocumentJournalOptions) {
    this.#options = options;
  }

  /** A window opens a document: it writes from now on unless another one does, and gets what is in the journal. */
  async claim(
    address: DocumentAddress,
    { writer, force, version }: { writer: string; force: boolean; version?: number | undefined },
  ): Promise<z.infer<typeof DocumentJournalState>> {
    const project = await this.#options.open(address.connectionId, address.projectId);
    return project.journal.serialize(async () => {
      const writing = this.#options.leases.acquire(leaseOf(address), writer, force);
      this.#knowing.get(leaseOf(address))?.add(writer);
      const { notice } = project;
      project.notice = null;
      const found = project.journal.state.documents.get(address.kind);
      const { base = null, entries = [], inFlight = [] } = found ?? {};
      const saved = version === undefined || entries.length > 0 ? null : this.#savedAfter(address, version);
      const { writes } = project.journal;
      const ids = new Set(entries.map(({ id }) => id));
      // One with edits that could not be written can be sent again by the window alone that has them.
      const repeatable = inFlight.filter(({ entryIds }) => entryIds.every((id) => ids.has(id)));
      return { writing, base, entries: [...entries], saved, writes, inFlight: repeatable, notice };
    });
  }

  /** What the service has, with the document where that is newer than what a window has. */
  #savedAfter(address: DocumentAddress, version: number): DocumentSaved | null {
    const saved = this.#saved.get(leaseOf(address)) ?? null;
    return saved && saved.version <= version ? { version: saved.version } : saved;
  }

  async write(
    address: DocumentAddress,
    { writer, ...writing }: DocumentWriting & { writer: string },
  ): Promise<void> {
    const { kind } = address;
    const { replaced, entries, base } = writing;
    await this.#change(address, writer, {
      lines:
        replaced.length + entries.length === 0
          ? []
          : [{ t: 'replaced', kind, entryIds: replaced, entries, ...(base && { base }) }],
      check: (document) => isCurrent(document, writing),
      event: (writes) => ({ kind: 'written', writes, ...writing }),
    });
  }

  /** Records a request before it is sent. */
  async sending(
    address: DocumentAddress,
    { writer, inFlight }: { writer: string; inFlight: JournalInFlight },
  ): Promise<void> {
    await this.#change(address, writer, { lines: [{ t: 'sending', kind: address.kind, inFlight }] });
  }

  /** The service has these edits. */
  async acknowledge(
    address: DocumentAddress,
    { writer, entryIds, saved }: { writer: string; entryIds: string[]; saved?: DocumentSaved | undefined },
  ): Promise<void> {
    const version = saved?.document === undefined ? saved?.version : undefined;
    await this.#change(address, writer, {
      lines: [{ t: 'taken', kind: address.kind, entryIds, ...(version !== undefined && { version }) }],
      event: (writes) => ({ kind: 'taken', writes, ids: entryIds, ...(saved && { saved }) }),
      settled: (before, after) => {
        this.#saved.delete(leaseOf(address));
        if (!saved || !before || after) return;
        const document = saved.document ?? withEntries(before.base.document, before.entries);
        this.#saved.set(leaseOf(address), { version: saved.version, document });
        if (this.#saved.size > MAX_SAVED) this.#saved.delete(this.#saved.keys().next().value ?? '');
      },
    });
  }

  /** Its edits cannot be read by the page: the file stays under another name, and they leave this one. */
  async quarantine(address: DocumentAddress, writer: string): Promise<void> {
    const { journal } = await this.#options.open(address.connectionId, address.projectId);
    await journal.serialize(() => journal.preserve());
    const { entries = [] } = journal.state.documents.get(address.kind) ?? {};
    await this.acknowledge(address, { writer, entryIds: entries.map(({ id }) => id) });
  }

  /** A window closes a document. */
  leave(address: DocumentAddress, writer: string): void {
    this.#options.leases.leave(leaseOf(address), writer);
  }

  /** The project has another id: what is unsaved of its storyboard and timeline goes along. */
  async moveProject(connectionId: string, from: string, to: string): Promise<void> {
    const source = (await this.#options.open(connectionId, from)).journal;
    const target = (await this.#options.open(connectionId, to)).journal;
    await source.serialize(async () => {
      const copied: JournalLine[] = [];
      const left: JournalLine[] = [];
      for (const [kind, { base, entries }] of source.state.documents) {
        if (!target.state.documents.has(kind))
          copied.push({ t: 'replaced', kind, entryIds: [], entries: [...entries], base });
        left.push({ t: 'taken', kind, entryIds: entries.map(({ id }) => id) });
      }
      if (copied.length > 0) await target.serialize(() => target.write(copied));
      if (left.length > 0) await source.write(left);
    });
  }

  async #change(
    address: DocumentAddress,
    writer: string,
    change: {
      lines: readonly DocumentLine[];
      /** Whether the window knows what is in the journal. */
      check?: (document: DocumentContents | undefined) => boolean;
      event?: (writes: number) => DocumentJournalEvent;
      /** What became of the document. */
      settled?: (before: DocumentContents | undefined, after: DocumentContents | undefined) => void;
    },
  ): Promise<void> {
    const { leases, open, notify } = this.#options;
    const { journal } = await open(address.connectionId, address.projectId);
    await journal.serialize(async () => {
      const before = journal.state.documents.get(address.kind);
      // What another window wrote, a request among it, has to be known to one that goes on.
      const hasRead = this.#knowing.get(leaseOf(address))?.has(writer) ?? true;
      const isCurrent = hasRead && (change.check?.(before) ?? true);
      if (!leases.mayWrite(leaseOf(address), writer) || !isCurrent) {
        throw new DeskError(
          'NOT_WRITER',
          'This document is being edited in another window of this computer.',
        );
      }
      let isPartlySaved = false;
      if (change.lines.length > 0) {
        isPartlySaved = await journal.write(change.lines);
        this.#knowing.set(leaseOf(address), new Set([writer]));
      }
      change.settled?.(before, journal.state.documents.get(address.kind));
      const remaining = leases.remaining(leaseOf(address), writer);
      if (!change.event || remaining.length === 0) return;
      // What was written is not what there is: that is read.
      notify(remaining, address, isPartlySaved ? { kind: 'writer', writer } : change.event(journal.writes));
    });
  }
}

/** Whether a writing comes behind the edits that are there: what another window wrote last is known to this one. */
function isCurrent(
  document: DocumentContents | undefined,
  { replaced, entries, after, base }: DocumentWriting,
): boolean {
  const removed = new Set([...replaced, ...entries.map(({ id }) => id)]);
  const last = document?.entries.findLast(({ id }) => !removed.has(id))?.id ?? null;
  if (entries.length > 0 && (after === null) !== (base !== undefined)) return false;
  return last === after;
}
