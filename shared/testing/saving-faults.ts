import type { Kind } from '../documents/kind.ts';
import type { DocumentRequest } from '../documents/requests.ts';
import type { Failure } from '../documents/saving-events.ts';
import { stableStringify } from '../graph/stable-json.ts';

/** A model of the service whose requests fail in every way. */

/** A kind of document with items that can be told apart, each with a number. */
export interface ItemKind<D, Operation> {
  kind: Kind<D, Operation>;
  start: D;
  /** Adds an item, gives it another number, or takes it away with null. */
  edit: (document: D, id: string, count: number | null) => D;
  counts: (document: D) => ReadonlyMap<string, number>;
}

/** What becomes of a request. */
export type Net = 'works' | 'lost' | 'response-lost' | 'busy' | 'key';

export const RETRY_AFTER_MS = 7000;
export const failures: Record<'lost' | 'busy' | 'key', Failure> = {
  lost: { kind: 'unreachable' },
  busy: { kind: 'busy', retryAfterMs: RETRY_AFTER_MS },
  key: { kind: 'key' },
};

export const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The service: versions, documents saved whole, responses replayed by key. */
export class ModelService<D, Operation> {
  document: D;
  version = 1;
  /** Rules that were broken, in sentences. */
  readonly broken: string[] = [];
  readonly #items: ItemKind<D, Operation>;
  readonly #responses = new Map<string, { asked: string; version: number; document: D }>();
  readonly #gone = new Set<string>();
  readonly #backups = new Map<number, D>();

  constructor(items: ItemKind<D, Operation>) {
    this.#items = items;
    this.document = items.start;
    this.#backups.set(this.version, this.document);
  }

  write({ key, expectedVersion, document }: DocumentRequest<D>): { version: number; document: D } | 'stale' {
    const asked = stableStringify([expectedVersion, document]);
    const replay = this.#responses.get(key);
    if (replay && replay.asked !== asked) this.broken.push(`${key} was sent with something else in it`);
    if (replay) return { version: replay.version, document: copy(replay.document) };
    if (expectedVersion !== this.version) return 'stale';
    this.#save(document);
    const response = { asked, version: this.version, document: this.document };
    this.#responses.set(key, response);
    return { version: response.version, document: copy(response.document) };
  }

  someoneElse(id: string, count: number): void {
    this.#save(this.#items.edit(this.document, id, count));
  }

  /** The document of a version; undefined of one that it never had. */
  at(version: number): D | undefined {
    return this.#backups.get(version);
  }

  /** It is restored from a backup of an earlier version: what came since is unknown to it, keys as well. */
  goBack(versions: number): void {
    const version = Math.max(1, this.version - versions);
    this.document = this.#backups.get(version) ?? this.document;
    this.version = version;
    for (const later of this.#backups.keys()) if (later > version) this.#backups.delete(later);
    this.#responses.clear();
    this.#gone.clear();
  }

  /** As the service does, it fills in what follows from the rest, such as the length of a timeline. */
  #save(sent: D): void {
    const checked = this.#items.kind.check(copy(sent));
    if (!checked.ok) throw new Error('The document has problems.');
    const { document } = checked;
    const [before, after] = [this.#items.counts(this.document), this.#items.counts(document)];
    for (const [id, count] of before) {
      const now = after.get(id);
      if (now === undefined) this.#gone.add(id);
      else if (now < count) this.broken.push(`${id} went from ${count} back to ${now}`);
    }
    for (const id of after.keys()) if (this.#gone.has(id)) this.broken.push(`${id} came back`);
    this.document = document;
    this.version += 1;
    this.#backups.set(this.version, document);
  }
}
