import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { launcherOf, refusalOf, startTestCore } from '../testing/test-core.ts';

/** A service as a process of its own, which can be stopped without ending. */
async function startService() {
  const child = spawn(
    process.execPath,
    [
      '-e',
      `const server = require('node:http').createServer((request, response) => {
         response.setHeader('content-type', 'application/json');
         response.end('{"data":[],"hasMore":false,"nextCursor":null}');
       });
       server.listen(0, '127.0.0.1', () => console.log(server.address().port));`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { origin: `http://127.0.0.1:${port}`, child };
}

test.skipIf(process.platform === 'win32')(
  'a local service that stands still is given up after one time-out, in a sentence, and used again when it goes on',
  async () => {
    const { origin, child } = await startService();
    const desk = await startTestCore({ launchService: launcherOf(origin), responseTimeoutMs: 300 });
    const get = () => desk.ask('GET', '/api/local/v1/projects');
    expect((await get()).status).toBe(200);
    child.kill('SIGSTOP');
    const attempts = () => desk.log.lines.filter((line) => line.includes('no response')).length;
    const refusal = await refusalOf(await get());
    expect(refusal).toMatchObject({ status: 504, code: 'UNREACHABLE', details: { problem: 'timeout' } });
    expect(refusal.message).toMatch(/took too long to answer/);
    expect(attempts()).toBe(1);
    child.kill('SIGCONT');
    expect((await get()).status).toBe(200);
  },
);
