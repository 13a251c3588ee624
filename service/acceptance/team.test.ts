import { randomUUID } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  TEAM_LIMITS,
  type TeamChange,
  type TeamPage,
  type TeamRegister,
  type TeamRuns,
} from '#shared/administration/index.ts';
import { liveRunId } from '#shared/desk/run-origin.ts';
import { DEFAULT_LIMITS } from '#shared/reading/index.ts';
import { createKey } from '#service/accounts/keys.ts';
import { addPerson, peopleContext } from '#service/people/people.ts';
import { markOpenAsCopy } from '#service/storage/copy-mark.ts';
import { scopesExcept, TestService } from './harness.ts';
import { posterGraph, photo, upload } from './run-story.ts';

/** Two people of one account, each with a key: what one adds to outputs, the other one reads. */

const PATH = '/administration/v1/team';

const TEXT_GRAPH = { nodes: [{ id: 'text', type: 'input/text' }] };

type Change = TeamChange extends infer C ? (C extends TeamChange ? Omit<C, 'id'> : never) : never;

describe('what a team adds to outputs', () => {
  let service: TestService;
  let ann = '';
  let ben = '';
  beforeAll(async () => {
    service = await TestService.open('http');
    ann = service.key;
    ben = await service.newKey({ account: 'owner' });
  });
  afterAll(() => service.close());

  const ask = (path: string, body: unknown, key = ann) =>
    service.raw(PATH + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const send = async (changes: readonly TeamChange[], key = ann) => {
    const response = await ask('/changes', { changes }, key);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, text]);
    const { results } = JSON.parse(text) as { results: { id: string; outcome: string }[] };
    expect(results.map(({ id }) => id)).toEqual(changes.map(({ id }) => id));
    return results.map(({ outcome }) => outcome);
  };
  const change = (fields: Change, id: string = randomUUID()) => ({ ...fields, id });
  const read = async (after = 0, key = ann) =>
    (await (await ask('/registers/list', { after }, key)).json()) as TeamPage;
  const valueOf = async (matches: (register: TeamRegister) => boolean, key = ann) =>
    (await read(0, key)).registers.filter(matches).map(({ value }) => value);

  /** A run that makes a text. @returns its id */
  const made = async (text: string, projectId?: string) => {
    const graph = {
      nodes: [
        { id: 'text', type: 'input/text', inputs: { value: { type: 'string', value: text } } },
        { id: 'out', type: 'output/value', inputs: { name: { type: 'string', value: 'Text' } } },
      ],
      connections: [{ from: ['text', 'text'], to: ['out', 'value'] }],
    };
    const { id } = await service.ok('runs.create', { body: projectId ? { projectId } : { graph } });
    await service.engine.whenIdle();
    return id;
  };
  const outputOf = (runId: string, key = 'Text') => ({ runId, key });

  it('gives what one wrote to the other, in the order in which it was written', async () => {
    const { registers: before } = await read();
    const after = before.at(-1)?.sequence ?? 0;
    const output = outputOf(await made('first'));
    const collectionId = randomUUID();
    expect(
      await send([
        change({ field: 'starred', output, value: true }),
        change({ field: 'note', output, value: 'Warm', before: null }),
        change({ field: 'name', collectionId, value: 'Picks' }),
        change({ field: 'member', collectionId, output, value: true }),
      ]),
    ).toEqual(['applied', 'applied', 'applied', 'applied']);
    const { registers, isLast } = await read(after, ben);
    expect(isLast).toBe(true);
    expect(registers.map(({ field, value, collectionId: of }) => [field, value, of])).toEqual([
      ['starred', true, null],
      ['note', 'Warm', null],
      ['name', 'Picks', collectionId],
      ['member', true, collectionId],
    ]);
    expect(registers.map(({ output: of }) => of?.runId ?? null)).toEqual([
      output.runId,
      output.runId,
      null,
      output.runId,
    ]);
    // The last writer stands, and comes once.
    await send([change({ field: 'starred', output, value: false })], ben);
    const later = await read(registers.at(-1)!.sequence);
    expect(later.registers.map(({ field, value }) => [field, value])).toEqual([['starred', false]]);
  });

  it('applies a change that is sent twice once, whoever wrote in between', async () => {
    const output = outputOf(await made('twice'));
    const star = change({ field: 'starred', output, value: true });
    const note = change({ field: 'note', output, value: 'Mine', before: null });
    await send([star, note]);
    await send([change({ field: 'starred', output, value: false })], ben);
    await send([change({ field: 'note', output, value: 'Theirs', before: 'Mine' })], ben);
    await send([star, note]);
    const ofOutput = (register: TeamRegister) => register.output?.runId === output.runId;
    expect(await valueOf(ofOutput)).toEqual([false, 'Theirs']);
    // After a restart of the service as well.
    await service.restart();
    await send([star, note]);
    expect(await valueOf(ofOutput)).toEqual([false, 'Theirs']);
  });

  it('lets notes of two people stand together', async () => {
    const output = outputOf(await made('notes'));
    await send([change({ field: 'note', output, value: 'Too dark', before: null })]);
    await send([change({ field: 'note', output, value: 'Take two', before: null })], ben);
    expect(await valueOf(({ output: of }) => of?.runId === output.runId)).toEqual(['Too dark\n\nTake two']);
  });

  it('has one register for outputs of a project with the same content', async () => {
    const { id: projectId } = await service.createProject({ name: 'Equal' });
    const fileId = await upload(service, await photo(), 'a.jpg', 'image/jpeg');
    await service.ok('projects.replaceDocument', {
      params: { project_id: projectId },
      body: { expectedVersion: 1, document: { graph: posterGraph(fileId) } },
    });
    const [one, again] = [await made('', projectId), await made('', projectId)];
    for (const key of ['Picture', 'Words']) {
      const before = (await read()).registers.length;
      await send([change({ field: 'starred', output: outputOf(one, key), value: true })]);
      await send([change({ field: 'starred', output: outputOf(again, key), value: false })], ben);
      const { registers } = await read();
      expect([key, registers.length]).toEqual([key, before + 1]);
      expect(registers.at(-1)).toMatchObject({ value: false, output: { runId: again, projectId } });
    }
    // The same value of another project is another output.
    const before = (await read()).registers.length;
    await send([change({ field: 'starred', output: outputOf(await made('hello world')), value: true })]);
    expect((await read()).registers).toHaveLength(before + 1);
  });

  it('stays within an account, and within the scopes of a key', async () => {
    const output = outputOf(await made('private'));
    await send([change({ field: 'starred', output, value: true })]);
    const stranger = await service.newKey({ account: 'somebody else' });
    expect((await read(0, stranger)).registers).toEqual([]);
    expect(await send([change({ field: 'starred', output, value: false })], stranger)).toEqual(['no-output']);
    expect((await read(0, stranger)).storeId).not.toBe((await read()).storeId);
    const reader = await service.newKey({ scopes: scopesExcept('projects:write') });
    expect((await ask('/registers/list', { after: 0 }, reader)).status).toBe(200);
    expect((await ask('/changes', { changes: [] }, reader)).status).toBe(403);
    expect((await ask('/registers/list', { after: 0 }, 'pb_wrong')).status).toBe(401);
    // A key of an account opens nothing that is the owner's.
    const owners = await service.raw('/administration/v1/model-providers', {
      headers: { authorization: `Bearer ${ann}` },
    });
    expect(owners.status).toBe(401);
    expect(
      (await service.raw(`${PATH}/changes`, { headers: { authorization: `Bearer ${ann}` } })).status,
    ).toBe(405);
  });

  it('refuses what is too much or too long, and says so of an output that is not there', async () => {
    const output = outputOf(await made('limits'));
    const long = 'x'.repeat(TEAM_LIMITS.note + 1);
    for (const changes of [
      [change({ field: 'note', output, value: long, before: null })],
      Array.from({ length: TEAM_LIMITS.changes + 1 }, () =>
        change({ field: 'starred', output, value: true }),
      ),
      [{ id: 'a', field: 'price', output, value: 1 }],
      [change({ field: 'name', collectionId: 'a\u0000b', value: 'A' })],
      [change({ field: 'starred', output: outputOf('a\ud800'), value: true })],
    ]) {
      const response = await ask('/changes', { changes });
      const { error } = (await response.json()) as { error: { message: string } };
      expect([Math.floor(response.status / 100), error.message]).toEqual([4, expect.stringMatching(/./)]);
    }
    expect(await send([change({ field: 'starred', output: outputOf('run_none'), value: true })])).toEqual([
      'no-output',
    ]);
  });

  it('gives long lists in pages, each register once', async () => {
    const collectionId = randomUUID();
    const { registers: before } = await read();
    const start = before.at(-1)!.sequence;
    const names = Array.from({ length: TEAM_LIMITS.page + 3 }, (_, index) => `c${collectionId}${index}`);
    for (let at = 0; at < names.length; at += TEAM_LIMITS.changes) {
      await send(
        names
          .slice(at, at + TEAM_LIMITS.changes)
          .map((id) => change({ field: 'name', collectionId: id, value: 'A' })),
      );
    }
    const first = await read(start);
    expect([first.registers.length, first.isLast]).toEqual([TEAM_LIMITS.page, false]);
    const rest = await read(first.registers.at(-1)!.sequence);
    expect([rest.registers.length, rest.isLast]).toEqual([3, true]);
    expect([...first.registers, ...rest.registers].map(({ collectionId: id }) => id)).toEqual(names);
  });

  it('cuts a page before it is more than a desktop process reads, and gives the rest', async () => {
    const stranger = await service.newKey({ account: 'long notes' });
    const { storeId } = await read(0, stranger);
    const accountId = storeId.split('.')[0]!;
    // Each character is six bytes of JSON.
    const value = JSON.stringify('\u0001'.repeat(TEAM_LIMITS.joinedNote));
    await service.context.db.runMany(
      `INSERT INTO team_registers (account_id, field, collection_id, output_hash, value, sequence, run_id, output_key, content,
         changed_at, changed_by) VALUES (?, 'note', '', ?, ?, ?, 'run', 'key', 'content', 'now', 'key')`,
      Array.from({ length: 360 }, (_, index) => [accountId, `h${index}`, value, index + 1]),
    );
    let after = 0;
    let pages = 0;
    for (let isLast = false; !isLast; pages += 1) {
      const text = await (await ask('/registers/list', { after }, stranger)).text();
      expect(Buffer.byteLength(text)).toBeLessThan(DEFAULT_LIMITS.bytes / 2);
      const page = JSON.parse(text) as TeamPage;
      expect(page.registers[0]?.sequence).toBe(after + 1);
      after = page.registers.at(-1)!.sequence;
      isLast = page.isLast;
    }
    expect([after, pages > 1]).toEqual([360, true]);
  });

  it('tells somebody whose key was revoked of nothing that is written after it', async () => {
    const key = await service.newKey({ account: 'owner' });
    const stream = await openStream(service, key);
    await stream.next();
    await service.revoke(key);
    await send([change({ field: 'name', collectionId: randomUUID(), value: 'Secret' })]);
    await expect(stream.next()).rejects.toThrow('The stream ended.');
  });

  it('counts under another name after the database was put back from a backup', async () => {
    const { storeId } = await read();
    await service.restart();
    expect((await read()).storeId).toBe(storeId);
    await markOpenAsCopy(service.context.db);
    await service.restart();
    const renewed = await read();
    expect(renewed.storeId).not.toBe(storeId);
    expect(renewed.registers.length).toBeGreaterThan(0);
  });

  it('lists runs of the account, whoever started them, and says who it was', async () => {
    const runsOf = async (key: string, after: number | null) =>
      (await (await ask('/runs/list', { after }, key)).json()) as TeamRuns;
    const personKey = async (name: string) => {
      const { db, newId, now } = service.context;
      const limits = { spendLimit: null, storageLimit: null, rateLimit: null };
      const person = await addPerson(peopleContext(service.context), {
        accountName: 'owner',
        name,
        ...limits,
      });
      const draft = { accountId: person.accountId, personId: person.id };
      return (await createKey(db, newId, now(), draft)).secret;
    };
    const [cleo, dan] = [await personKey('Cleo'), await personKey('Dan')];
    const last = (await runsOf(ann, null)).runs.at(-1)!.order;
    const shared = await made('of no person');
    await service.ok('runs.create', { body: { graph: TEXT_GRAPH }, key: cleo });
    const live = { graph: TEXT_GRAPH, externalId: liveRunId('1') };
    await service.ok('runs.create', { body: live, key: cleo });
    await service.engine.whenIdle();
    const { runs, isLast, storeId } = await runsOf(dan, last);
    expect(isLast).toBe(true);
    expect(runs.map(({ personName, isCaller }) => [personName, isCaller])).toEqual([
      [null, false],
      ['Cleo', false],
    ]);
    expect(runs[0]).toMatchObject({ runId: shared, endpoint: null });
    expect((await runsOf(cleo, runs[0]!.order)).runs.map(({ isCaller }) => isCaller)).toEqual([true]);
    expect(storeId).toBe((await read()).storeId);
    expect((await runsOf(dan, runs[1]!.order)).runs).toEqual([]);
    const stranger = await service.newKey({ account: 'no runs here' });
    expect((await runsOf(stranger, null)).runs).toEqual([]);
    const reader = await service.newKey({ scopes: scopesExcept('runs:execute') });
    expect((await ask('/runs/list', { after: null }, reader)).status).toBe(403);
  });

  it('tells everybody of the account when something was written, and nobody else', async () => {
    const output = outputOf(await made('told'));
    const stranger = await service.newKey({ account: 'a stranger' });
    const streams = await Promise.all([ben, stranger].map((key) => openStream(service, key)));
    const [bens, theirs] = streams as [Follower, Follower];
    const first = await bens.next();
    expect(await theirs.next()).toBe(0);
    await send([change({ field: 'starred', output, value: true })]);
    expect(await bens.next()).toBe(first + 1);
    expect((await read(first, ben)).registers.map(({ value }) => value)).toEqual([true]);
    // What changes nothing is told to nobody: the next event is that of the next write.
    await send([change({ field: 'starred', output, value: true })]);
    await send([change({ field: 'starred', output, value: false })]);
    expect(await bens.next()).toBe(first + 2);
    await send([change({ field: 'name', collectionId: 'theirs', value: 'A' })], stranger);
    expect(await theirs.next()).toBe(1);
    await Promise.all(streams.map((stream) => stream.close()));
  });
});

interface Follower {
  /** The sequence number of the next event. */
  next(): Promise<number>;
  close(): Promise<void>;
}

async function openStream(
  service: TestService,
  key: string,
  onRuns: (order: number) => void = () => {},
): Promise<Follower> {
  const response = await service.raw(`${PATH}/events`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events: number[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === undefined) events.push((JSON.parse(data) as { sequence: number }).sequence);
      else onRuns((JSON.parse(data) as { order: number }).order);
    },
  });
  const reader = response.body!.getReader();
  return {
    async next() {
      while (events.length === 0) {
        const { done, value } = await reader.read();
        if (done) throw new Error('The stream ended.');
        parser.feed(Buffer.from(value).toString());
      }
      return events.shift()!;
    },
    close: () => reader.cancel(),
  };
}
