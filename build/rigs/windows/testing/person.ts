import type { ApiClient } from '#shared/api/index.ts';
import type { MediaDocumentKind } from '#shared/desk/index.ts';
import type { DocumentKind } from '#renderer/documents/document-kind.ts';
import { OpenDocument } from '#renderer/documents/document-session.ts';
import { readDocument } from '#renderer/documents/read-document.ts';
import { isCountInRange } from '../../kills/fields.ts';
import type { DocumentField } from '../../kills/documents/fields.ts';
import type { Random } from '../../random.ts';
import type { Schedule } from './schedule.ts';
import type { SimulatedCalls } from './simulated-ports.ts';

/** Which edits were made, and which of them were called kept, by field. */
export class Ledger {
  readonly created: Record<string, number> = {};
  readonly kept: Record<string, number> = {};

  isInRange(field: string, count: number | null): boolean {
    return isCountInRange(count, this.kept[field] ?? 0, this.created[field] ?? 0);
  }
}

/** What is on the disk and at the service of a document at this moment; null where the disk has nothing that the service lacks. */
type Stored = (kind: MediaDocumentKind) => { disk: unknown; service: unknown };

/** What all people share. */
interface PersonContext {
  schedule: Schedule;
  calls: SimulatedCalls;
  ledger: Ledger;
  stored: Stored;
}

/** How long it takes until a person opens again what could not be read. Milliseconds. */
const REOPEN_MS = 50;

/** An open document of a window and the person before it, who edits fields of their own. */
export class Person<D> {
  readonly name: string;
  readonly problems: string[] = [];
  /** What was said in passing: nobody edits what another one edits, so there is nothing to say. */
  readonly told: string[] = [];
  readonly #kind: MediaDocumentKind;
  readonly #schedule: Schedule;
  readonly #ledger: Ledger;
  readonly #stored: Stored;
  readonly #fields: readonly DocumentField<D>[];
  readonly #all: readonly DocumentField<D>[];
  /** The next edit of each field; empty until all that was kept is shown. */
  readonly #next = new Map<string, number>();
  /** The last edit of each field that was made here. */
  readonly #made = new Map<string, number>();
  #session: OpenDocument<D> | null = null;
  #release: (() => void) | null = null;
  #gestures = 0;

  constructor(
    window: string,
    kind: DocumentKind<D>,
    { schedule, calls, ledger, stored }: PersonContext,
    { edited, all }: { edited: readonly DocumentField<D>[]; all: readonly DocumentField<D>[] },
  ) {
    this.name = `${window} ${kind.kind}`;
    this.#kind = kind.kind;
    this.#schedule = schedule;
    this.#ledger = ledger;
    this.#stored = stored;
    this.#fields = edited;
    this.#all = all;
    const { ports, read, write } = calls.portsOf(window, kind.kind, (input) => checked(kind, input));
    const here: DocumentKind<D> = {
      ...kind,
      read: async (_api: ApiClient) => ({ ...(await read()), isRemembered: false }),
      write: (_api: ApiClient, _project, request) => write(request),
    };
    const open = async (): Promise<void> => {
      try {
        this.#session = new OpenDocument(here, ports, await readDocument(here, ports), (sentence) =>
          this.told.push(`${this.name} is told: ${sentence}`),
        );
      } catch {
        ports.after(REOPEN_MS, () => void open());
      }
    };
    void open();
  }

  /** What is shown of each field; empty until it is open. */
  counts(): Record<string, number | null> {
    const document = this.#document;
    return document === null
      ? {}
      : Object.fromEntries(this.#all.map((field) => [field.name, field.countIn(document)]));
  }

  /** What is shown and how safe it is, short. */
  get shown(): string {
    const counts = Object.values(this.counts()).map((count) => count ?? '_');
    return `${this.name}: ${counts.join(' ')} ${this.#session?.getState().status ?? 'not open'}`;
  }

  /** Edits once, or drags on. */
  act(random: Random): void {
    if (this.#session === null || !this.#isReady()) return;
    const field = random.pick(this.#fields);
    if (this.#release === null && !field.isTransient && random.bool(0.25)) {
      this.#schedule.note(`${this.name} holds`);
      this.#gestures += 1;
      this.#release = this.#session.hold();
    }
    if (this.#release !== null && field.isTransient) return this.release();
    this.#edit(field);
    if (this.#release !== null && random.bool(0.4)) this.release();
  }

  /** The pointer is up. */
  release(): void {
    if (this.#release === null) return;
    this.#schedule.note(`${this.name} lets go`);
    this.#release();
    this.#release = null;
  }

  /**
   * Notes what is called kept, and whether all that was done here is shown. @param isCalm nothing was killed or cut: then nothing that
   * nobody made is shown for a moment either.
   */
  look(isCalm: boolean): void {
    const document = this.#document;
    if (document === null) return;
    const isOnDisk = this.#session?.getState().isOnDisk === true;
    this.#checkWords();
    for (const field of this.#fields) {
      const count = this.#made.get(field.name);
      if (count === undefined) continue;
      const shown = field.countIn(document);
      const isAway = field.isTransient && count % 2 === 0;
      if (shown !== (isAway ? null : count))
        this.problems.push(`${this.name} shows ${shown} of ${field.name} after edit ${count}.`);
      if (isOnDisk) this.#ledger.kept[field.name] = count;
    }
    for (const [field, count] of Object.entries(isCalm ? this.counts() : {}))
      if (count !== null && !(count <= (this.#ledger.created[field] ?? 0)))
        this.problems.push(`${this.name} shows ${count} of ${field}, which nobody made.`);
  }

  /** What the mark calls saved is there at this very moment, and nothing is asked or refused. */
  #checkWords(): void {
    const status = this.#session?.getState().status;
    if (status === 'older' || status === 'refused')
      this.problems.push(`${this.name} is ${status}, and nobody gave a reason.`);
    if (status !== 'saved' && status !== 'waiting' && status !== 'offline') return;
    const { service, disk } = this.#stored(this.#kind);
    const documents = status === 'saved' || disk === null ? [service] : [service, disk];
    for (const field of this.#fields) {
      const count = this.#made.get(field.name);
      if (count === undefined) continue;
      const expected = field.isTransient && count % 2 === 0 ? null : count;
      const counts = documents.map((document) => field.countIn(document as D));
      if (!counts.includes(expected))
        this.problems.push(
          `${this.name} calls edit ${count} of ${field.name} ${status}, and ${counts.join(' and ')} is there.`,
        );
    }
  }

  /** Resolves when the service has all of it, or it could not be reached. */
  async save(): Promise<void> {
    this.#session?.retry();
    await this.#session?.flush().catch(() => undefined);
  }

  get #document(): D | null {
    return this.#session?.getState().document ?? null;
  }

  /** A person goes on from what was kept, once that is shown. */
  #isReady(): boolean {
    const document = this.#document;
    if (document === null) return false;
    if (this.#next.size > 0) return true;
    if (!this.#fields.every((field) => this.#ledger.isInRange(field.name, field.countIn(document))))
      return false;
    for (const field of this.#fields) {
      const count = (this.#ledger.created[field.name] ?? 0) + 1;
      const isPresent = field.countIn(document) !== null;
      this.#next.set(field.name, field.isTransient && (count % 2 === 0) !== isPresent ? count + 1 : count);
    }
    return true;
  }

  #edit(field: DocumentField<D>): void {
    const count = this.#next.get(field.name) ?? 1;
    this.#schedule.note(`${this.name} makes edit ${count} of ${field.name}`);
    const options = this.#release === null ? {} : { gesture: `${this.#gestures}` };
    this.#session?.change('edit', (document) => field.edit(document, count), options);
    this.#next.set(field.name, count + 1);
    this.#made.set(field.name, count);
    this.#ledger.created[field.name] = count;
  }
}

/** @throws Error for one that has problems. */
export function checked<D>(kind: DocumentKind<D>, input: unknown): D {
  const found = kind.check(input);
  if (!found.ok) throw new Error(`The ${kind.kind} has problems.`);
  return found.document;
}
