/** What a sequence of calls has learned from responses: ids, versions, cursors and signed addresses for later calls. */

export type PoolName =
  | 'project'
  | 'file'
  | 'upload'
  | 'run'
  | 'template'
  | 'endpoint'
  | 'task'
  | 'node'
  | 'nodeType'
  | 'cursor'
  | 'token'
  | 'url'
  | 'picture';

/** Stands for something learned; which one is known only when the call is made. */
export class Learned {
  readonly pool: PoolName;
  readonly pick: number;
  constructor(pool: PoolName, pick: number) {
    this.pool = pool;
    this.pick = pick;
  }
}

/** Stands for the version of the project that the call is about, moved by `offset`. */
export class RelativeVersion {
  readonly offset: number;
  constructor(offset: number) {
    this.offset = offset;
  }
}

/** Node ids of all graphs: few, so that operations meet each other. */
export const NODE_IDS = ['a', 'b', 'c', 'd', 'e'] as const;

/** Types that graphs are made of: quick ones, and such as wait or fail. */
export const NODE_TYPES = [
  'input/text',
  'input/number',
  'input/image',
  'input/json',
  'text/template',
  'text/replace',
  'number/math',
  'json/get',
  'logic/if',
  'image/solid',
  'image/resize',
  'control/delay',
  'control/fail',
  'ai/text',
  'output/value',
  'output/file',
] as const;

export const PIN_NAMES = [
  'value',
  'text',
  'number',
  'image',
  'file',
  'name',
  'a',
  'b',
  'template',
  'width',
  'height',
  'seconds',
  'pattern',
  'json',
  'path',
  'message',
] as const;

const KEYS: Readonly<Record<string, PoolName>> = {
  projectId: 'project',
  fileId: 'file',
  uploadId: 'upload',
  runId: 'run',
  templateId: 'template',
  endpointId: 'endpoint',
  taskId: 'task',
  nextCursor: 'cursor',
  url: 'url',
  downloadUrl: 'picture',
  thumbnailUrl: 'picture',
  previewUrl: 'picture',
};
const PREFIXES: readonly [prefix: string, pool: PoolName][] = [
  ['prj_', 'project'],
  ['run_', 'run'],
  ['file_', 'file'],
];
/** Old knowledge is as good as new for finding faults, and there is no end to it. */
const MAX_VALUES = 40;

export class Pools {
  readonly #values = new Map<PoolName, string[]>([
    ['node', [...NODE_IDS]],
    ['nodeType', [...NODE_TYPES]],
  ]);
  readonly #versions = new Map<string, number>();
  readonly #parents = new Map<string, string>();

  /** Takes in whatever a response tells. */
  learn(response: unknown): void {
    if (Array.isArray(response)) response.slice(0, 10).forEach((entry) => this.learn(entry));
    if (typeof response !== 'object' || response === null || Array.isArray(response)) return;
    const fields = response as Record<string, unknown>;
    const project = fields['projectId'] ?? fields['id'];
    if (typeof project === 'string' && typeof fields['version'] === 'number') {
      this.#versions.set(project, fields['version']);
    }
    this.#learnParents(fields);
    for (const [key, value] of Object.entries(fields)) {
      if (typeof value !== 'string') {
        this.learn(value);
        continue;
      }
      const pool =
        KEYS[key] ?? (key === 'id' ? PREFIXES.find(([start]) => value.startsWith(start))?.[1] : undefined);
      if (pool !== undefined) this.#add(pool, value);
      if (key === 'id' && 'runId' in fields) this.#add('cursor', value);
      const token =
        key === 'thumbnailUrl' && URL.canParse(value) ? new URL(value).searchParams.get('token') : null;
      if (token !== null) this.#add('token', token);
    }
  }

  #learnParents({ taskId, endpointId, templateId }: Record<string, unknown>): void {
    if (typeof endpointId !== 'string') return;
    if (typeof taskId === 'string') this.#parents.set(taskId, endpointId);
    if (typeof templateId === 'string') this.#parents.set(endpointId, templateId);
  }

  /** The endpoint of a template run, or the template of an endpoint. */
  parentOf(id: string): string | undefined {
    return this.#parents.get(id);
  }

  #add(pool: PoolName, value: string): void {
    const values = this.#values.get(pool) ?? [];
    if (values.includes(value)) return;
    this.#values.set(pool, [...values, value].slice(-MAX_VALUES));
  }

  all(pool: PoolName): readonly string[] {
    return this.#values.get(pool) ?? [];
  }

  /** Something of that kind, or a name that nothing has. */
  pick({ pool, pick }: Learned): string {
    const values = this.all(pool);
    return values.length === 0 ? `missing-${pool}` : values[values.length - 1 - (pick % values.length)]!;
  }

  version(project: string): number {
    return this.#versions.get(project) ?? 1;
  }
}
