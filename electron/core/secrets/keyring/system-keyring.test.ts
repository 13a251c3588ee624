import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import type { Keyring } from './keyring.ts';
import { createSystemKeyring } from './system-keyring.ts';

let open: Keyring[] = [];
afterEach(() => {
  for (const keyring of open.splice(0)) keyring.close();
});

/** A keyring whose process is the test's own: `act` is the source of its listener for messages. */
function keyringOf(act: string, timeoutMs = 60_000): Keyring {
  const entry = join(temporaryFolder(), 'child.mjs');
  writeFileSync(
    entry,
    `const held = new Map();
     const reply = (id, secret = null, error = null) => process.send({ id, secret, error });
     process.on('message', (asked) => { ${act} });
     process.on('disconnect', () => process.exit(0));`,
  );
  const keyring = createSystemKeyring({ entry, timeoutMs });
  open.push(keyring);
  return keyring;
}

const WORKS = `
  if (asked.operation === 'set') held.set(asked.account, asked.secret);
  if (asked.operation === 'delete') held.delete(asked.account);
  reply(asked.id, asked.operation === 'get' ? held.get(asked.account) ?? null : null);`;

test('secrets go to the process and come back, also many at once', async () => {
  const keyring = keyringOf(WORKS);
  const names = Array.from({ length: 20 }, (_, index) => `con_${index}`);
  await Promise.all(names.map((name) => keyring.set(name, `secret of ${name}`)));
  expect(await Promise.all(names.map((name) => keyring.get(name)))).toEqual(
    names.map((name) => `secret of ${name}`),
  );
  await keyring.delete('con_3');
  expect(await keyring.get('con_3')).toBeNull();
});

test('what the keyring says goes on to whoever asked', async () => {
  const keyring = keyringOf(`reply(asked.id, null, 'the collection is locked');`);
  await expect(keyring.get('con_1')).rejects.toThrow('the collection is locked');
});

test(
  'a call that hangs ends with its process, and the next call has a new one',
  { tags: 'rig' },
  async () => {
    const keyring = keyringOf(`if (asked.account !== 'hangs') { ${WORKS} }`, 1_500);
    await keyring.set('con_1', 'secret');
    await expect(keyring.get('hangs')).rejects.toThrow('did not answer within 2 seconds');
    expect(await keyring.get('con_1')).toBeNull();
  },
);

test('a process that crashes fails what it was asked, and nothing else', async () => {
  const keyring = keyringOf(`if (asked.account === 'crash') process.kill(process.pid, 'SIGKILL'); ${WORKS}`);
  await expect(keyring.get('crash')).rejects.toThrow('the keyring process ended');
  await keyring.set('con_1', 'secret');
  expect(await keyring.get('con_1')).toBe('secret');
});

test('answers that are none, of other calls, or twice are passed over', async () => {
  const keyring = keyringOf(
    `process.send('noise'); process.send({ id: 999, secret: 'x', error: null }); process.send({ id: asked.id });
     reply(asked.id, 'right'); reply(asked.id, 'again');`,
  );
  expect(await keyring.get('con_1')).toBe('right');
  expect(await keyring.get('con_2')).toBe('right');
});

test('closing fails what waits', async () => {
  const keyring = keyringOf('');
  const waiting = keyring.get('con_1');
  keyring.close();
  await expect(waiting).rejects.toThrow('Patchbay is closing');
});

test('a program that cannot be started fails the call', async () => {
  const keyring = createSystemKeyring({ entry: join(temporaryFolder(), 'missing.mjs') });
  open.push(keyring);
  await expect(keyring.get('con_1')).rejects.toThrow('the keyring process ended');
});
