import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { agentToolNames } from '#shared/agents/index.ts';
import { completion, parseCommand, usage, usageOf } from './parse-command.ts';

const files: Record<string, string> = { 'changes.json': '[{"op":"remove","node":"a"}]' };
const parse = (line: string) => parseCommand(line.split(' '), (path) => files[path] ?? '');

test.each([
  ['projects list', 'list_projects', {}],
  ['projects list --search harbor --json', 'list_projects', { search: 'harbor' }],
  [
    'runs start --project p1 --set words.value=7 --set words.text=soft --wait',
    'start_run',
    { project: 'p1', set: { 'words.value': 7, 'words.text': 'soft' }, wait: true },
  ],
  ['runs start p1 --nodes=a,b', 'start_run', { project: 'p1', nodes: ['a', 'b'] }],
  ['outputs save 12 --name out.png', 'save_output', { output: '12', name: 'out.png' }],
  [
    'proposals create p1 --title Try --changes @changes.json',
    'propose_changes',
    { project: 'p1', title: 'Try', changes: [{ op: 'remove', node: 'a' }] },
  ],
])('%s', (line, tool, input) => {
  expect(parse(line)).toEqual({ tool, input, json: line.includes('--json') });
});

test.each([
  ['fly away', 'There is no command "fly away"'],
  ['runs fly', 'start, show, cancel'],
  ['runs start', 'project'],
  ['runs start p1 --speed 3', '"--speed" is not understood'],
  ['runs start p1 --set words', '--set node.pin=value'],
  ['projects list --search', '--search wants a value'],
  ['proposals create p1 --title a --changes nothing', 'changes'],
])('%s is refused with a sentence', (line, sentence) => {
  expect(() => parse(line)).toThrow(sentence);
});

test('each tool is a command of its own, and all are in the help', () => {
  const lines = agentToolNames.map(usageOf);
  expect(new Set(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).size).toBe(lines.length);
  for (const line of lines) expect(usage()).toContain(line);
});

test('the completion is a script that the shell takes', () => {
  const complete = `${completion('bash')}\nCOMP_WORDS=(patchbay runs st); COMP_CWORD=2; _patchbay; echo "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['-c', complete], { encoding: 'utf8' }).trim()).toBe('start');
});
