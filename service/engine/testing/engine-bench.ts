import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import {
  PublicRunCreateRequest,
  PublicRunDetail,
  type EndpointOf,
  type PublicRunEvent,
  PublicRunEventList,
} from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { createRunHandlers } from '#service/runs/handlers.ts';
import { createCursors } from '#service/signing/cursor.ts';
import type { RunEventStreamOptions } from '#service/runs/event-stream.ts';
import { PreparedResponse, type Call } from '#service/http/handler.ts';
import { createSignedUrls } from '#service/signing/signed-urls.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { createAccountNews } from '#service/team/account-news.ts';
import { SINGLE_PROCESS } from '#service/storage/coordination.ts';
import { transaction } from '#service/storage/database.ts';
import { openDatabase } from '#service/storage/open-database.ts';
import { createFileBlobStore } from '#service/storage/file-blob-store.ts';
import { createIds } from '#service/storage/ids.ts';
import { loadSecret } from '#service/storage/secrets.ts';
import { dataPaths, prepareDataDirectory } from '#service/storage/data-directory.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';
import { openNativePool, type NativePoolSettings } from '../native-pool.ts';
import { nodeDefinitions } from './test-nodes.ts';
import { createRun } from '#service/runs/create-run.ts';
import { requireQueueCapacity } from '#service/runs/prepare-run.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

/** The engine on a real database, real files and real children, with test nodes; without HTTP around it. */
export interface EngineBench {
  ctx: ServiceContext;
  engine: Engine;
  /** A folder that test nodes leave signs in. */
  folder: string;
  accountId: string;
  create(body: unknown, accountId?: string): Promise<PublicRunDetail>;
  get(runId: string, accountId?: string): Promise<PublicRunDetail>;
  cancel(runId: string): Promise<PublicRunDetail>;
  events(
    runId: string,
    query?: { cursor?: string; limit?: number },
    accountId?: string,
  ): Promise<PublicRunEvent[]>;
  stream(
    runId: string,
    from?: { cursor?: string; lastEventId?: string },
    signal?: AbortSignal,
  ): Promise<Response>;
  /** Resolves with the run once it has ended. */
  ended(runId: string): Promise<PublicRunDetail>;
  /** Resolves when a condition on the stored events holds. */
  untilEvent(
    runId: string,
    holds: (event: PublicRunEvent) => boolean,
    accountId?: string,
  ): Promise<PublicRunEvent>;
  addAccount(name: string, microcredits?: bigint): string;
  close(): Promise<void>;
}

export interface BenchOptions {
  engine?: EngineOptions;
  streams?: RunEventStreamOptions;
  prices?: Record<string, number>;
  microcredits?: bigint;
  /** An existing data directory, to take up what another process left. */
  dataDirectory?: string;
}

export const TEST_NODES = new URL('./test-nodes.ts', import.meta.url).href;

/** A context as the service makes it, on this directory. */
export async function openContext(
  dataDirectory: string,
  prices: Record<string, number> = {},
  settings: NativePoolSettings = {},
): Promise<ServiceContext> {
  prepareDataDirectory(dataDirectory);
  const paths = dataPaths(dataDirectory);
  const db = openDatabase(paths.database);
  const log = pino({ level: 'silent' });
  return {
    config: {
      dataDirectory,
      rateLimit: 100_000,
      storageLimit: 2 ** 40,
      credits: 10_000,
      uploadTtl: 3600,
      multipartThreshold: 2 ** 24,
      partSize: 2 ** 23,
      prices,
      logLevel: 'silent',
    },
    workFolder: dataDirectory,
    db,
    coordination: SINGLE_PROCESS,
    accountNews: createAccountNews({ db, coordination: SINGLE_PROCESS }),
    blobs: createFileBlobStore(paths.blobs),
    media: { dataDirectory, address: 'folder' },
    native: openNativePool(dataDirectory, log, {
      nodesModule: TEST_NODES,
      // Test nodes leave signs in folders of their tests.
      sharedFolders: [tmpdir(), '/dev'],
      ...settings,
    }),
    nodes: createNodeRegistry(nodeDefinitions),
    log,
    urls: createSignedUrls(await loadSecret(db, 'urls'), Date.now),
    cursors: createCursors(await loadSecret(db, 'cursors')),
    now: Date.now,
    newId: createIds(Date.now),
  };
}

export function insertAccount(ctx: ServiceContext, name: string, microcredits: bigint): string {
  const id = ctx.newId('acc');
  const at = new Date(ctx.now()).toISOString();
  connectionOf(ctx.db)
    .prepare(
      'INSERT INTO accounts (id, name, balance_microcredits, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run(id, name, microcredits, at, at);
  return id;
}

/** What a response that is prepared holds. */
function valueOf(response: unknown): unknown {
  if (!(response instanceof PreparedResponse)) throw new Error('Runs and lists of events are prepared.');
  const { json } = response;
  return JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString());
}

export async function openBench(options: BenchOptions = {}): Promise<EngineBench> {
  const root = mkdtempSync(join(tmpdir(), 'patchbay-engine-'));
  const folder = mkdtempSync(join(root, 'signs-'));
  const settings: EngineOptions = { nodesModule: TEST_NODES, threads: 4, stopGraceMs: 0, ...options.engine };
  const ctx = await openContext(options.dataDirectory ?? join(root, 'data'), options.prices, settings);
  const engine = createEngine(ctx, settings);
  const handlers = createRunHandlers(ctx, engine, options.streams);
  const found = connectionOf(ctx.db).prepare('SELECT id FROM accounts LIMIT 1').get();
  const accountId = found
    ? String(found['id'])
    : insertAccount(ctx, 'tester', options.microcredits ?? 10_000_000_000n);

  const call = (runId: string, more: object = {}, account = accountId) =>
    ({
      params: { run_id: runId },
      query: {},
      caller: {
        accountId: account,
        keyId: 'key',
        personId: null,
        scopes: new Set(),
        dataVersion: 0,
        rejection: async () => null,
      },
      requestId: 'request',
      request: new Request('http://service/'),
      signal: new AbortController().signal,
      ...more,
    }) as unknown;

  const bench: EngineBench = {
    ctx,
    engine,
    folder,
    accountId,
    create: async (body, account = accountId) => {
      await requireQueueCapacity(engine, account);
      const run = PublicRunCreateRequest.parse(body);
      const detail = await transaction(ctx.db, () =>
        createRun(ctx, engine, { accountId: account, personId: null }, run),
      );
      engine.dispatch({ id: detail.id, accountId: account });
      return PublicRunDetail.parse(detail);
    },
    get: async (runId, account) =>
      PublicRunDetail.parse(
        valueOf(await handlers['runs.get'](call(runId, {}, account) as Call<EndpointOf<'runs.get'>>)),
      ),
    cancel: async (runId) =>
      PublicRunDetail.parse(await handlers['runs.cancel'](call(runId) as Call<EndpointOf<'runs.cancel'>>)),
    events: async (runId, query = {}, account) => {
      const response: unknown = await handlers['runs.listEvents'](
        call(runId, { query: { limit: 200, ...query } }, account) as Call<EndpointOf<'runs.listEvents'>>,
      );
      return PublicRunEventList.parse(valueOf(response)).data;
    },
    stream: async (runId, from = {}, signal) => {
      const headers: Record<string, string> = {};
      if (from.lastEventId !== undefined) headers['last-event-id'] = from.lastEventId;
      return (await handlers['runs.streamEvents'](
        call(runId, {
          query: from.cursor === undefined ? {} : { cursor: from.cursor },
          request: new Request('http://service/', { headers }),
          ...(signal === undefined ? {} : { signal }),
        }) as Call<EndpointOf<'runs.streamEvents'>>,
      )) as unknown as Response;
    },
    ended: async (runId) => {
      await bench.untilEvent(runId, (event) => /^run\.(succeeded|failed|canceled)$/.test(event.type));
      return await bench.get(runId);
    },
    untilEvent: async (runId, holds, account) => {
      for (;;) {
        const changed = Promise.withResolvers<void>();
        const leave = engine.hub.subscribe(runId, () => changed.resolve());
        try {
          let cursor: string | undefined;
          for (;;) {
            const page = await bench.events(runId, cursor === undefined ? {} : { cursor }, account);
            const found = page.find(holds);
            if (found !== undefined) return found;
            if (page.length < 200) break;
            cursor = page.at(-1)!.id;
          }
          await changed.promise;
        } finally {
          leave();
        }
      }
    },
    addAccount: (name, microcredits = 10_000_000_000n) => insertAccount(ctx, name, microcredits),
    close: async () => {
      await engine.stop();
      await ctx.native.close();
      await ctx.db.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
  return bench;
}

/** An inline graph in few words: nodes by id with literal inputs, wires as `a.out → b.in`. */
export function graphOf(
  nodes: Record<string, [type: string, inputs?: Record<string, unknown>, title?: string]>,
  wires: readonly string[] = [],
): { nodes: unknown[]; connections: unknown[] } {
  const literal = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null && 'type' in value) return value;
    const type = typeof value === 'object' ? 'json' : typeof value;
    return { type, value };
  };
  const end = (written: string): string[] => written.trim().split('.');
  return {
    nodes: Object.entries(nodes).map(([id, [type, inputs = {}, title]]) => ({
      id,
      type,
      title: title ?? null,
      inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, literal(value)])),
    })),
    connections: wires.map((wire) => {
      const [from, to] = wire.split('→');
      return { from: end(from!), to: end(to!) };
    }),
  };
}
