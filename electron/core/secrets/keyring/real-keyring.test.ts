import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createTestLog } from '../../testing/test-log.ts';
import { createFileSecretStore } from '../file-secret-store.ts';
import { createKeyringSecretStore } from '../keyring-secret-store.ts';
import { describeSecretStore } from '../secret-store.acceptance.ts';
import type { Keyring } from './keyring.ts';
import { createSystemKeyring } from './system-keyring.ts';

/** A real secret service (GNOME Keyring) on a bus of its own, where these programs are installed. */

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const isThere = process.platform === 'linux' && has('dbus-daemon') && has('gnome-keyring-daemon');

const openKeyrings: Keyring[] = [];
function openKeyring(env: NodeJS.ProcessEnv, service: string, timeoutMs = 30_000): Keyring {
  const keyring = createSystemKeyring({ service, env, timeoutMs });
  openKeyrings.push(keyring);
  return keyring;
}
afterAll(() => {
  for (const keyring of openKeyrings) keyring.close();
});

test.runIf(process.platform === 'linux')(
  'without a session bus the keyring says why it cannot be used',
  async () => {
    const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, ...env } = process.env;
    const folder = temporaryFolder();
    const keyring = openKeyring({ ...env, XDG_RUNTIME_DIR: folder, HOME: folder }, 'Patchbay test');
    const secrets = createKeyringSecretStore({
      keyring,
      file: createFileSecretStore(join(folder, 'keys.json')),
      inFile: new Set(),
      log: createTestLog(),
    });
    await secrets.set('con_1', 'pb-secret');
    expect(secrets.keyLocation()).toEqual({ kind: 'file', reason: 'no secret service runs in this session' });
  },
);

describe.skipIf(!isThere)(
  'a secret service of the system (skipped where GNOME Keyring is not installed)',
  () => {
    const processes: ChildProcess[] = [];
    let env: NodeJS.ProcessEnv;
    let home = '';

    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'patchbay-keyring-'));
      mkdirSync(join(home, 'run'), { mode: 0o700 });
      const own = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: join(home, 'run') };
      const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: own,
      });
      processes.push(bus);
      const [address] = (await once(createInterface({ input: bus.stdout }), 'line')) as [string];
      env = { ...own, DBUS_SESSION_BUS_ADDRESS: address };
      const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
        stdio: ['pipe', 'ignore', 'ignore'],
        env,
      });
      processes.push(daemon);
      daemon.stdin.end('the password of the test');
      const keyring = openKeyring(env, 'Patchbay start');
      await vi.waitFor(() => keyring.set('ready', 'yes'), { timeout: 60_000, interval: 200 });
    }, 90_000);

    afterAll(async () => {
      for (const child of processes.reverse()) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      await rm(home, { recursive: true, force: true });
    });

    let services = 0;
    describeSecretStore('keyring of the system', () => {
      const folder = temporaryFolder();
      const service = `Patchbay test ${(services += 1)}`;
      return {
        open: () =>
          createKeyringSecretStore({
            keyring: openKeyring(env, service),
            file: createFileSecretStore(join(folder, 'keys.json')),
            inFile: new Set(),
            log: createTestLog(),
          }),
      };
    });

    test('keys of two data folders do not meet', async () => {
      await openKeyring(env, 'Patchbay /one').set('con_1', 'first');
      const other = openKeyring(env, 'Patchbay /two');
      expect(await other.get('con_1')).toBeNull();
      await other.set('con_1', 'second');
      expect(await openKeyring(env, 'Patchbay /one').get('con_1')).toBe('first');
    });
  },
);
