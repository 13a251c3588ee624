import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProgram } from '#native/testing/built-program.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestLog } from '../testing/test-log.ts';
import { ServiceLaunchError } from './launcher.ts';
import { createSpawnLauncher } from './spawn-launcher.ts';

const entry = builtProgram(new URL('../../../service/main.ts', import.meta.url), 'service/main.js');
const launcher = createSpawnLauncher({ entry, log: createTestLog() });
const signal = new AbortController().signal;

const launchFailure = async (starting: Promise<unknown>): Promise<ServiceLaunchError> => {
  const error: unknown = await starting.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ServiceLaunchError);
  return error as ServiceLaunchError;
};

describe('the real service as a child process', { timeout: 120_000 }, () => {
  test('listens where it says, takes the keys made for it, and stops when asked', async () => {
    const dataDirectory = join(temporaryFolder(), 'service');
    const service = await launcher.start({ dataDirectory, port: 0, signal });
    onTestFinished(() => service.stop());
    const key = await launcher.createKey({ dataDirectory, account: 'local', language: 'en', signal });
    const response = await fetch(`${service.origin}/api/v1/projects`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    await response.body?.cancel();
    await service.stop();
    expect(await service.exited).toBe(0);
    await expect(fetch(service.origin)).rejects.toThrow('fetch failed');
  });

  test('a second one on the same data is refused, and the first is named', { tags: 'rig' }, async () => {
    const dataDirectory = join(temporaryFolder(), 'service');
    const first = await launcher.start({ dataDirectory, port: 0, signal });
    onTestFinished(() => first.stop());
    const failure = await launchFailure(launcher.start({ dataDirectory, port: 0, signal }));
    expect(failure.ownerPid).toBe(first.pid);
  });

  test('a taken port is a failure that names nobody', { tags: 'rig' }, async () => {
    const first = await launcher.start({ dataDirectory: join(temporaryFolder(), 'a'), port: 0, signal });
    onTestFinished(() => first.stop());
    const port = Number(new URL(first.origin).port);
    const failure = await launchFailure(
      launcher.start({ dataDirectory: join(temporaryFolder(), 'b'), port, signal }),
    );
    expect(failure.ownerPid).toBeNull();
  });

  test('a data folder that cannot be one is said in one line', { tags: 'rig' }, async () => {
    const dataDirectory = join(temporaryFolder(), 'service');
    writeFileSync(dataDirectory, 'a file');
    const failure = await launchFailure(launcher.start({ dataDirectory, port: 0, signal }));
    expect(failure.message).toMatch(/^The local service did not start: [^\n]+$/);
    await launchFailure(launcher.createKey({ dataDirectory, account: 'local', language: 'en', signal }));
  });

  test('an abort ends what is starting', async () => {
    const leave = new AbortController();
    const starting = launcher.start({
      dataDirectory: join(temporaryFolder(), 's'),
      port: 0,
      signal: leave.signal,
    });
    leave.abort();
    expect((await launchFailure(starting)).ownerPid).toBeNull();
  });
});
