import { describe, expect, it } from 'vitest';
import type { Transport } from './harness.ts';
import { NO_LIMITS, PRICE, usePeople } from './people-bench.ts';

/** The people of an account: what each has, how they are listed, named and managed by command. */
export function describePeople(transport: Transport): void {
  describe('people', () => {
    const people = usePeople(transport);
    const { administer, redeem, add, joined, personOf, command } = people;

    it('share the projects of their account, each with a key of their own; what each did is theirs', async () => {
      const ada = await joined('Ada');
      const second = await joined('Ben');
      const { id } = await people.service.ok('projects.create', { key: ada.key, body: { name: 'Shared' } });
      expect(
        (await people.service.ok('projects.get', { key: second.key, params: { project_id: id } })).name,
      ).toBe('Shared');
      const graph = { nodes: [{ id: 'a', type: 'input/text', inputs: {} }], connections: [] };
      await people.service.ok('runs.create', { key: second.key, body: { graph } });
      await people.service.engine.whenIdle();
      const body = { filename: 'a.txt', sizeBytes: 5 };
      const { upload, uploadId } = await people.service.ok('files.createUpload', { key: ada.key, body });
      const { pathname, search } = new URL(upload!.url);
      await people.service.raw(pathname + search, { method: 'PUT', body: 'hello' });
      await people.service.ok('files.completeUpload', {
        key: ada.key,
        params: { upload_id: uploadId },
        body: {},
      });
      expect(await personOf(ada.personId)).toMatchObject({
        name: 'Ada',
        accountName: 'owner',
        spent: 0,
        storageUsed: 5,
        isDisabled: false,
        keys: [{ isActive: true }],
        invitations: [{ state: 'used' }],
      });
      const found = await personOf(second.personId);
      expect(found).toMatchObject({ spent: PRICE, storageUsed: 0 });
      expect(found.lastUsedAt).not.toBeNull();
      const run = await people.service.context.db.get('SELECT person_id FROM runs');
      expect(run?.['person_id']).toBe(second.personId);
    });

    it('people of one account are listed however many others there are', async () => {
      await add('Ada', { accountName: 'zoo' });
      await add('Eve');
      const { id: accountId } = (await people.service.context.db.get(
        "SELECT id FROM accounts WHERE name = 'owner'",
      ))!;
      await people.service.context.db.runMany(
        'INSERT INTO people (id, account_id, name, created_at) VALUES (?, ?, ?, ?)',
        Array.from({ length: 1000 }, (_, index) => [`per_z${index}`, accountId!, `p${index}`, 'now']),
      );
      expect((await command('list', '--account', 'zoo'))[1]).toContain('\tzoo\tAda\t');
      expect(await command('list')).toHaveLength(1003);
    });

    it('names and limits that are none are refused in a sentence, and one name stands once', async () => {
      await add('Ada');
      const rejectionOf = async (draft: object) => {
        const { status, body } = await administer('POST', '/people', {
          accountName: 'owner',
          name: 'Eve',
          ...NO_LIMITS,
          ...draft,
        });
        return [status, body.error?.code, body.error?.message];
      };
      expect(await rejectionOf({ name: ' Ada ' })).toEqual([
        400,
        'SETTING_INVALID',
        expect.stringContaining('is there already'),
      ]);
      expect(await rejectionOf({ name: ' ' })).toEqual([400, 'SETTING_INVALID', 'Give the person a name.']);
      expect(await rejectionOf({ name: 'a\nb' })).toEqual([400, 'SETTING_INVALID', expect.any(String)]);
      expect(await rejectionOf({ name: 'x'.repeat(81) })).toEqual([
        400,
        'SETTING_INVALID',
        expect.any(String),
      ]);
      for (const limit of [-1, 1.5, 1e300, '5'])
        expect(await rejectionOf({ spendLimit: limit })).toEqual([
          400,
          'SETTING_INVALID',
          expect.any(String),
        ]);
      expect(await rejectionOf({ rateLimit: 0 })).toEqual([400, 'SETTING_INVALID', expect.any(String)]);
      for (const accountName of [' ', 'a\nb', 'x'.repeat(201)])
        expect(await rejectionOf({ accountName })).toEqual([400, 'SETTING_INVALID', expect.any(String)]);
      // One workspace, also with spaces around it.
      expect(await rejectionOf({ accountName: ' owner ', name: 'Ada' })).toEqual([
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
      await people.service.ok('projects.list', { key: body.key });
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
  });
}
