import { join } from 'node:path';
import { expect } from 'vitest';
import type { LibraryOutput, OutputCollection, OutputPage, TeamStatus } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { startSecondCore, type CollectionList, type SecondCore } from '../second-core.ts';
import { findLocalService } from './local-service.ts';

/** Somebody else of the account, at the local service of the app that was killed. */

const TIMEOUT = { timeout: 90_000 };

interface Acknowledged {
  runId: string;
  /** Outputs of the run, as the app has them now. */
  outputs: () => Promise<LibraryOutput[]>;
  /** Ids of the collections that must be there. */
  collections: ReadonlySet<string>;
}

/** What both computers have to say of an output alike. */
const marksOf = (outputs: readonly LibraryOutput[]) =>
  outputs
    .map(({ key, starred, note }) => ({ key, starred, note }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));

const idsOf = ({ collections }: { collections: readonly OutputCollection[] }): Set<string> =>
  new Set(collections.map(({ id }) => id));

const missingOf = (expected: Iterable<string>, found: ReadonlySet<string>): string[] =>
  [...expected].filter((id) => !found.has(id));

/**
 * Holds the app of another computer to what is in this one, then adds a collection there that has to come here.
 * @param folder of the app that was killed; the other one keeps its data in it as well.
 * @returns the id of that collection
 */
export async function markOnSecondCore(folder: string, acknowledged: Acknowledged): Promise<string> {
  const second = await startSecondCore(join(folder, 'second'), await findLocalService(join(folder, 'data')));
  try {
    return await compare(second, acknowledged);
  } finally {
    await second.close();
  }
}

async function compare(second: SecondCore, { runId, outputs, collections }: Acknowledged): Promise<string> {
  const expected: TeamStatus = { isShared: true, pending: 0 };
  const localStatus = () => callDesk('getTeamStatus', { params: { connectionId: 'local' } });
  const remoteOutputs = async () => {
    // By its run it is recorded there too.
    await second.read('GET', `/api/local/v1/runs/${runId}`);
    const body = { connectionId: 'local', runId };
    return (await second.read<OutputPage>('POST', '/desk/outputs/search', body)).outputs;
  };
  const remoteCollections = () => second.read<CollectionList>('GET', '/desk/collections?connectionId=local');
  const localCollections = () => callDesk('listCollections', { query: { connectionId: 'local' } });

  await expect.poll(localStatus, TIMEOUT).toMatchObject(expected);
  await expect.poll(async () => marksOf(await remoteOutputs()), TIMEOUT).toEqual(marksOf(await outputs()));
  await expect
    .poll(async () => missingOf(collections, idsOf(await remoteCollections())), TIMEOUT)
    .toEqual([]);

  const { id } = await second.read<OutputCollection>('POST', '/desk/collections', {
    connectionId: 'local',
    name: 'From another computer',
    outputIds: (await remoteOutputs()).map((output) => output.id),
  });
  await expect
    .poll(() => second.read<TeamStatus>('GET', '/desk/team/local'), TIMEOUT)
    .toMatchObject(expected);
  await expect.poll(async () => missingOf([id], idsOf(await localCollections())), TIMEOUT).toEqual([]);
  return id;
}
