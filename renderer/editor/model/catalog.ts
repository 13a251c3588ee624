import {
  endpoints,
  type ApiClient,
  type PublicNodeTypeDetail,
  type PublicNodeTypeSummary,
} from '#shared/api/index.ts';
import { acceptCachedHeader, MAX_TYPES_REQUESTED, type DescribedNodeTypes } from '#shared/desk/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { NodeCatalog, NodeTypePins } from '#shared/graph/types.ts';
import { words } from '#renderer/words/index.ts';

const t = words.nodeTypes;

export interface NodeTypeEntry {
  summary: PublicNodeTypeSummary;
  /** Null until its pins have been read. */
  pins: NodeTypePins | null;
}

/** Node types as they were known last are good enough while the service is away: it checks everything again. */
const CACHE_HEADERS = { [acceptCachedHeader]: '1' };
/** Descriptions of many types in one answer. */
type DescribeTypes = (types: readonly string[]) => Promise<DescribedNodeTypes>;

const NO_BRANCHES: ReadonlySet<string> = new Set();
const NONE: readonly string[] = [];
/** How many descriptions of node types are read at the same time. */
const READERS = 6;

/**
 * The node types of one connection: all summaries, and pins as they are read. Until its pins are known a type is
 * treated as unknown, which checks nothing; the service checks everything again.
 */
export class Catalog implements NodeCatalog {
  readonly #api: ApiClient;
  readonly #describe: DescribeTypes | undefined;
  #entries = new Map<string, NodeTypeEntry>();
  #missing = new Set<string>();
  #required = new Map<string, readonly string[]>();
  /** Whether the service tells inputs without a default from those whose default is nothing. */
  #reportsNull = false;
  /** Types that are being asked for out of turn. */
  #requested = new Set<string>();
  readonly #branches = new WeakMap<NodeTypePins, ReadonlySet<string>>();
  #listeners = new Set<(types: ReadonlySet<string>) => void>();
  #revision = 0;
  #loaded = false;
  #error: unknown = null;

  constructor(api: ApiClient, describe?: DescribeTypes) {
    this.#api = api;
    this.#describe = describe;
  }

  get revision(): number {
    return this.#revision;
  }
  /** True when all pages of the list have been read. */
  get loaded(): boolean {
    return this.#loaded;
  }
  get error(): unknown {
    return this.#error;
  }
  pinsOf(type: string): NodeTypePins | undefined {
    return this.#entries.get(type)?.pins ?? undefined;
  }
  find(type: string): NodeTypeEntry | undefined {
    return this.#entries.get(type);
  }
  /** True when the server said that it has no such type. */
  isMissing(type: string): boolean {
    return this.#missing.has(type) || (this.#loaded && !this.#entries.has(type));
  }
  /**
   * Names of the inputs that a type cannot do without: those that have no default. Null for a type that the service does
   * not have; none while that is not known, and none of a service that never says null, for it leaves out more than that.
   */
  requiredInputs(type: string): readonly string[] | null {
    if (this.isMissing(type)) return null;
    return this.#reportsNull ? (this.#required.get(type) ?? NONE) : NONE;
  }
  /** Names of the inputs of which a type takes one only; none while that is not known. */
  branchInputs(type: string): ReadonlySet<string> {
    const pins = this.pinsOf(type);
    if (pins === undefined) return NO_BRANCHES;
    const cached = this.#branches.get(pins);
    if (cached !== undefined) return cached;
    const names = pins.inputs.flatMap((pin) => (parsePinType(pin.type).isBranch === true ? [pin.name] : []));
    const found = names.length === 0 ? NO_BRANCHES : new Set(names);
    this.#branches.set(pins, found);
    return found;
  }
  /** Whether the service says which inputs those are. */
  get hasRequired(): boolean {
    return this.#reportsNull;
  }
  all(): NodeTypeEntry[] {
    return [...this.#entries.values()];
  }
  /** Called with the types whose description changed. */
  subscribe(listener: (types: ReadonlySet<string>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the pins of a type that a node was just made of, ahead of all that nobody looks at yet. */
  request(type: string): void {
    if (this.#entries.get(type)?.pins || this.#missing.has(type) || this.#requested.has(type)) return;
    this.#requested.add(type);
    void this.loadTypes([type]).finally(() => this.#requested.delete(type));
  }

  /** Reads the pins of the types a document uses: what the first picture of the canvas needs. */
  async loadTypes(types: Iterable<string>): Promise<void> {
    const requested = [...new Set(types)].filter(
      (type) => !this.#entries.get(type)?.pins && !this.#missing.has(type),
    );
    const resolved = await this.#readTogether(requested);
    await this.#read(
      requested.filter((type) => !resolved.has(type)),
      CACHE_HEADERS,
    );
  }

  /** Reads many types at once. @returns those that are known now; others are asked for one by one. */
  async #readTogether(requested: readonly string[]): Promise<ReadonlySet<string>> {
    const resolved = new Set<string>();
    if (this.#describe === undefined || requested.length < 2) return resolved;
    for (let from = 0; from < requested.length; from += MAX_TYPES_REQUESTED) {
      try {
        const { described, missing } = await this.#describe(
          requested.slice(from, from + MAX_TYPES_REQUESTED),
        );
        for (const detail of described) {
          this.#setDetail(detail);
          resolved.add(detail.type);
        }
        for (const type of missing) {
          this.#missing.add(type);
          resolved.add(type);
        }
      } catch {
        // Asked for one by one, what is wrong is told of each.
        break;
      }
    }
    if (resolved.size > 0) this.#announce(resolved);
    return resolved;
  }

  #setDetail(original: PublicNodeTypeDetail): void {
    const detail = t.translate(original);
    this.#missing.delete(detail.type);
    this.#entries.set(detail.type, {
      summary: detail,
      pins: { inputs: detail.inputs ?? [], outputs: detail.outputs ?? [] },
    });
    this.#noteRequired(detail);
  }

  async #read(requested: string[], headers: Record<string, string>): Promise<void> {
    const changed = new Set<string>();
    const next = async (): Promise<void> => {
      for (let type = requested.pop(); type !== undefined; type = requested.pop()) {
        try {
          const detail: PublicNodeTypeDetail = await this.#api(endpoints.nodeTypes.get, {
            params: { node_type: type },
            headers,
          });
          this.#setDetail({ ...detail, type });
        } catch (error) {
          const status = error instanceof Error && 'status' in error ? error.status : 0;
          // A malformed or unknown type stays in the document, shown plainly; anything else is asked again later.
          if (status === 404 || status === 400 || status === 422) this.#missing.add(type);
          else this.#error = error;
        }
        changed.add(type);
      }
    };
    await Promise.all(Array.from({ length: READERS }, next));
    if (changed.size > 0) this.#announce(changed);
  }

  /** Reads the whole list, then the pins of every type, so that the pickers know what fits. */
  async loadAll(): Promise<void> {
    this.#error = null;
    const changed = new Set<string>();
    try {
      for await (const summary of this.#list(CACHE_HEADERS)) {
        const existing = this.#entries.get(summary.type);
        // Nodes whose type the document's own reading described are not laid out anew.
        if (existing?.pins && isUnchanged(summary, existing.summary)) continue;
        this.#entries.set(summary.type, { summary, pins: existing?.pins ?? null });
        changed.add(summary.type);
      }
      this.#loaded = true;
    } catch (error) {
      this.#error = error;
    }
    this.#announce(changed);
    await this.loadTypes(this.#entries.keys());
  }

  /** Reads anew what the service describes otherwise than before: who answers a type may have changed. */
  async refresh(): Promise<void> {
    const changed: string[] = [];
    try {
      for await (const { type, source } of this.#list({})) {
        const existing = this.#entries.get(type);
        if (existing === undefined || existing.summary.source !== source) changed.push(type);
      }
    } catch {
      // What is known stays until the service says more.
      return;
    }
    await this.#read(changed, {});
  }

  async *#list(headers: Record<string, string>): AsyncGenerator<PublicNodeTypeSummary> {
    let cursor: string | null | undefined;
    do {
      const page = await this.#api(endpoints.nodeTypes.list, {
        query: { limit: 200, ...(cursor ? { cursor } : {}) },
        headers,
      });
      for (const summary of page.data) yield t.translate(summary);
      cursor = page.hasMore ? page.nextCursor : null;
    } while (cursor);
  }

  #noteRequired({ type, inputs = [] }: PublicNodeTypeDetail): void {
    this.#reportsNull ||= inputs.some((pin) => pin.default === null);
    const required = inputs.filter((pin) => pin.default === undefined);
    this.#required.delete(type);
    if (required.length > 0)
      this.#required.set(
        type,
        required.map(({ name }) => name),
      );
  }

  #announce(types: ReadonlySet<string>): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener(types);
  }
}

/** Whether all that a line of the list says is known of the type. */
const isUnchanged = (summary: PublicNodeTypeSummary, previous: PublicNodeTypeSummary): boolean => {
  const before = new Map(Object.entries(previous));
  return Object.entries(summary).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(before.get(name)),
  );
};

/** Words that stay in capitals. */
const CAPITALS: ReadonlySet<string> = new Set([
  'ai',
  'json',
  'api',
  'http',
  'csv',
  'pdf',
  'svg',
  'url',
  '3d',
]);

/** `json` → `JSON`, `image-tools` → `Image tools`. */
export function categoryName(category: string): string {
  const title = t.category(category);
  if (title !== null) return title;
  const segments = category
    .split(/[\s_-]+/)
    .map((word) => (CAPITALS.has(word.toLowerCase()) ? word.toUpperCase() : word))
    .join(' ');
  return segments.charAt(0).toUpperCase() + segments.slice(1);
}
