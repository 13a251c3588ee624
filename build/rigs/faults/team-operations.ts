import { endpoints } from '#shared/api/index.ts';
import type { LibraryOutput, OutputCollection, OutputPage, TeamStatus } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import type { CollectionList } from '../second-core.ts';
import type { Operation } from './operation.ts';
import { runnable } from './run-operations.ts';
import { check, countOf, startLying, surely, until, type World } from './world.ts';

/** What people of one account add to outputs, on two computers: one is lied to, and each gets all that the other one added, once. */

const NOTE = 'From a network that lies';

/** One of the two computers, as its page sees it. */
interface Computer {
  outputs(runId: string): Promise<LibraryOutput[]>;
  collections(): Promise<OutputCollection[]>;
  status(): Promise<TeamStatus>;
}

const localComputer = ({ connectionId }: World): Computer => ({
  outputs: async (runId) => (await callDesk('searchOutputs', { body: { connectionId, runId } })).outputs,
  collections: async () => (await callDesk('listCollections', { query: { connectionId } })).collections,
  status: () => callDesk('getTeamStatus', { params: { connectionId } }),
});

const remoteComputer = ({ second }: World): Computer => ({
  outputs: async (runId) => {
    const body = { connectionId: 'local', runId };
    return (await second.read<OutputPage>('POST', '/desk/outputs/search', body)).outputs;
  },
  collections: async () => {
    const path = '/desk/collections?connectionId=local';
    return (await second.read<CollectionList>('GET', path)).collections;
  },
  status: () => second.read<TeamStatus>('GET', '/desk/team/local'),
});

const isSettled = async (computer: Computer): Promise<boolean> => {
  const { isShared, pending } = await computer.status();
  return isShared && pending === 0;
};

/** A run that has ended, as both computers have recorded it. */
async function sharedRun(world: World, local: Computer, remote: Computer): Promise<string> {
  const projectId = await runnable(world, 0);
  const { id: runId } = await world.direct(endpoints.runs.create, {
    body: { projectId },
    idempotencyKey: crypto.randomUUID(),
  });
  await until('both computers have the output', async () => {
    await world.api(endpoints.runs.get, { params: { run_id: runId } }).catch(() => undefined);
    await world.second.read('GET', `/api/local/v1/runs/${runId}`);
    return (await local.outputs(runId)).length === 1 && (await remote.outputs(runId)).length === 1;
  });
  return runId;
}

const share: Operation = {
  name: 'share a star, a note and collections with another computer',
  async play(world, fault) {
    const { connectionId, second } = world;
    const [local, remote] = [localComputer(world), remoteComputer(world)];
    const runId = await sharedRun(world, local, remote);
    await until('both computers share', async () => (await isSettled(local)) && (await isSettled(remote)));
    const localIds = (await local.outputs(runId)).map(({ id }) => id);
    const remoteIds = (await remote.outputs(runId)).map(({ id }) => id);
    const names = [`${runId} here`, `${runId} there`];

    startLying(world, fault);
    await surely(world, this.name, () =>
      callDesk('changeOutputs', { body: { outputIds: localIds, starred: true, note: NOTE } }),
    );
    await surely(world, this.name, () =>
      callDesk('createCollection', { body: { connectionId, name: names[0]!, outputIds: localIds } }),
    );
    await second.read('POST', '/desk/collections', {
      connectionId: 'local',
      name: names[1],
      outputIds: remoteIds,
    });
    await until('it is sent through lies', () => isSettled(local), 1500).catch(() => undefined);
    world.proxy.beHonest();

    for (const [place, computer] of [
      ['here', local],
      ['there', remote],
    ] as const) {
      const found = async () =>
        (await computer.collections())
          .filter(({ name }) => names.includes(name))
          .map(({ name, count }) => `${name}: ${count}`)
          .toSorted();
      await until(`all is sent from ${place}`, () => isSettled(computer));
      await until(
        `both collections are ${place}`,
        async () => (await found()).join() === names.map((name) => `${name}: 1`).join(),
      ).catch(async (error: unknown) => {
        throw new Error(`The collections ${place} are ${(await found()).join(', ')}.`, { cause: error });
      });
      await until(`star and note are ${place}`, async () => {
        const [output] = await computer.outputs(runId);
        return output?.starred === true && output.note === NOTE;
      });
    }
    const count = countOf(world, 'SELECT count(*) AS count FROM team_registers WHERE run_id = ?', runId);
    check(
      count === 4,
      `The service has ${count} registers of the output, not a star, a note and two members.`,
    );
  },
};

export const teamOperations: readonly Operation[] = [share];
