import { readFileSync } from 'node:fs';
import { serviceKinds } from '#shared/administration/models.ts';
import { Problem } from '#service/problems/problem.ts';
import { checkedName } from '#service/providers/provider-rules.ts';
import { saveProvider } from '#service/providers/providers.ts';
import { listProviders, removeProvider } from '#service/providers/rows.ts';
import { transaction, type Database } from '../storage/database.ts';
import { noteAsCommand } from './note-as-command.ts';
import { DATA_FLAGS, withCommandDatabase } from './command-database.ts';
import { parseFlags, UsageProblem, parseInteger } from './flags.ts';

/**
 * `providers add | list | remove`. Works on the database directly, whether the service runs or not.
 * @param print writes one line to standard output.
 * @throws UsageProblem
 */
export async function runProvidersCommand(
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const [command, ...remaining] = args;
  if (command === 'add') await add(remaining);
  else if (command === 'list') await list(remaining, print);
  else if (command === 'remove') await remove(remaining);
  else throw new UsageProblem('Use providers add, providers list or providers remove.');
}

async function withDatabase(
  flags: ReadonlyMap<string, readonly string[]>,
  work: (db: Database, directory: string) => Promise<void>,
): Promise<void> {
  try {
    await withCommandDatabase(flags, work);
  } catch (error) {
    throw explained(error);
  }
}

function read(args: readonly string[], accepted: readonly string[]): Map<string, string[]> {
  const { flags, positional } = parseFlags(args, accepted);
  if (positional.length > 0) throw new UsageProblem(`"${positional[0]}" is not understood here.`);
  return flags;
}

function nameOf(flags: Map<string, string[]>, command: string): string {
  const name = flags.get('name')?.[0];
  if (name === undefined) throw new UsageProblem(`providers ${command} needs --name NAME.`);
  try {
    return checkedName(name);
  } catch (error) {
    throw explained(error);
  }
}

/** What the rules refuse, as what the caller can put right. */
const explained = (error: unknown): unknown =>
  error instanceof Problem ? new UsageProblem(error.message) : error;

async function add(args: readonly string[]): Promise<void> {
  // The one flag that stands alone; a key as an argument would show in the list of processes.
  const keyFromInput = args.includes('--key-stdin');
  const flags = read(
    args.filter((argument) => argument !== '--key-stdin'),
    [...DATA_FLAGS, 'name', 'base-url', 'model', 'price'],
  );
  const name = nameOf(flags, 'add');
  const price = flags.get('price')?.[0];
  const model = flags.get('model')?.[0]?.trim();
  const used = {
    model: model === undefined || model === '' ? null : model.slice(0, 200),
    price: BigInt(price === undefined ? 0 : parseInteger('price', price, 0)),
  };
  const provider = {
    name,
    baseUrl: flags.get('base-url')?.[0] ?? '',
    // Which of its models makes what, the app asks; here one is named for all.
    models: serviceKinds('openai-compatible').map((kind) => ({ kind, ...used })),
    key: keyFromInput ? keyFromStandardInput() : null,
  };
  await withDatabase(flags, async (db, data) => {
    await transaction(db, async () => {
      await saveProvider(db, data, Date.now(), provider);
      await noteAsCommand(db, 'model-provider.add', { id: name });
    });
  });
}

function keyFromStandardInput(): string {
  const key = readFileSync(0, 'utf8').trim();
  if (key === '')
    throw new UsageProblem('--key-stdin reads the key from standard input, and there was none.');
  return key;
}

async function list(args: readonly string[], print: (line: string) => void): Promise<void> {
  await withDatabase(read(args, DATA_FLAGS), async (db) => {
    print(['name', 'base URL', 'model', 'price', 'key'].join('\t'));
    for (const { name, baseUrl, models, hasKey } of await listProviders(db)) {
      const each = (values: readonly string[]): string => [...new Set(values)].join(', ');
      const used = each(models.map(({ model }) => model ?? '-'));
      const prices = each(models.map(({ price }) => price.toString()));
      print([name, baseUrl, used, prices, hasKey ? 'sealed' : 'none'].join('\t'));
    }
  });
}

async function remove(args: readonly string[]): Promise<void> {
  const flags = read(args, [...DATA_FLAGS, 'name']);
  const name = nameOf(flags, 'remove');
  await withDatabase(flags, async (db) => {
    await transaction(db, async () => {
      if (!(await removeProvider(db, name))) throw new UsageProblem('There is no such provider.');
      await noteAsCommand(db, 'model-provider.remove', { id: name });
    });
  });
}
