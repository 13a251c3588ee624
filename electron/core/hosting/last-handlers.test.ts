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
    setImmediate(() => { throw Object.assign(new Error('read'), { code: 'ECONNRESET' }); });
    setImmediate(() => setImmediate(() => console.log('still here')));`);
  expect(output).toContain('ECONNRESET');
  expect(output).toContain('still here');
  expect(output).not.toContain('ended in order');
  expect(code).toBe(0);
});
