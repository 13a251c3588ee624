import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { AGENT_TOKEN_VARIABLE } from '#shared/agents/index.ts';
import { startAgentBench, wordsOf, type AgentBench } from '#core/agents/testing/agent-bench.ts';
import { temporaryFolder } from '#core/testing/temporary-folder.ts';

const command = [resolve(import.meta.dirname, 'main.ts'), '--agent'];

/** What a client starts, by the official SDK. */
function stdioOf(env: Record<string, string>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: command,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'pipe',
  });
  let told = '';
  transport.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const client = new Client({ name: 'stdio-client', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  onTestFinished(() => client.close());
  return { client, transport, told: () => told };
}

const envOf = (bench: AgentBench, token: string) => ({
  PATCHBAY_DATA: bench.desk.folder,
  [AGENT_TOKEN_VARIABLE]: token,
});

test('a client that starts the command speaks with the Patchbay that is open', async () => {
  const bench = await startAgentBench();
  const { token } = await bench.add();
  const { client, transport } = stdioOf(envOf(bench, token));
  await client.connect(transport);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('request_input');
  const read = wordsOf(await client.callTool({ name: 'read_graph', arguments: { project: 'p1' } }));
  expect(read.text).toContain('paint model/paint');
  const steps: number[] = [];
  const ran = await client.callTool(
    { name: 'start_run', arguments: { project: 'p1', wait: true } },
    { onprogress: ({ progress }) => steps.push(progress) },
  );
  expect(wordsOf(ran).text).toContain('Run r1: succeeded');
  expect(steps.length).toBeGreaterThan(0);
  const { contents } = await client.readResource({ uri: 'patchbay://projects/p1/graph' });
  expect(contents).toHaveLength(1);
});

test('the command ends where the door is closed while it speaks', async () => {
  const bench = await startAgentBench();
  const { token } = await bench.add();
  const { client, transport } = stdioOf(envOf(bench, token));
  await client.connect(transport);
  await bench.desk.read('PATCH', '/desk/agents', { enabled: false });
  await expect.poll(() => transport.pid).toBeNull();
});

test.each([
  [
    'Patchbay is not open',
    () => Promise.resolve({ PATCHBAY_DATA: temporaryFolder(), [AGENT_TOKEN_VARIABLE]: 'x' }),
  ],
  ['This token is not of an agent', async () => envOf(await startAgentBench(), `pbagent_${'x'.repeat(43)}`)],
  [`Set ${AGENT_TOKEN_VARIABLE}`, async () => ({ PATCHBAY_DATA: (await startAgentBench()).desk.folder })],
])('without what it needs it says on standard error: %s', async (sentence, env) => {
  const { client, transport, told } = stdioOf(await env());
  await expect(client.connect(transport)).rejects.toThrow(/closed/i);
  await expect.poll(told).toContain(sentence);
});
