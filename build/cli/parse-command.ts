import { z } from 'zod';
import { agentToolNames, agentTools, type AgentToolName } from '#shared/agents/index.ts';

/** A command line that was read: the tool, what it is given, and how the answer is printed. */
export interface Command {
  tool: AgentToolName;
  input: Record<string, unknown>;
  json: boolean;
}

/** A command line that cannot be read. The message says what to write. */
export class UsageError extends Error {
  override name = 'UsageError';
}

type Fields = Record<string, z.ZodType>;

const fieldsOf = (tool: AgentToolName): Fields => agentTools[tool].input.shape;

/** What is within `optional`. */
const innerOf = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional ? innerOf(schema.unwrap() as z.ZodType) : schema;

const toolOf = (noun: string, verb: string): AgentToolName | undefined =>
  agentToolNames.find((name) => agentTools[name].command[0] === noun && agentTools[name].command[1] === verb);

/** How one command is written. */
export function usageOf(tool: AgentToolName): string {
  const { command, positional, title } = agentTools[tool];
  const options = Object.entries(fieldsOf(tool)).map(([name, schema]) => {
    const isOptional = schema instanceof z.ZodOptional;
    const value =
      innerOf(schema) instanceof z.ZodBoolean
        ? ''
        : name === 'set'
          ? ' node.pin=value'
          : ` ${name.toUpperCase()}`;
    if (name === positional) return name.toUpperCase();
    return isOptional ? `[--${name}${value}]` : `--${name}${value}`;
  });
  return `${command.join(' ')} ${options.join(' ')}   ${title}`;
}

export const usage = (): string =>
  [
    'npm run patchbay -- NOUN VERB [options] [--json]',
    '',
    ...agentToolNames.map((name) => `  ${usageOf(name)}`),
    '',
    'completion bash, completion zsh: prints a script for the shell',
    'The token of the command line is that of an agent: Settings, Agents. Put it into PATCHBAY_AGENT_TOKEN.',
  ].join('\n');

/** A value as it was typed: JSON where it is some, else text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param readFile reads what `@name` stands for. @throws UsageError */
function readOption(
  name: string,
  schema: z.ZodType,
  text: string,
  readFile: (path: string) => string,
): unknown {
  const inner = innerOf(schema);
  if (inner instanceof z.ZodString || inner instanceof z.ZodEnum) return text;
  const content = text.startsWith('@') ? readFile(text.slice(1)) : text;
  const value = valueOf(content);
  if (inner instanceof z.ZodArray && typeof value === 'string') return value.split(',');
  if (typeof value === 'string' && !(inner instanceof z.ZodUnknown)) {
    throw new UsageError(`--${name} takes JSON, or @FILE with JSON in it.`);
  }
  return value;
}

/** The tool that two words name. @throws UsageError */
function requireTool(noun: string, verb: string): AgentToolName {
  const tool = toolOf(noun, verb);
  if (tool !== undefined) return tool;
  const verbs = verbsOf(noun);
  throw new UsageError(
    verbs.length > 0
      ? `Write one of these behind "${noun}": ${verbs.join(', ')}.`
      : `There is no command "${`${noun} ${verb}`.trim()}".\n\n${usage()}`,
  );
}

const verbsOf = (noun: string): string[] =>
  agentToolNames.flatMap((name) =>
    agentTools[name].command[0] === noun ? [agentTools[name].command[1]] : [],
  );

/** Reads the options of one command. @throws UsageError */
function readOptions(
  tool: AgentToolName,
  options: readonly string[],
  readFile: (path: string) => string,
): Record<string, unknown> {
  const fields = fieldsOf(tool);
  const { positional } = agentTools[tool];
  const input: Record<string, unknown> = {};
  const words = [...options];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [, name = '', inline] = /^--([a-z]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (positional !== undefined && input[positional] === undefined && !word.startsWith('--')) {
      input[positional] = word;
      continue;
    }
    const schema = fields[name];
    if (schema === undefined)
      throw new UsageError(`"${word}" is not understood here. Write: ${usageOf(tool)}`);
    if (innerOf(schema) instanceof z.ZodBoolean) {
      input[name] = inline !== 'false';
      continue;
    }
    const text = inline ?? words.shift();
    if (text === undefined)
      throw new UsageError(`--${name} wants a value behind it. Write: ${usageOf(tool)}`);
    input[name] =
      name === 'set'
        ? { ...(input['set'] as object | undefined), ...readSetting(text) }
        : readOption(name, schema, text, readFile);
  }
  return input;
}

/** @param text `node.pin=value` @throws UsageError */
function readSetting(text: string): Record<string, unknown> {
  const [, pin, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (pin === undefined || value === undefined) throw new UsageError('Write --set node.pin=value.');
  return { [pin]: valueOf(value) };
}

/**
 * Reads a command line by the table of tools.
 * @param args without the program. @throws UsageError with a sentence that says what to write
 */
export function parseCommand(args: readonly string[], readFile: (path: string) => string): Command {
  const [noun = '', verb = '', ...options] = args;
  const tool = requireTool(noun, verb);
  const input = readOptions(
    tool,
    options.filter((word) => word !== '--json'),
    readFile,
  );
  const checked = agentTools[tool].input.safeParse(input);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new UsageError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''} Write: ${usageOf(tool)}`);
  }
  return { tool, input, json: options.includes('--json') };
}

/** A script that completes commands and options in a shell. */
export function completion(shell: 'bash' | 'zsh'): string {
  const nouns = [...new Set(agentToolNames.map((name) => agentTools[name].command[0]))];
  const cases = nouns.map((noun) => {
    const verbs = verbsOf(noun);
    return `    ${noun}) words="${verbs.join(' ')}" ;;`;
  });
  const options = [...new Set(agentToolNames.flatMap((name) => Object.keys(fieldsOf(name))))].map(
    (name) => `--${name}`,
  );
  const script = [
    '_patchbay() {',
    '  local words="" current="${COMP_WORDS[COMP_CWORD]}"',
    '  case "${COMP_CWORD}:${COMP_WORDS[1]}" in',
    `    1:*) words="${nouns.join(' ')}" ;;`,
    '    2:*) case "${COMP_WORDS[1]}" in',
    ...cases.map((line) => `  ${line}`),
    '    esac ;;',
    `    *) words="${options.join(' ')} --json" ;;`,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -F _patchbay patchbay',
  ];
  return (shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit', ...script] : script).join('\n');
}
