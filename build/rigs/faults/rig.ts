import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pictureLauncher } from '#native/testing/picture-launcher.ts';
import { createCore, type Core } from '#core/core.ts';
import { createFileSecretStore } from '#core/secrets/file-secret-store.ts';
import type { CoreLog } from '#core/options.ts';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/index.ts';
import type { EndpointId } from '#shared/api/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { createServiceKey, ServiceProgram } from '#service/testing/service-program.ts';
import { startBrowserHost } from '../../../electron/browser-host/host.ts';
import { createRandom } from '../random.ts';
import { emulatePage, type Fault } from '../page-side.ts';
import { startSecondCore, type SecondCore } from '../second-core.ts';
import { faultKinds, type FaultKind } from './faults.ts';
import { MULTIPART_FROM } from './file-operations.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { createDelay, directClient, type World } from './world.ts';
import { MODEL_KEY, startTalkingModel } from './talking-model.ts';

/** The app with a service that is reached through proxies which lie. */
export interface FaultRig {
  /** Plays one seed's share of all operations and faults, or the pairs given. */
  play(seed: number, pairs?: readonly Pair[]): Promise<SeedReport>;
  close(): Promise<void>;
}

export interface SeedReport {
  seed: number;
  played: number;
  requests: number;
  met: ReadonlyMap<FaultKind, number>;
  /** Endpoints that were asked through the network that lies. */
  requested: ReadonlySet<EndpointId>;
  edits: number;
  uploads: number;
  runs: number;
  /** Every different failure that a person was told of. */
  sentences: ReadonlySet<string>;
  /** Broken promises, each naming operation, fault and seed. */
  problems: readonly string[];
}

/** So many seeds in a row play every operation under every fault. */
export const SEEDS_FOR_ALL = 20;
/** Real time in which a service on this computer answers; one that hangs costs as much. */
const RESPONSE_TIMEOUT_MS = 800;

const silent: CoreLog = { debug() {}, info() {}, warn() {}, error() {} };

export interface Pair {
  operation: Operation;
  fault: FaultKind;
}

/** Every operation under every fault that it can meet. */
export const allPairs: readonly Pair[] = operations.flatMap((operation) =>
  faultKinds
    .filter((fault) => fault !== 'scrambled-stream' || operation.streams)
    .map((fault) => ({ operation, fault })),
);

/** A fixed part of them: every operation under a few faults, every fault over a few operations. */
export const slicePairs: readonly Pair[] = allPairs.filter(
  ({ operation, fault }) => (operations.indexOf(operation) + faultKinds.indexOf(fault)) % 5 === 0,
);

/** A seed's share: every pair belongs to one of `SEEDS_FOR_ALL` seeds in a row, scrambled streams to each. */
export function pairsOf(seed: number): Pair[] {
  const seedIndex = ((seed % SEEDS_FOR_ALL) + SEEDS_FOR_ALL) % SEEDS_FOR_ALL;
  const isSelected = ({ fault }: Pair, index: number) =>
    fault === 'scrambled-stream' || (index * 7) % SEEDS_FOR_ALL === seedIndex;
  return createRandom(seed).shuffled(allPairs.filter(isSelected));
}

/** Where redirects lead: whoever comes here was lured away. */
async function startLure() {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(`${request.method} with ${request.headers.authorization ? 'a key' : 'no key'}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<form><input type="password"></form>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    visits,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Connects a text model to the service.
 * @param folder holds those of app and service. @returns a function that ends the model
 */
async function connectModel(folder: string): Promise<() => Promise<void>> {
  // The core asks models of the service on its own folder, which here has another one.
  const administration = join(folder, 'app/service');
  await mkdir(administration, { recursive: true });
  await copyFile(
    join(folder, 'service', ADMINISTRATION_SECRET_FILE),
    join(administration, ADMINISTRATION_SECRET_FILE),
  );
  const model = await startTalkingModel();
  const models = [{ kind: 'text' as const, model: 'talk-1', price: 500_000 }];
  await callDesk('addModelProvider', {
    body: { name: 'Talk', baseUrl: `${model.origin}/v1`, models, key: MODEL_KEY },
  });
  return () => model.close();
}

export async function startFaultRig(): Promise<FaultRig> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-faults-'));
  const cleanups: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  };
  const waits: string[] = [];
  try {
    const data = join(folder, 'service');
    const key = await createServiceKey(data, 'rig');
    const service = await new ServiceProgram(data).start({
      'rate-limit': 100_000_000,
      'multipart-threshold': MULTIPART_FROM,
      'part-size': MULTIPART_FROM / 4,
    });
    cleanups.push(() => service.stop());
    const database = new DatabaseSync(join(folder, 'service/patchbay.sqlite'), { readOnly: true });
    cleanups.push(() => database.close());

    const lure = await startLure();
    cleanups.push(lure.close);

    let core: Core | null = null;
    const host = await startBrowserHost({
      served: () => core!,
      // The pages' modules run in this process.
      pages: () => ({ respond: () => new Response(null, { status: 404 }), names: [] }),
      version: '0',
      onError: () => undefined,
    });
    cleanups.push(() => host.close());
    const random = createRandom(0);
    core = createCore({
      dataDirectory: join(folder, 'app'),
      secrets: createFileSecretStore(join(folder, 'app/desk/keys.json')),
      launchService: {
        start: async ({ signal }) => {
          const exited = new Promise<number>((end) => signal.addEventListener('abort', () => end(0)));
          return { origin: service.origin, pid: null, exited, stop: () => Promise.resolve() };
        },
        createKey: () => Promise.resolve(key),
      },
      launchNative: pictureLauncher(),
      host: 'browser',
      version: '0',
      mediaOrigin: () => host.mediaOrigin,
      log: silent,
      clock: createDelay(
        () => random.next(),
        (wait) => waits.push(wait),
      ).core,
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
    });
    await core.start();
    cleanups.push(() => core?.close());
    const second = await startSecondCore(join(folder, 'second'), { origin: service.origin, key });
    cleanups.push(() => second.close());
    const faults = createRandom(1);
    const fault = (): Fault =>
      faults.bool(0.95) ? 'none' : faults.pick(['lost', 'unanswered', 'twice'] as const);
    cleanups.push(await emulatePage(host.link(), { fault }));
    cleanups.push(await connectModel(folder));

    return {
      close,
      play: (seed, pairs = pairsOf(seed)) =>
        playSeed(seed, pairs, { origin: service.origin, key, second, lure, database, waits }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What all seeds are played on. */
interface TestBed {
  /** Of the service itself. */
  origin: string;
  key: string;
  second: SecondCore;
  lure: Awaited<ReturnType<typeof startLure>>;
  database: DatabaseSync;
  /** What was waited for without end; emptied after each pair. */
  waits: string[];
}

async function playSeed(
  seed: number,
  pairs: readonly Pair[],
  { origin, key, second, lure, database, waits }: TestBed,
): Promise<SeedReport> {
  const proxy = await startFaultProxy(origin, lure.origin);
  const problems: string[] = [];
  try {
    const name = `Seed ${seed}`;
    const { id } = await callDesk('addConnection', { body: { name, baseUrl: proxy.origin, key } });
    const random = createRandom(seed);
    const world: World = {
      seed,
      random,
      name,
      connectionId: id,
      proxy,
      second,
      api: apiFor(id),
      direct: directClient(origin, key),
      async directBytes(url) {
        return new Uint8Array(await (await fetch(url)).arrayBuffer());
      },
      database,
      delay: createDelay(
        () => random.next(),
        (wait) => waits.push(wait),
      ),
      problems,
      tally: { edits: 0, uploads: 0, runs: 0, sentences: new Set() },
    };
    for (const pair of pairs) await playPair(world, pair, lure.visits, waits);
    problems.push(...proxy.leaks);
    const { triggered, requested, requests } = proxy;
    return {
      seed,
      played: pairs.length,
      requests,
      met: triggered,
      requested,
      ...world.tally,
      problems,
    };
  } finally {
    await proxy.close();
  }
}

async function playPair(
  world: World,
  { operation, fault }: Pair,
  lured: string[],
  waits: string[],
): Promise<void> {
  const before = world.problems.length;
  try {
    await operation.play(world, fault);
  } catch (error) {
    world.problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    world.proxy.beHonest();
  }
  for (const address of lured.splice(0))
    world.problems.push(`The app followed a redirect to a login: ${address}.`);
  world.problems.push(...waits.splice(0));
  const prefix = `Seed ${world.seed}, ${operation.name} under ${fault}:`;
  for (const [index, problem] of world.problems.entries()) {
    if (index >= before) world.problems[index] = `${prefix} ${problem}`;
  }
}
