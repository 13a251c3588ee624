import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ADMINISTRATION_SECRET_FILE,
  type NewInvitation,
  type PeopleList,
  type Person,
  type RedeemedInvitation,
} from '#shared/administration/index.ts';
import { API_PREFIX } from '#shared/api/index.ts';
import { runPeopleCommand } from '#service/cli/people-command.ts';
import { delayGraph } from '#service/testing/service-client.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { TestService, type Transport } from './harness.ts';

interface Answer<T> {
  status: number;
  body: T & { error?: { code: string; message: string } };
}

const LIMITS = { spendLimit: null, storageLimit: null, rateLimit: null };
const PRICE = 1_000_000;

/** The people of an account: invited, limited, disabled. */
export function describePeople(transport: Transport): void {
  describe('people', () => {
    let service: TestService;
    beforeEach(async () => {
      service = await TestService.open(transport, {
        prices: { 'control/delay': PRICE, 'input/text': PRICE },
        publicUrl: 'https://patchbay.example',
      });
      await service.ok('projects.list');
    });
    afterEach(() => service.close());

    async function send<T>(method: string, url: string, body?: unknown, bearer?: string): Promise<Answer<T>> {
      const response = await service.raw(url, {
        method,
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Answer<T>['body'] };
    }
    const administer = <T>(method: string, path: string, body?: unknown) =>
      send<T>(
        method,
        `/administration/v1${path}`,
        body,
        readFileSync(join(service.config.dataDirectory, ADMINISTRATION_SECRET_FILE), 'utf8').trim(),
      );
    const redeem = (code: string) => send<RedeemedInvitation>('POST', '/join', { code });

    const add = async (name: string, limits: object = {}): Promise<Person> => {
      const draft = { accountName: 'owner', name, ...LIMITS, ...limits };
      const { status, body } = await administer<Person>('POST', '/people', draft);
      expect([status, body.error]).toEqual([200, undefined]);
      return body;
    };
    const invite = async (personId: string, draft: object = {}): Promise<NewInvitation> => {
      const { status, body } = await administer<NewInvitation>(
        'POST',
        `/people/${personId}/invitations`,
        draft,
      );
      expect([status, body.error]).toEqual([200, undefined]);
      return body;
    };
    /** A new person with a key. */
    const joined = async (name: string, limits: object = {}) => {
      const { personId } = await add(name, limits);
      const { body } = await redeem((await invite(personId)).code);
      return { personId, key: body.key };
    };
    const personOf = async (personId: string): Promise<Person> => {
      const { body } = await administer<PeopleList>('GET', '/people');
      return body.people.find((person) => person.personId === personId)!;
    };
    /** The command line, on the database of the service. */
    const command = async (...args: string[]): Promise<string[]> => {
      const lines: string[] = [];
      const { dataDirectory, database } = service.config;
      const databaseFlags = [
        '--data',
        dataDirectory,
        ...(database === undefined ? [] : ['--database', database]),
      ];
      await runPeopleCommand(
        [args[0]!, ...databaseFlags, ...args.slice(1)],
        (line) => lines.push(line),
        () => {},
      );
      return lines;
    };

    it('share the projects of their account, each with a key of their own; what each did is theirs', async () => {
      const ada = await joined('Ada');
      const ben = await joined('Ben');
      const { id } = await service.ok('projects.create', { key: ada.key, body: { name: 'Shared' } });
      expect((await service.ok('projects.get', { key: ben.key, params: { project_id: id } })).name).toBe(
        'Shared',
      );
      const graph = { nodes: [{ id: 'a', type: 'input/text', inputs: {} }], connections: [] };
      await service.ok('runs.create', { key: ben.key, body: { graph } });
      await service.engine.whenIdle();
      const body = { filename: 'a.txt', sizeBytes: 5 };
      const { upload, uploadId } = await service.ok('files.createUpload', { key: ada.key, body });
      const { pathname, search } = new URL(upload!.url);
      await service.raw(pathname + search, { method: 'PUT', body: 'hello' });
      await service.ok('files.completeUpload', { key: ada.key, params: { upload_id: uploadId }, body: {} });
      expect(await personOf(ada.personId)).toMatchObject({
        name: 'Ada',
        accountName: 'owner',
        spent: 0,
        storageUsed: 5,
        isDisabled: false,
        keys: [{ isActive: true }],
        invitations: [{ state: 'used' }],
      });
      const found = await personOf(ben.personId);
      expect(found).toMatchObject({ spent: PRICE, storageUsed: 0 });
      expect(found.lastUsedAt).not.toBeNull();
      const run = await service.context.db.get('SELECT person_id FROM runs');
      expect(run?.['person_id']).toBe(ben.personId);
    });

    it('an invitation names the public address, and yields one key, of two requests at once too', async () => {
      const { personId } = await add('Ada');
      const invitation = await invite(personId, { scopes: ['projects:read'], keyExpiresInSeconds: 3600 });
      expect(invitation.link).toBe(`https://patchbay.example/join#${invitation.code}`);
      const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(invitation.code)));
      const successes = answers.filter(({ status }) => status === 200);
      expect(successes).toHaveLength(1);
      expect(successes[0]!.body).toMatchObject({
        personName: 'Ada',
        accountName: 'owner',
        baseUrl: `https://patchbay.example${API_PREFIX}`,
      });
      for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
        expect([status, body.error?.code]).toEqual([410, 'INVITATION_INVALID']);
        expect(body.error?.message).toContain('was used before');
      }
      const { key } = successes[0]!.body;
      await service.ok('projects.list', { key });
      expect((await service.refused('projects.create', 403, { key, body: {} })).code).toBe('MISSING_SCOPE');
      service.clockOffsetMs += 3_601_000;
      expect((await service.refused('projects.list', 401, { key })).message).toContain('has expired');
    });

    it('an invitation that expired, was taken back or is none yields nothing, and says why', async () => {
      const { personId } = await add('Ada');
      const expiring = await invite(personId, { expiresInSeconds: 60 });
      const revoked = await invite(personId);
      expect((await administer('DELETE', `/invitations/${revoked.invitationId}`)).status).toBe(204);
      expect((await administer('DELETE', `/invitations/${revoked.invitationId}`)).status).toBe(410);
      expect((await administer('DELETE', '/invitations/inv_none')).status).toBe(404);
      const used = await invite(personId);
      await redeem(used.code);
      expect((await administer('DELETE', `/invitations/${used.invitationId}`)).status).toBe(410);
      service.clockOffsetMs += 61_000;
      const reasonOf = async (code: string) => (await redeem(code)).body.error?.message;
      expect(await reasonOf(expiring.code)).toContain('has expired');
      expect(await reasonOf(revoked.code)).toContain('was taken back');
      expect(await reasonOf('pbi_none')).toContain('not known here');
      expect(await reasonOf('')).toContain('not known here');
      expect(await reasonOf('x'.repeat(1000))).toContain('Send the code');
      expect(await service.count('api_keys')).toBe(2);
    });

    it('a person who is disabled has no key, invitation, upload or run from that moment', async () => {
      const { personId, key } = await joined('Ada');
      const ben = await joined('Ben');
      const open = await invite(personId);
      const before = await service.context.db.get('SELECT storage_reserved_bytes AS n FROM accounts');
      const body = { filename: 'a.txt', sizeBytes: 5 };
      const { upload, uploadId } = await service.ok('files.createUpload', { key, body });
      const run = await service.ok('runs.create', { key, body: { graph: delayGraph(300) } });
      const unaffected = await service.ok('runs.create', { key: ben.key, body: { graph: delayGraph(300) } });
      const stream = await service.raw(`${API_PREFIX}/runs/${run.id}/events/stream`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const events = stream.text();
      const { status, body: disabled } = await administer<Person>('POST', `/people/${personId}/disable`);
      expect([status, disabled.isDisabled]).toEqual([200, true]);
      // Two requests: one at each of two services.
      for (let count = 0; count < 2; count += 1)
        expect((await service.refused('projects.list', 401, { key })).message).toContain('was disabled');
      expect((await redeem(open.code)).body.error?.message).toContain('was taken back');
      const { pathname, search } = new URL(upload!.url);
      const received = await service.raw(pathname + search, { method: 'PUT', body: 'hello' });
      expect(received.status).toBe(410);
      await service.refused('files.completeUpload', 401, { key, params: { upload_id: uploadId }, body: {} });
      expect(await service.context.db.get('SELECT storage_reserved_bytes AS n FROM accounts')).toEqual(
        before,
      );
      expect(await events).toMatch(/run\.canceled|was disabled/);
      const statusOf = async (runId: string) =>
        (await service.ok('runs.get', { params: { run_id: runId } })).status;
      await expect.poll(() => statusOf(run.id)).toBe('canceled');
      expect(['queued', 'running']).toContain(await statusOf(unaffected.id));
      await service.ok('projects.list', { key: ben.key });
      await administer('POST', `/people/${personId}/enable`);
      for (let count = 0; count < 2; count += 1) await service.ok('projects.list', { key });
      await service.ok('runs.cancel', { params: { run_id: unaffected.id } });
    });

    it('a person who is disabled by command leaves no part of an upload, and no run where services share a database', async () => {
      const { key } = await joined('Ada');
      const body = { filename: 'a.txt', sizeBytes: 5 };
      const { upload } = await service.ok('files.createUpload', { key, body });
      const { pathname, search } = new URL(upload!.url);
      const response = await service.raw(pathname + search, { method: 'PUT', body: 'hello' });
      expect(response.status).toBe(200);
      const incoming = join(dataPaths(service.config.dataDirectory).blobs, 'incoming');
      expect(readdirSync(incoming)).toHaveLength(1);
      const run = await service.ok('runs.create', { key, body: { graph: delayGraph(300) } });
      const params = { run_id: run.id };
      const statusOf = async () => (await service.ok('runs.get', { params })).status;
      await expect.poll(statusOf).toBe('running');
      await command('disable', 'Ada');
      expect(readdirSync(incoming)).toEqual([]);
      // A service by itself ends it at its next node.
      const isSingle = service.config.database === undefined;
      await expect.poll(statusOf, { timeout: 20_000 }).toBe(isSingle ? 'running' : 'canceled');
    });

    it('what is still being sent when a person is disabled is not done', async () => {
      const { personId, key } = await joined('Ada');
      const sendSlowly = async (url: string, text: string, type: string, onRead: () => Promise<unknown>) => {
        const body = new ReadableStream<Uint8Array>(
          {
            // Asked for once the key was looked at.
            async pull(controller) {
              await onRead();
              controller.enqueue(Buffer.from(text));
              controller.close();
            },
          },
          { highWaterMark: 0 },
        );
        const headers = { authorization: `Bearer ${key}`, 'content-type': type };
        const response = await service.raw(url, { method: 'POST', headers, body, duplex: 'half' });
        return [response.status, await response.text()];
      };
      const disable = () => administer('POST', `/people/${personId}/disable`);
      const enable = () => administer('POST', `/people/${personId}/enable`);
      const form =
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n';
      const cases: [url: string, text: string, type: string][] = [
        [`${API_PREFIX}/projects`, '{"name":"Late"}', 'application/json'],
        [`${API_PREFIX}/files`, form, 'multipart/form-data; boundary=x'],
        ['/administration/v1/team/changes', '{"changes":[]}', 'application/json'],
      ];
      for (const [url, text, type] of cases) {
        const [before] = await sendSlowly(url, text, type, enable);
        expect([url, Math.floor(Number(before) / 100)]).toEqual([url, 2]);
        const refused = await sendSlowly(url, text, type, disable);
        expect([url, ...refused]).toEqual([url, 401, expect.stringContaining('was disabled')]);
        await enable();
      }
      const { data } = await service.ok('projects.list');
      expect(data.filter(({ name }) => name === 'Late')).toHaveLength(1);
    });

    it('an open invitation is shown and can be revoked, however many were used since', async () => {
      const ada = await add('Ada');
      const { invitationId } = await invite(ada.personId);
      const ben = await add('Ben');
      const at = new Date().toISOString();
      await service.context.db.runMany(
        `INSERT INTO invitations (id, person_id, hash, scopes, created_at, expires_at, used_at)
         VALUES (?, ?, ?, 'projects:read', ?, ?, ?)`,
        Array.from({ length: 1000 }, (_, index) => [`inv_z${index}`, ben.personId, `h${index}`, at, at, at]),
      );
      const expected = [expect.objectContaining({ invitationId, state: 'open' })];
      expect((await personOf(ada.personId)).invitations).toEqual(expected);
      const changed = await administer<Person>('PUT', `/people/${ada.personId}`, LIMITS);
      expect(changed.body.invitations).toEqual(expected);
      expect((await command('invitations', 'Ada'))[1]).toContain(invitationId);
    });

    it('people of one account are listed however many others there are', async () => {
      await add('Ada', { accountName: 'zoo' });
      await add('Eve');
      const { id: accountId } = (await service.context.db.get(
        "SELECT id FROM accounts WHERE name = 'owner'",
      ))!;
      await service.context.db.runMany(
        'INSERT INTO people (id, account_id, name, created_at) VALUES (?, ?, ?, ?)',
        Array.from({ length: 1000 }, (_, index) => [`per_z${index}`, accountId!, `p${index}`, 'now']),
      );
      expect((await command('list', '--account', 'zoo'))[1]).toContain('\tzoo\tAda\t');
      expect(await command('list')).toHaveLength(1003);
    });

    it('what a person may spend in a month holds over their runs, and begins anew with the next', async () => {
      const { key } = await joined('Ada', { spendLimit: 3 * PRICE });
      const delays = (count: number, seconds: number) => ({
        nodes: Array.from({ length: count }, (_, index) => ({
          id: `n${index}`,
          type: 'control/delay',
          inputs: {
            value: { type: 'string', value: `${seconds}-${index}` },
            seconds: { type: 'number', value: seconds },
          },
        })),
        connections: [],
      });
      const run = (count: number, seconds = 0) =>
        service.call('runs.create', { key, body: { graph: delays(count, seconds) } });
      expect((await run(4)).error).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
      expect((await run(2)).status).toBe(202);
      await service.engine.whenIdle();
      const slow = await run(1, 300);
      expect(slow.status).toBe(202);
      // What the run under way may cost is as good as spent.
      const refused = (await run(1, 1)).error;
      expect(refused?.message).toContain('what you may spend this month');
      await service.ok('runs.cancel', { key, params: { run_id: (slow.body as { id: string }).id } });
      await service.engine.whenIdle();
      service.clockOffsetMs += 32 * 86_400_000;
      expect((await run(3, 0.01)).status).toBe(202);
      await service.engine.whenIdle();
    });

    it('a node that is begun anew after a restart is not counted twice', async () => {
      const { key } = await joined('Ada', { spendLimit: PRICE });
      const run = await service.ok('runs.create', { key, body: { graph: delayGraph(1) } });
      const events = async () => (await service.ok('runs.listEvents', { params: { run_id: run.id } })).data;
      const started = expect.objectContaining({ type: 'node.started' });
      await expect.poll(events).toEqual(expect.arrayContaining([started]));
      await service.restart();
      const find = () => service.ok('runs.get', { params: { run_id: run.id } });
      await expect.poll(async () => (await find()).status, { timeout: 30_000 }).toMatch(/succeeded|failed/);
      const { status, error } = await find();
      expect([status, error ?? null]).toEqual(['succeeded', null]);
    });

    it('a limit that was lowered, and a person who was disabled by command, end a run at its next node', async () => {
      const { personId, key } = await joined('Ada');
      const wait = (id: string, seconds: number, value: string) => ({
        id,
        type: 'control/delay',
        inputs: { seconds: { type: 'number', value: seconds }, value: { type: 'string', value } },
      });
      const start = async (value: string) => {
        const second = { ...wait('b', 0, value), inputs: { seconds: { type: 'number', value: 0 } } };
        const graph = {
          nodes: [wait('a', 1, value), second],
          connections: [{ from: ['a', 'value'], to: ['b', 'value'] }],
        };
        return (await service.ok('runs.create', { key, body: { graph } })).id;
      };
      const untilStarted = async (runId: string): Promise<void> => {
        await expect
          .poll(async () => service.ok('runs.listEvents', { params: { run_id: runId } }))
          .toMatchObject({
            data: expect.arrayContaining([expect.objectContaining({ type: 'node.started' })]),
          });
      };
      const failureOf = async (runId: string) => {
        await service.engine.whenIdle();
        return (await service.ok('runs.get', { params: { run_id: runId } })).error?.code;
      };
      const limited = await start('limited');
      await untilStarted(limited);
      const changed = await administer('PUT', `/people/${personId}`, { ...LIMITS, spendLimit: PRICE });
      expect(changed.status).toBe(200);
      expect(await failureOf(limited)).toBe('SPEND_LIMIT_REACHED');
      await command('limits', personId, '--spend', 'none');
      const disabled = await start('disabled');
      await untilStarted(disabled);
      await command('disable', personId);
      // Where services share a database the command cancels it, if that comes first.
      const isShared = service.config.database !== undefined;
      expect(await failureOf(disabled)).toBeOneOf(['PERSON_DISABLED', ...(isShared ? [undefined] : [])]);
      for (let count = 0; count < 2; count += 1)
        expect((await service.refused('projects.list', 401, { key })).message).toContain('was disabled');
      expect((await command('list')).join('\n')).toMatch(/\tAda\t.*\tdisabled/);
      await command('enable', 'Ada');
      await service.ok('projects.list', { key });
    });

    it('what a person may store holds with what they are sending; others have room', async () => {
      const { key } = await joined('Ada', { storageLimit: 10 });
      const ben = await joined('Ben');
      const upload = (bearer: string, sizeBytes: number) =>
        service.call('files.createUpload', { key: bearer, body: { filename: 'a.txt', sizeBytes } });
      const answers = await Promise.all([upload(key, 6), upload(key, 6), upload(key, 6)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 507, 507]);
      const form = new FormData();
      form.set('file', new File(['seven b'], 'b.txt'));
      const refused = await service.refused('files.upload', 507, { key, body: form });
      expect(refused.message).toContain('your own storage limit of 10 bytes');
      expect((await upload(ben.key, 20)).status).toBe(201);
      const { uploadId } = answers.find(({ status }) => status === 201)!.body as { uploadId: string };
      await service.ok('files.abortUpload', { key, params: { upload_id: uploadId } });
      expect((await upload(key, 10)).status).toBe(201);
    });

    it('requests of all keys of a person count together', async () => {
      const { personId, key } = await joined('Ada', { rateLimit: 4 });
      const second = (await redeem((await invite(personId)).code)).body.key;
      const ben = await joined('Ben');
      const statuses = [];
      for (const bearer of [key, key, key, second, second, second])
        statuses.push((await service.call('projects.list', { key: bearer })).status);
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
      await service.ok('projects.list', { key: ben.key });
    });

    it('names and limits that are none are refused in a sentence, and one name stands once', async () => {
      await add('Ada');
      const refused = async (draft: object) => {
        const { status, body } = await administer('POST', '/people', {
          accountName: 'owner',
          name: 'Eve',
          ...LIMITS,
          ...draft,
        });
        return [status, body.error?.code, body.error?.message];
      };
      expect(await refused({ name: ' Ada ' })).toEqual([
        400,
        'SETTING_INVALID',
        expect.stringContaining('is there already'),
      ]);
      expect(await refused({ name: ' ' })).toEqual([400, 'SETTING_INVALID', 'Give the person a name.']);
      expect(await refused({ name: 'a\nb' })).toEqual([400, 'SETTING_INVALID', expect.any(String)]);
      expect(await refused({ name: 'x'.repeat(81) })).toEqual([400, 'SETTING_INVALID', expect.any(String)]);
      for (const limit of [-1, 1.5, 1e300, '5'])
        expect(await refused({ spendLimit: limit })).toEqual([400, 'SETTING_INVALID', expect.any(String)]);
      expect(await refused({ rateLimit: 0 })).toEqual([400, 'SETTING_INVALID', expect.any(String)]);
      for (const accountName of [' ', 'a\nb', 'x'.repeat(201)])
        expect(await refused({ accountName })).toEqual([400, 'SETTING_INVALID', expect.any(String)]);
      // One workspace, also with spaces around it.
      expect(await refused({ accountName: ' owner ', name: 'Ada' })).toEqual([
        400,
        'SETTING_INVALID',
        expect.stringContaining('is there already'),
      ]);
      expect((await administer('POST', '/people/per_none/disable')).status).toBe(404);
      expect((await administer('POST', '/people/per_none/invitations', {})).status).toBe(404);
      const { personId } = await add('Eve');
      const scopes = await administer('POST', `/people/${personId}/invitations`, { scopes: ['all'] });
      expect([scopes.status, scopes.body.error?.code]).toEqual([400, 'SETTING_INVALID']);
    });

    it('are managed by command: added, invited, listed, limited', async () => {
      const [id] = await command(
        'add',
        '--account',
        'owner',
        '--name',
        'Ada',
        '--spend',
        '5',
        '--rate',
        '60',
      );
      const [link] = await command('invite', 'Ada', '--public-url', 'https://patchbay.example');
      const code = /^https:\/\/patchbay\.example\/join#(pbi_\S+)$/.exec(link!)![1]!;
      const { body } = await redeem(code);
      await service.ok('projects.list', { key: body.key });
      expect((await command('list'))[1]).toMatch(
        new RegExp(`^${id}\towner\tAda\t.*spend=5 storage=none rate=60\tactive$`),
      );
      const [spare] = await command('invite', id!, '--scopes', 'projects:read');
      const rows = (await command('invitations', 'Ada')).slice(1).map((line) => line.split('\t'));
      expect(rows.map((row) => row.at(-1))).toEqual(['open', 'used']);
      await command('revoke-invitation', rows[0]![0]!);
      expect((await redeem(spare!)).status).toBe(410);
      await command('limits', 'Ada', '--storage', '1000', '--spend', 'none');
      expect(await personOf(id!)).toMatchObject({ spendLimit: null, storageLimit: 1000, rateLimit: 60 });
      await expect(command('limits', 'Ada')).rejects.toThrow('needs --spend');
      await expect(command('disable', 'Nobody')).rejects.toThrow('There is no person "Nobody"');
      await expect(command('add', '--account', 'owner', '--name', 'Ada')).rejects.toThrow('is there already');
      await command('add', '--account', 'other', '--name', 'Ada');
      await expect(command('disable', 'Ada')).rejects.toThrow('Add --account');
      await command('disable', 'Ada', '--account', 'other');
      await expect(command('promote')).rejects.toThrow('Use people list');
    });

    it('the page of an invitation loads nothing, tells nobody its address, and speaks German where wanted', async () => {
      const page = await service.raw('/join', { headers: { 'accept-language': 'de-AT,en;q=0.5' } });
      const html = await page.text();
      expect(html).toContain('<html lang="de">');
      expect(html).toContain('Einladung');
      expect(html).not.toMatch(/https?:|src=/);
      const { headers } = page;
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/);
      expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
        'no-referrer',
        'no-store',
      ]);
      expect(await (await service.raw('/join')).text()).toContain('<html lang="en">');
      expect((await service.raw('/join', { method: 'DELETE' })).status).toBe(405);
      expect((await service.raw('/join/else')).status).toBe(404);
    });
  });
}
