import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AGENT_PATH, AGENT_TOKEN_VARIABLE, JSON_META_KEY } from '#shared/agents/index.ts';
import { dataDirectory } from '#shared/desk/host.ts';
import { followRun, isFailedRun } from './follow-run.ts';
import { findGateway } from '../start/agent-pipe.ts';
import { completion, parseCommand, usage, UsageError, type Command } from './parse-command.ts';

/**
 * `npm run patchbay -- NOUN VERB`: the tools of agents as commands, for scripts and people.
 * Exit codes: 0 done; 1 refused or failed; 2 the command is not written right; 3 Patchbay is not open.
 */

const FAILED = 1;
const INVALID_USAGE = 2;
const NOT_OPEN = 3;
/** A run that is waited for. Milliseconds. */
const CALL_TIMEOUT_MS = 20 * 60_000;
/** Between two looks at a run that takes longer than one call waits. Milliseconds. */
const POLL_MS = 2000;

const print = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

/** @returns the exit code */
async function run({ tool, input, json }: Command): Promise<number> {
  const token = process.env[AGENT_TOKEN_VARIABLE];
  const folder = dataDirectory({ platform: process.platform, env: process.env, home: homedir() });
  const port = await findGateway(folder);
  if (token === undefined || port === null) {
    complain(
      token === undefined
        ? `Set ${AGENT_TOKEN_VARIABLE} to the token of an agent: Settings, Agents.`
        : 'Patchbay is not open, or agents are switched off. Start it, and switch agents on in Settings.',
    );
    return NOT_OPEN;
  }
  const client = new Client({ name: 'patchbay-cli', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  try {
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}${AGENT_PATH}`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    const call = (name: string, args: Record<string, unknown>) =>
      client.callTool(
        // The data says what became of a run, whatever is printed.
        { name, arguments: args, _meta: { [JSON_META_KEY]: true } },
        {
          signal: controller.signal,
          timeout: CALL_TIMEOUT_MS,
          onprogress: ({ message }) => complain(message ?? ''),
        },
      );
    const first = await call(tool, input);
    const isTracked = tool === 'start_run' && input['wait'] === true;
    const result = isTracked
      ? await followRun(first, {
          read: (runId) => call('read_run', { run: runId }),
          pause: () => pause(POLL_MS, undefined, { signal: controller.signal }),
          cancel: (runId) => client.callTool({ name: 'cancel_run', arguments: { run: runId } }),
        })
      : first;
    const isFailure = result.isError === true || (isTracked && isFailedRun(result));
    const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const words = stripMarks(texts.join('\n'));
    if (json && result.isError !== true) print(JSON.stringify(result.structuredContent ?? null, null, 2));
    else (isFailure ? complain : print)(words);
    return isFailure ? FAILED : 0;
  } finally {
    await client.close();
  }
}

/** The marks are for agents; a person knows what is content. */
const stripMarks = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^<\/?content (?:of="[^"]*" )?mark="\w+">$/.test(line))
    .join('\n');

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args[0] === '--help' || args[0] === 'help') {
    print(usage());
    return args.length === 0 ? INVALID_USAGE : 0;
  }
  if (args[0] === 'completion') {
    print(completion(args[1] === 'zsh' ? 'zsh' : 'bash'));
    return 0;
  }
  return run(parseCommand(args, (path) => readFileSync(path, 'utf8')));
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = isUsage ? INVALID_USAGE : FAILED;
}
