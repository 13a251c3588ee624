import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ConnectionList, DeskStatus } from '#shared/desk/index.ts';
import { startOnService } from '../testing/test-core.ts';

describe('damaged files', () => {
  test('never keep the app from starting; they are set aside and the last good ones used', async () => {
    const { desk, restart } = await startOnService();
    await desk.read('POST', '/desk/connections', {
      name: 'Studio',
      baseUrl: 'https://studio.example',
      key: 'pb_live_studiokey_1234',
    });
    await desk.read('PATCH', '/desk/settings', { theme: 'dark' });
    await desk.core.close();
    const folder = join(desk.folder, 'desk');
    for (const name of ['connections.json', 'settings.json', 'desk.sqlite', 'local-service.json']) {
      writeFileSync(join(folder, name), 'damaged '.repeat(1000));
    }
    const again = await restart();
    expect(((await again.read('GET', '/desk/connections')) as ConnectionList).connections).toHaveLength(2);
    expect(await again.read('GET', '/desk/settings')).toMatchObject({ theme: 'dark' });
    expect(await again.read('GET', '/desk/runs?connectionId=local')).toEqual({ runs: [] });
    const quarantined = readdirSync(folder).filter((name) => name.includes('.broken-'));
    for (const name of ['connections.json', 'settings.json', 'desk.sqlite']) {
      expect(quarantined.some((one) => one.startsWith(name))).toBe(true);
    }
    const { notices = [] } = (await again.read('GET', '/desk/status')) as DeskStatus;
    expect(notices.map(({ id }) => id).toSorted()).toEqual(['connections', 'history', 'settings']);
    for (const { text } of notices) expect(text).toMatch(/^[A-Z].*could not be read.*kept beside it/);
    await again.read('POST', '/desk/notices/settings/dismiss');
    expect(((await again.read('GET', '/desk/status')) as DeskStatus).notices).toHaveLength(2);
  });

  test('without a last good copy they begin anew, which is said', async () => {
    const { desk, restart } = await startOnService();
    await desk.read('PATCH', '/desk/settings', { theme: 'dark' });
    await desk.core.close();
    const folder = join(desk.folder, 'desk');
    for (const name of ['settings.json', 'settings.json.last-good', 'responses.sqlite']) {
      for (const end of ['-wal', '-shm']) rmSync(join(folder, `${name}${end}`), { force: true });
      rmSync(join(folder, name));
      mkdirSync(join(folder, name));
    }
    rmSync(join(folder, 'journal'), { recursive: true });
    writeFileSync(join(folder, 'journal'), 'no folder');
    const again = await restart();
    expect(await again.read('GET', '/desk/settings')).toMatchObject({ theme: 'system' });
    const { notices = [] } = (await again.read('GET', '/desk/status')) as DeskStatus;
    expect(notices.map(({ id }) => id).toSorted()).toEqual(['folder-journal', 'responses', 'settings-lost']);
  });
});

describe('a damaged file of keys', () => {
  const damage = async (names: string[]): Promise<DeskStatus> => {
    const { desk, restart } = await startOnService();
    await desk.read('POST', '/desk/connections', {
      name: 'Studio',
      baseUrl: 'https://studio.example',
      key: 'pb_live_studiokey_1234',
    });
    await desk.core.close();
    for (const name of names) writeFileSync(join(desk.folder, 'desk', name), 'damaged');
    const again = await restart();
    // The list asks for each key.
    await again.read('GET', '/desk/connections');
    return (await again.read('GET', '/desk/status')) as DeskStatus;
  };

  test('is said, with the last good one in use', async () => {
    const { notices = [] } = await damage(['keys.json']);
    expect(notices.map(({ id }) => id)).toEqual(['keys']);
    expect(notices[0]?.text).toMatch(
      /^The stored API keys could not be read, so the last good ones are used/,
    );
  });

  test('is said with what to do, where there is no good one', async () => {
    const { notices = [] } = await damage(['keys.json', 'keys.json.last-good']);
    expect(notices.map(({ id }) => id)).toEqual(['keys-lost']);
    expect(notices[0]?.text).toContain('enter the keys of your hosted services again under Connections');
  });
});

describe('folders in the place of files, and files in the place of folders', { tags: 'rig' }, () => {
  const files = [
    'connections.json',
    'settings.json',
    'desk.sqlite',
    'media-secret',
    'writer.lock',
    'keys.json',
  ];
  const folders = ['journal', 'uploads', 'media', 'versions', 'transfers'];

  test.each([...files, ...folders])(
    '%s is quarantined, and the app starts and stores what it is given',
    async (name) => {
      const { desk, restart } = await startOnService();
      await desk.core.close();
      const folder = join(desk.folder, 'desk');
      rmSync(join(folder, name), { recursive: true, force: true });
      if (folders.includes(name)) {
        writeFileSync(join(folder, name), 'mine');
      } else {
        for (const end of ['-wal', '-shm']) rmSync(join(folder, name + end), { force: true });
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'mine'), 'mine');
      }
      const again = await restart();
      await again.read('POST', '/desk/connections', {
        name: 'Studio',
        baseUrl: 'https://studio.example',
        key: 'pb_live_studiokey_1234',
      });
      await again.read('PATCH', '/desk/settings', { theme: 'dark' });
      expect(await again.read('GET', '/desk/runs?connectionId=local')).toEqual({ runs: [] });
      const quarantined = readdirSync(folder).filter((one) => one.startsWith(`${name}.broken-`));
      expect(quarantined).toHaveLength(1);
      const found = folders.includes(name) ? quarantined[0]! : join(quarantined[0]!, 'mine');
      expect(readFileSync(join(folder, found), 'utf8')).toBe('mine');
    },
  );
});
