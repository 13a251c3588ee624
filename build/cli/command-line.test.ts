import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { AGENT_TOKEN_VARIABLE } from '#shared/agents/index.ts';
import { startAgentBench, type AgentBench } from '#core/agents/testing/agent-bench.ts';
import { temporaryFolder } from '#core/testing/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the command as a script does. */
function startCommand(line: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['build/cli/main.ts', ...line], {
    cwd: root,
    env: { ...process.env, [AGENT_TOKEN_VARIABLE]: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const completed = new Promise<CommandResult>((done) => {
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
  return { child, completed };
}

/** Commands of an agent on a Patchbay that is open. */
async function commandsOf(bench: AgentBench, folder: string | null = null) {
  const { token } = await bench.add({ folder });
  const env = { PATCHBAY_DATA: bench.desk.folder, [AGENT_TOKEN_VARIABLE]: token };
  return {
    start: (...line: string[]) => startCommand(line, env),
    run: (...line: string[]) => startCommand(line, env).completed,
  };
}

test('what a designer built runs from a script: listed, run with values, and its output saved', async () => {
  const bench = await startAgentBench();
  bench.state.outputs = { Words: { type: 'string', value: 'A lighthouse at dawn.' } };
  const folder = temporaryFolder();
  const { run } = await commandsOf(bench, folder);

  const listed = await run('projects', 'list');
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toContain('p1 "Harbor" 3 nodes');
  expect(listed.stdout).not.toContain('<content');

  const options = ['--project', 'p1', '--set', 'words.value=a lighthouse', '--wait', '--json'];
  const started = await run('runs', 'start', ...options);
  expect(started.code).toBe(0);
  expect(started.stderr).toContain('of 3 nodes');
  expect(JSON.parse(started.stdout)).toMatchObject({
    result: { run: 'r1', status: 'succeeded', microcredits: 500_000, outputs: ['Words'] },
  });
  const [{ graph }] = bench.state.started as [{ graph: { nodes: { inputs?: object }[] } }];
  expect(graph.nodes[0]?.inputs).toEqual({ value: { type: 'string', value: 'a lighthouse' } });

  let outputs: CommandResult = { code: null, stdout: '', stderr: '' };
  await expect
    .poll(async () => (outputs = await run('outputs', 'list', '--project', 'p1')).stdout, { timeout: 60_000 })
    .toMatch(/^\d+ /m);
  const id = /^(\d+) /m.exec(outputs.stdout)?.[1] ?? '';
  expect(await run('outputs', 'save', id, '--name', 'words.txt')).toMatchObject({ code: 0 });
  expect(readdirSync(folder)).toEqual(['words.txt']);
  expect(readFileSync(join(folder, 'words.txt'), 'utf8')).toBe('A lighthouse at dawn.');
});

test('the exit code says what became of a command, and its sentence is on standard error', async () => {
  const bench = await startAgentBench();
  const { run } = await commandsOf(bench);
  const refused = await run('graph', 'show', 'p2');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('You may not use this project');
  const invalid = await run('runs', 'start', 'p1', '--speed', '3');
  expect(invalid).toMatchObject({ code: 2, stdout: '' });
  expect(invalid.stderr).toContain('"--speed" is not understood here');
  const unknown = await startCommand(['projects', 'list'], { PATCHBAY_DATA: bench.desk.folder }).completed;
  expect(unknown).toMatchObject({ code: 3, stdout: '' });
  expect(unknown.stderr).toContain(AGENT_TOKEN_VARIABLE);
  const closed = { PATCHBAY_DATA: temporaryFolder(), [AGENT_TOKEN_VARIABLE]: 'pbagent_x' };
  expect(await startCommand(['projects', 'list'], closed).completed).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Patchbay is not open') as string,
  });
});

test('a run that failed is a failure of the command', async () => {
  const bench = await startAgentBench();
  bench.state.statuses = ['failed'];
  const { run } = await commandsOf(bench);
  const completed = await run('runs', 'start', 'p1', '--wait');
  expect(completed.code).toBe(1);
  expect(completed.stderr).toContain('Run r1: failed');
});

test('Ctrl-C cancels the run that is waited for', async () => {
  const bench = await startAgentBench();
  bench.state.statuses = ['running'];
  const { start } = await commandsOf(bench);
  const { child, completed } = start('runs', 'start', 'p1', '--wait');
  await expect.poll(() => bench.state.started.length, { timeout: 60_000 }).toBe(1);
  child.kill('SIGINT');
  expect((await completed).code).toBe(1);
  await expect.poll(() => bench.state.canceled).toEqual(['r1']);
});
