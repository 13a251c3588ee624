import {
  endpoints,
  type ApiClient,
  type PublicNodeTypeDetail,
  type PublicNodeTypeSummary,
} from '#shared/api/index.ts';
import { acceptCachedHeader, MAX_TYPES_ASKED, type DescribedNodeTypes } from '#shared/desk/index.ts';
import type { NodeCatalog, NodeTypePins } from '#shared/graph/types.ts';

export interface NodeTypeEntry {
  summary: PublicNodeTypeSummary;
  /** Null until its pins have been read. */
  pins: NodeTypePins | null;
}

/** Node types as they were known last are good enough while the service is away: it checks everything again. */
const KNOWN = { [acceptCachedHeader]: '1' };
/** Descriptions of many types in one answer. */
type DescribeTypes = (types: readonly string[]) => Promise<DescribedNodeTypes>;

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
  #saysNull = false;
  /** Types that are being asked for out of turn. */
  #wanted = new Set<string>();
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
    return this.#saysNull ? (this.#required.get(type) ?? NONE) : NONE;
  }
  /** Whether the service says which inputs those are. */
  get saysRequired(): boolean {
    return this.#saysNull;
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
  want(type: string): void {
    if (this.#entries.get(type)?.pins || this.#missing.has(type) || this.#wanted.has(type)) return;
    this.#wanted.add(type);
    void this.loadTypes([type]).finally(() => this.#wanted.delete(type));
  }

  /** Reads the pins of the types a document uses: what the first picture of the canvas needs. */
  async loadTypes(types: Iterable<string>): Promise<void> {
    const wanted = [...new Set(types)].filter(
      (type) => !this.#entries.get(type)?.pins && !this.#missing.has(type),
    );
    const told = await this.#readTogether(wanted);
    await this.#read(
      wanted.filter((type) => !told.has(type)),
      KNOWN,
    );
  }

  /** Reads many types at once. @returns those that are known now; others are asked for one by one. */
  async #readTogether(wanted: readonly string[]): Promise<ReadonlySet<string>> {
    const told = new Set<string>();
    if (this.#describe === undefined || wanted.length < 2) return told;
    for (let from = 0; from < wanted.length; from += MAX_TYPES_ASKED) {
      try {
        const { described, missing } = await this.#describe(wanted.slice(from, from + MAX_TYPES_ASKED));
        for (const detail of described) {
          this.#take(detail);
          told.add(detail.type);
        }
        for (const type of missing) {
          this.#missing.add(type);
          told.add(type);
        }
      } catch {
        // Asked for one by one, what is wrong is told of each.
        break;
      }
    }
    if (told.size > 0) this.#announce(told);
    return told;
  }

  #take(detail: PublicNodeTypeDetail): void {
    this.#missing.delete(detail.type);
    this.#entries.set(detail.type, {
      summary: detail,
      pins: { inputs: detail.inputs ?? [], outputs: detail.outputs ?? [] },
    });
    this.#noteRequired(detail);
  }

  async #read(wanted: string[], headers: Record<string, string>): Promise<void> {
    const changed = new Set<string>();
    const next = async (): Promise<void> => {
      for (let type = wanted.pop(); type !== undefined; type = wanted.pop()) {
        try {
          const detail: PublicNodeTypeDetail = await this.#api(endpoints.nodeTypes.get, {
            params: { node_type: type },
            headers,
          });
          this.#take({ ...detail, type });
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
      for await (const summary of this.#list(KNOWN)) {
        const known = this.#entries.get(summary.type);
        // Nodes whose type the document's own reading described are not laid out anew.
        if (known?.pins && saysNothingNew(summary, known.summary)) continue;
        this.#entries.set(summary.type, { summary, pins: known?.pins ?? null });
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
        const known = this.#entries.get(type);
        if (known === undefined || known.summary.source !== source) changed.push(type);
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
      yield* page.data;
      cursor = page.hasMore ? page.nextCursor : null;
    } while (cursor);
  }

  #noteRequired({ type, inputs = [] }: PublicNodeTypeDetail): void {
    this.#saysNull ||= inputs.some((pin) => pin.default === null);
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
const saysNothingNew = (summary: PublicNodeTypeSummary, known: PublicNodeTypeSummary): boolean => {
  const before = new Map(Object.entries(known));
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
  const words = category
    .split(/[\s_-]+/)
    .map((word) => (CAPITALS.has(word.toLowerCase()) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
