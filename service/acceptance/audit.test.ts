import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ADMINISTRATION_SECRET_FILE, type AuditPage, type Person } from '#shared/administration/index.ts';
import { runAuditCommand } from '#service/cli/audit-command.ts';
import { runKeysCommand } from '#service/cli/keys-command.ts';
import { TestService } from './harness.ts';

/** Who did what to which. */

let service: TestService;
beforeEach(async () => {
  service = await TestService.open('in-process');
  await service.ok('projects.list');
});
afterEach(() => service.close());

async function administer(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const secret = readFileSync(join(service.config.dataDirectory, ADMINISTRATION_SECRET_FILE), 'utf8').trim();
  const response = await service.raw(`/administration/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}
const page = async (request: object = {}) =>
  (await administer('POST', '/audit/list', request)).body as AuditPage;
const databaseFlags = (): string[] => {
  const { dataDirectory, database } = service.config;
  return ['--data', dataDirectory, ...(database === undefined ? [] : ['--database', database])];
};
const NO_LIMITS = { spendLimit: null, storageLimit: null, rateLimit: null };
const provider = (name: string) => ({
  name,
  baseUrl: 'http://127.0.0.1:9/v1',
  models: [{ kind: 'text', model: 'a', price: 0 }],
  key: null,
});

it('names the person, key, owner or command, what was done, and to which', async () => {
  const created = await administer('POST', '/people', { accountName: 'owner', name: 'Ada', ...NO_LIMITS });
  const person = created.body as Person;
  const invited = await administer('POST', `/people/${person.personId}/invitations`, {});
  const { code } = invited.body as { code: string };
  const joined = await service.raw('/join', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { key } = (await joined.json()) as { key: string };
  const first = await service.createProject({ name: 'Of Ada' });
  const second = await service.createProject({ name: 'Of a program' });
  const remove = (id: string, bearer: string, version: number) =>
    service.call('projects.delete', {
      key: bearer,
      params: { project_id: id },
      query: { expectedVersion: version },
    });
  // Nothing is done, and nothing noted.
  expect((await remove(first.id, key, 7)).status).toBe(409);
  expect((await remove(first.id, key, first.version)).status).toBe(204);
  expect((await remove(second.id, service.key, second.version)).status).toBe(204);
  const form = new FormData();
  form.set('file', new File(['hello'], 'a.txt'));
  const { fileId } = await service.ok('files.upload', { key, body: form });
  await service.ok('files.delete', { key, params: { file_id: fileId } });
  expect((await administer('POST', '/model-providers', provider('Local'))).status).toBe(200);
  expect((await administer('DELETE', '/model-providers/Local')).status).toBe(204);
  expect((await administer('DELETE', '/model-providers/Local')).status).toBe(404);
  const printed: string[] = [];
  await runKeysCommand(
    ['create', ...databaseFlags(), '--account', 'owner'],
    (line) => printed.push(line),
    () => {},
  );
  await runKeysCommand(
    ['revoke', ...databaseFlags(), printed[0]!],
    () => {},
    () => {},
  );
  await administer('POST', `/people/${person.personId}/disable`);
  const { entries, nextCursor } = await page();
  expect(nextCursor).toBeNull();
  const ada = { kind: 'person', id: person.personId, name: 'Ada' };
  const owner = { kind: 'owner', id: null, name: null };
  expect(entries.map(({ actor, action, objectName }) => [actor.kind, action, objectName])).toEqual([
    ['owner', 'person.disable', 'Ada'],
    ['command', 'key.revoke', null],
    ['command', 'key.create', 'owner'],
    ['owner', 'model-provider.remove', null],
    ['owner', 'model-provider.add', null],
    ['person', 'file.delete', 'a.txt'],
    ['key', 'project.delete', 'Of a program'],
    ['person', 'project.delete', 'Of Ada'],
    ['person', 'invitation.redeem', 'Ada'],
    ['owner', 'invitation.create', 'Ada'],
    ['owner', 'person.add', 'Ada'],
  ]);
  expect(entries.find(({ objectName }) => objectName === 'Of Ada')).toMatchObject({
    actor: ada,
    objectId: first.id,
  });
  expect(entries.at(-1)).toMatchObject({ actor: owner, objectId: person.personId });
  const text = JSON.stringify(entries);
  for (const secret of [key, printed[0]!, code]) expect(text).not.toContain(secret);
});

it('is read in pages and by action, also by command', async () => {
  for (let index = 0; index < 5; index += 1) {
    const { id, version } = await service.createProject({ name: `P${index}\u001b[2J` });
    await service.ok('projects.delete', { params: { project_id: id }, query: { expectedVersion: version } });
  }
  await administer('POST', '/people', { accountName: 'owner', name: 'Ada', ...NO_LIMITS });
  const names: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const found: AuditPage = await page({
      limit: 2,
      action: 'project.delete',
      ...(cursor !== null && { cursor }),
    });
    names.push(...found.entries.map(({ objectName }) => objectName));
    cursor = found.nextCursor;
  } while (cursor !== null);
  expect(names).toEqual(['P4', 'P3', 'P2', 'P1', 'P0'].map((name) => `${name}\u001b[2J`));
  for (const request of [{ limit: 0 }, { limit: 201 }, { action: 'none' }, { cursor: 'aud_1' }])
    expect((await administer('POST', '/audit/list', request)).status).toBe(400);
  const lines: string[] = [];
  await runAuditCommand(['list', ...databaseFlags(), '--limit', '3'], (line) => lines.push(line));
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain('\tperson.add\t');
  expect(lines[2]).toContain('project.delete');
  expect(lines.join('')).not.toContain('\u001b');
  await expect(runAuditCommand(['list', ...databaseFlags(), '--action', 'x'], () => {})).rejects.toThrow(
    '--action is one of',
  );
});

it('is only added to, and kept for as long as is said', async () => {
  await administer('POST', '/people', { accountName: 'owner', name: 'Ada', ...NO_LIMITS });
  await expect(service.context.db.run("UPDATE audit_entries SET actor_name = 'Eve'")).rejects.toThrow(
    'only added to',
  );
  expect(await service.count('audit_entries')).toBe(1);
  service.config = { ...service.config, auditDays: 2 };
  service.clockOffsetMs += 86_400_000;
  await service.restart();
  expect(await service.count('audit_entries')).toBe(1);
  service.clockOffsetMs += 86_400_000 + 1000;
  await service.restart();
  expect(await service.count('audit_entries')).toBe(0);
});
