import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { builtProgram } from '#native/testing/built-program.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import type {
  ConnectionList,
  RemoteBatch,
  LibraryOutput,
  OutputCollection,
  OutputPage,
  OutputSearch,
  RunRecord,
  TeamStatus,
} from '#shared/desk/index.ts';
import { batchRunId } from '#shared/desk/run-origin.ts';
import { createSpawnLauncher } from '../local-service/spawn-launcher.ts';
import { respondEmpty, startServer } from '../testing/http-server.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';
import { createTestLog } from '../testing/test-log.ts';

/** Two people: the cores of two computers at one service, the second one through a network that can fail. */

const entry = builtProgram(new URL('../../../service/main.ts', import.meta.url), 'service/main.js');
const TEAM = '/administration/v1/team';

const graph = (text: string) => ({
  nodes: [
    { id: 'text', type: 'input/text', inputs: { value: { type: 'string', value: text } } },
    { id: 'out', type: 'output/value', inputs: { name: { type: 'string', value: 'Text' } } },
  ],
  connections: [{ from: ['text', 'text'], to: ['out', 'value'] }],
});

type Fault = 'none' | 'offline' | 'older' | 'lose answers';

/** Passes requests on to a service, or does not. */
async function startNetwork(target: () => string) {
  const network = { fault: 'none' as Fault, lost: 0, sent: [] as string[] };
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, url = '', headers } = incoming;
    network.sent.push(`${method} ${url}`);
    if (network.fault === 'offline') return void incoming.socket.destroy();
    if (network.fault === 'older' && url.startsWith('/administration/')) {
      incoming.resume();
      outgoing.writeHead(404, { 'content-type': 'application/json' });
      return void outgoing.end('{"error":{"code":"NOT_FOUND","message":"No such path.","requestId":null}}');
    }
    const isLost = network.fault === 'lose answers' && url === `${TEAM}/changes`;
    const { hostname, port } = new URL(target());
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (isLost) {
        network.lost += 1;
        answer.resume();
        answer.on('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      outgoing.on('close', () => onward.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(network, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(fault: Fault): void {
      network.fault = fault;
      if (fault !== 'none') server.closeAllConnections();
    },
  });
}

/** What one person sees and does. */
class Person {
  readonly desk: TestCore;
  readonly connectionId: string;
  constructor(desk: TestCore, connectionId: string) {
    this.desk = desk;
    this.connectionId = connectionId;
  }

  async search(search: Partial<OutputSearch>): Promise<LibraryOutput[]> {
    const body = { connectionId: this.connectionId, ...search };
    return ((await this.desk.read('POST', '/desk/outputs/search', body)) as OutputPage).outputs;
  }

  async output(runId: string): Promise<LibraryOutput> {
    const found = [...(await this.search({ runId })), ...(await this.search({ runId, hidden: true }))];
    return found[0]!;
  }

  async change(runId: string, change: object): Promise<void> {
    const { id } = await this.output(runId);
    await this.desk.read('PATCH', '/desk/outputs', { outputIds: [id], ...change });
  }

  async collections(): Promise<OutputCollection[]> {
    const path = `/desk/collections?connectionId=${this.connectionId}`;
    return ((await this.desk.read('GET', path)) as { collections: OutputCollection[] }).collections;
  }

  status = async (): Promise<TeamStatus> =>
    (await this.desk.read('GET', `/desk/team/${this.connectionId}`)) as TeamStatus;
}

/** Meets a run as a page does, once it has ended. */
const meet = async (person: Person, runId: string): Promise<void> => {
  await expect
    .poll(() => person.desk.read('GET', `/api/${person.connectionId}/v1/runs/${runId}`))
    .toMatchObject({ status: 'succeeded' });
  await expect.poll(() => person.search({ runId })).toHaveLength(1);
};

/** Nothing waits for the service. */
const sent = async (person: Person): Promise<void> => {
  await expect.poll(() => person.status()).toEqual({ isShared: true, pending: 0 });
};

const startTeam = async (fault: Fault = 'none') => {
  const first = await startTestCore({ launchService: createSpawnLauncher({ entry, log: createTestLog() }) });
  // From its sources, on a busy machine, the service may need another try.
  const start = async (): Promise<number> => {
    const { status } = await first.ask('GET', '/api/local/v1/projects');
    if (status !== 200) await first.ask('POST', '/desk/local-service/restart');
    return status;
  };
  await expect.poll(start, { timeout: 180_000 }).toBe(200);
  // Another one after the service was killed.
  const origin = (): string => {
    const { connections } = JSON.parse(
      readFileSync(join(first.folder, 'desk', 'connections.json'), 'utf8'),
    ) as ConnectionList;
    return connections.find(({ id }) => id === 'local')!.baseUrl;
  };
  const keys = JSON.parse(readFileSync(join(first.folder, 'desk', 'keys.json'), 'utf8')) as {
    secrets: { local: string };
  };
  const network = await startNetwork(origin);
  network.fault = fault;
  const empty = await startServer(respondEmpty);
  const second = await startTestCore({ launchService: launcherOf(empty.origin) });
  const { id } = (await second.read('POST', '/desk/connections', {
    name: 'Studio',
    baseUrl: network.origin,
    key: keys.secrets.local,
  })) as { id: string };
  const ann = new Person(first, 'local');
  const ben = new Person(second, id);
  return {
    ann,
    ben,
    network,
    /** A run of Ann's that both have met. */
    made: async (text: string): Promise<string> => {
      const { id: runId } = (await first.read('POST', '/api/local/v1/runs', { graph: graph(text) })) as {
        id: string;
      };
      await meet(ann, runId);
      await meet(ben, runId);
      return runId;
    },
    /** Ben's app ends and is opened again. */
    async restartBen(): Promise<Person> {
      await second.core.close();
      const again = await startTestCore({ launchService: launcherOf(empty.origin), folder: second.folder });
      return new Person(again, id);
    },
  };
};

const noted = async (person: Person, runId: string) => {
  const { starred, note, hidden } = await person.output(runId);
  return { starred, note, hidden };
};

describe('two people at one service', { timeout: 240_000 }, () => {
  test('see stars, notes, what is hidden and collections of each other without asking again', async () => {
    const { ann, ben, made } = await startTeam();
    const runId = await made('both');
    await ann.change(runId, { starred: true, note: 'Warm' });
    await expect.poll(() => noted(ben, runId)).toEqual({ starred: true, note: 'Warm', hidden: false });
    await ben.change(runId, { starred: false, hidden: true });
    await expect.poll(() => noted(ann, runId)).toEqual({ starred: false, note: 'Warm', hidden: true });
    await ben.change(runId, { hidden: false });
    const { id } = await ann.output(runId);
    const { id: collectionId } = (await ann.desk.read('POST', '/desk/collections', {
      connectionId: 'local',
      name: 'Picks',
      outputIds: [id],
    })) as OutputCollection;
    await expect.poll(() => ben.collections()).toMatchObject([{ id: collectionId, name: 'Picks', count: 1 }]);
    await ben.desk.read('PATCH', `/desk/collections/${collectionId}`, { name: 'Best' });
    await ben.desk.read('POST', `/desk/collections/${collectionId}/items`, {
      remove: [(await ben.output(runId)).id],
    });
    await expect.poll(() => ann.collections()).toMatchObject([{ name: 'Best', count: 0 }]);
    await ann.desk.read('PATCH', `/desk/collections/${collectionId}`, { deleted: true });
    await expect.poll(() => ben.collections()).toEqual([]);
    // What was added before a computer meets a run is there when it does.
    const { id: later } = (await ann.desk.read('POST', '/api/local/v1/runs', { graph: graph('later') })) as {
      id: string;
    };
    await meet(ann, later);
    await ann.change(later, { starred: true, note: 'Seen first by Ann' });
    await sent(ann);
    await meet(ben, later);
    await expect
      .poll(() => noted(ben, later))
      .toEqual({ starred: true, note: 'Seen first by Ann', hidden: false });
  });

  test('see what the other one runs, with its cost and as groups, also what ran while they were away', async () => {
    const { ann, ben, network } = await startTeam();
    const { id: projectId } = (await ann.desk.read('POST', '/api/local/v1/projects', { name: 'Ours' })) as {
      id: string;
    };
    const run = async (externalId?: string): Promise<string> => {
      await ann.desk.read('PUT', `/api/local/v1/projects/${projectId}/document`, {
        expectedVersion: version,
        document: { graph: graph(`run ${version}`) },
      });
      version += 1;
      const body = { projectId, ...(externalId === undefined ? {} : { externalId }) };
      return ((await ann.desk.read('POST', '/api/local/v1/runs', body)) as { id: string }).id;
    };
    let version = 1;
    const bens = async () =>
      (
        (await ben.desk.read(
          'GET',
          `/desk/runs?connectionId=${ben.connectionId}&projectId=${projectId}`,
        )) as { runs: RunRecord[] }
      ).runs;
    const batches = async () =>
      (
        (await ben.desk.read(
          'GET',
          `/desk/remote-batches?connectionId=${ben.connectionId}&projectId=${projectId}`,
        )) as { batches: RemoteBatch[] }
      ).batches;
    expect(await bens()).toEqual([]);
    await sent(ben);
    const first = await run();
    await expect.poll(async () => (await ben.search({ runId: first })).length).toBe(1);
    // An output is there before its run has ended.
    await expect
      .poll(bens)
      .toMatchObject([{ runId: first, status: 'succeeded', creditsUsedMicrocredits: '0' }]);
    network.cut('offline');
    const away = await run();
    for (const item of ['0', '1']) await run(batchRunId('grid', item));
    network.cut('none');
    await expect
      .poll(async () => (await bens()).map(({ runId }) => runId), { timeout: 60_000 })
      .toEqual([away, first]);
    await expect
      .poll(batches, { timeout: 30_000 })
      .toMatchObject([{ batchId: 'grid', runs: 2, succeeded: 2 }]);
    // What Ann started is none of that on her computer.
    await expect.poll(() => ann.search({ runId: first })).toHaveLength(1);
    expect((await ann.search({ runId: first }))[0]).not.toHaveProperty('startedBy');
  });

  test(
    'lose nothing offline, over a restart, and nothing is applied twice after answers that were lost',
    { tags: 'rig' },
    async () => {
      const team = await startTeam();
      const { ann, network, made } = team;
      let { ben } = team;
      const runId = await made('offline');
      await sent(ben);
      network.cut('offline');
      await ben.change(runId, { starred: true, note: 'From the train' });
      await ann.change(runId, { note: 'From the office' });
      await sent(ann);
      expect(await ben.status()).toEqual({ isShared: true, pending: 2 });
      expect(await noted(ben, runId)).toMatchObject({ starred: true, note: 'From the train' });
      ben = await team.restartBen();
      expect(await ben.status()).toEqual({ isShared: true, pending: 2 });
      // Applied, and Ben's computer does not know it.
      network.cut('lose answers');
      await expect.poll(() => network.lost, { timeout: 60_000 }).toBeGreaterThan(0);
      const both = 'From the office\n\nFrom the train';
      await expect.poll(() => noted(ann, runId)).toMatchObject({ starred: true, note: both });
      await ann.change(runId, { starred: false, note: 'From the office' });
      await sent(ann);
      expect((await ben.status()).pending).toBe(2);
      network.cut('none');
      await expect.poll(() => ben.status(), { timeout: 90_000 }).toEqual({ isShared: true, pending: 0 });
      await expect.poll(() => noted(ben, runId)).toMatchObject({ starred: false, note: 'From the office' });
      expect(await noted(ann, runId)).toMatchObject({ starred: false, note: 'From the office' });
    },
  );

  test(
    'a service that stores nothing of the kind leaves all on the computer, and gets it once when it does',
    { tags: 'rig' },
    async () => {
      const { ann, ben, network, made } = await startTeam('older');
      const runId = await made('older');
      await ben.change(runId, { starred: true, note: 'Mine' });
      await ben.desk.read('POST', '/desk/collections', {
        connectionId: ben.connectionId,
        name: 'Picks',
        outputIds: [(await ben.output(runId)).id],
      });
      await ann.change(runId, { note: 'Ann’s' });
      expect(await ben.status()).toEqual({ isShared: false, pending: 0 });
      expect(network.sent.filter((line) => line.includes(`${TEAM}/changes`))).toEqual([]);
      // The service is replaced by a later one.
      network.cut('offline');
      await ben.desk.ask('GET', `/api/${ben.connectionId}/v1/projects`);
      network.cut('none');
      await expect.poll(() => ben.status(), { timeout: 60_000 }).toEqual({ isShared: true, pending: 0 });
      const both = 'Ann’s\n\nMine';
      await expect.poll(() => noted(ann, runId)).toMatchObject({ starred: true, note: both });
      await expect.poll(() => ann.collections()).toMatchObject([{ name: 'Picks', count: 1 }]);
      await expect.poll(() => noted(ben, runId)).toMatchObject({ starred: true, note: both });
      expect(await ben.collections()).toHaveLength(1);
    },
  );

  test(
    'a service that is killed before it has a change gets it when it is back',
    { tags: 'long' },
    async () => {
      const { ann, ben, made } = await startTeam();
      const runId = await made('killed');
      await sent(ann);
      await sent(ben);
      const { pid } = JSON.parse(
        readFileSync(join(ann.desk.folder, 'desk', 'local-service.json'), 'utf8'),
      ) as {
        pid: number;
      };
      process.kill(pid, 'SIGKILL');
      await ann.change(runId, { starred: true, note: 'While it was away' });
      await expect.poll(() => ann.status(), { timeout: 90_000 }).toEqual({ isShared: true, pending: 0 });
      await expect
        .poll(() => noted(ben, runId), { timeout: 90_000 })
        .toEqual({ starred: true, note: 'While it was away', hidden: false });
    },
  );
});
