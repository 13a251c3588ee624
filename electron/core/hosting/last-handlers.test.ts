import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const module = fileURLToPath(new URL('./last-handlers.ts', import.meta.url));

/** Runs a program with the handlers in place; it prints its log. */
async function run(body: string) {
  const child = spawn(process.execPath, [
    '--input-type=module-typescript',
    '-e',
    `import { installLastHandlers } from ${JSON.stringify(module)};
     const write = (fields, message) => console.log(JSON.stringify({ ...fields, message }));
     const log = { debug: write, info: write, warn: write, error: write };
     installLastHandlers(process, log, () => { console.log('ended in order'); process.exitCode = 70; });
     ${body}`,
  ]);
  const [output, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { output, problems, code };
}

test('a rejection that nobody handles is logged without its message, and work goes on', async () => {
  const { output, problems, code } = await run(`
    Promise.reject(new TypeError('the key pb_live_secret'));
    setImmediate(() => setImmediate(() => console.log('still here')));`);
  expect(output).toContain('"name":"TypeError"');
  expect(output).toContain('still here');
  expect(output + problems).not.toContain('pb_live_secret');
  expect(code).toBe(0);
});

test('an exception that nobody handles is logged, and the host ends in order, once', async () => {
  const { output, problems, code } = await run(`
    setImmediate(() => { throw new RangeError('the key pb_live_secret'); });
    setImmediate(() => { throw new RangeError('another'); });`);
  expect(output).toContain('"name":"RangeError"');
  expect(output.match(/ended in order/g)).toHaveLength(1);
  expect(output + problems).not.toContain('pb_live_secret');
  expect(code).toBe(70);
});

test('an error of a connection that is gone ends nothing', async () => {
  const { output, code } = await run(`
    import { createServer, connect } from 'node:net';
    const server = createServer((socket) => socket.resetAndDestroy());
    server.listen(0, '127.0.0.1', () => {
      // Nobody listens for the error of this socket.
      connect(server.address().port, '127.0.0.1').once('close', () => {
        console.log('still here');
        server.close();
      });
    });`);
  expect(output).toContain('ECONNRESET');
  expect(output).toContain('still here');
  expect(output).not.toContain('ended in order');
  expect(code).toBe(0);
});

test.each([
  [
    'of a disk',
    `Object.assign(new Error('EPIPE: broken pipe, write'), { errno: -32, code: 'EPIPE', syscall: 'write' })`,
  ],
  [
    'with a path',
    `Object.assign(new Error('write EPIPE'), { errno: -32, code: 'EPIPE', syscall: 'write', path: '/x' })`,
  ],
  ['that only bears the code', `Object.assign(new Error('journal'), { code: 'EPIPE' })`],
  ['of a pipeline', `Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })`],
])('an exception %s ends the host, whatever its code', async (_name, error) => {
  const { output, code } = await run(`setImmediate(() => { throw ${error}; });`);
  expect(output.match(/ended in order/g)).toHaveLength(1);
  expect(code).toBe(70);
});
