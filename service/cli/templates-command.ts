import { publishTemplate } from '#service/templates/publish.ts';
import { TemplateProblem, type InputSelection } from '#service/templates/pins.ts';
import { issueEndpointKey, setEndpointActive, type TemplateContext } from '#service/templates/rows.ts';
import { listAllTemplates } from '#service/templates/list-rows.ts';
import { transaction } from '../storage/database.ts';
import { createIds } from '../storage/ids.ts';
import { noteAsCommand } from './note-as-command.ts';
import { DATA_FLAGS, withCommandDatabase } from './command-database.ts';
import { parseFlags, UsageProblem } from './flags.ts';

const TEXT_LIMIT = 500;

/**
 * `templates publish | list | renew-key | activate | deactivate`. Works on the database directly, whether the service
 * runs or not.
 * @param print writes one line to standard output: results only.
 * @param note writes one line for people, beside the results.
 * @throws UsageProblem
 */
export async function runTemplatesCommand(
  args: readonly string[],
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  const [command, ...remaining] = args;
  if (command === 'publish') await publish(remaining, print, note);
  else if (command === 'list') await list(remaining, print);
  else if (command === 'renew-key') await renewKey(remaining, print);
  else if (command === 'activate' || command === 'deactivate')
    await setActive(remaining, command === 'activate');
  else {
    throw new UsageProblem(
      'Use templates publish, templates list, templates renew-key, templates activate or templates deactivate.',
    );
  }
}

async function withDatabase(
  flags: ReadonlyMap<string, readonly string[]>,
  work: (ctx: TemplateContext) => Promise<void>,
): Promise<void> {
  try {
    await withCommandDatabase(flags, (db) => work({ db, newId: createIds(Date.now), now: Date.now }));
  } catch (error) {
    if (error instanceof TemplateProblem) throw new UsageProblem(error.message);
    throw error;
  }
}

async function publish(
  args: readonly string[],
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  const { flags, positional } = parseFlags(
    args,
    [...DATA_FLAGS, 'project', 'name', 'description', 'category', 'tags', 'endpoint', 'input', 'output'],
    ['input', 'output'],
  );
  if (positional.length > 0) throw new UsageProblem(`"${positional[0]}" is not understood here.`);
  const flagValue = (name: string): string | undefined => {
    const value = flags.get(name)?.[0]?.trim();
    if (value === '' || (value !== undefined && value.length > TEXT_LIMIT)) {
      throw new UsageProblem(`--${name} needs 1 to ${TEXT_LIMIT} characters.`);
    }
    return value;
  };
  const projectId = flagValue('project');
  const name = flagValue('name');
  if (projectId === undefined || name === undefined) {
    throw new UsageProblem('templates publish needs --project ID and --name NAME.');
  }
  const [description, category, endpoint] = [
    flagValue('description'),
    flagValue('category'),
    flagValue('endpoint'),
  ];
  const tags = flagValue('tags')
    ?.split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const inputs = flags.get('input')?.map(readInput) ?? null;
  const outputs = flags.get('output') ?? null;
  // Loaded here only: node types bring the image library with them.
  const { nodeDefinitions } = await import('../nodes/index.ts');
  const { createNodeRegistry } = await import('../nodes/registry.ts');
  const nodes = createNodeRegistry(nodeDefinitions);
  await withDatabase(flags, async (ctx) => {
    const published = await transaction(ctx.db, async () => {
      const result = await publishTemplate(
        { ...ctx, nodes },
        {
          projectId,
          name,
          inputs,
          outputs,
          ...(description !== undefined && { description }),
          ...(category !== undefined && { category }),
          ...(tags !== undefined && { tags }),
          ...(endpoint !== undefined && { endpoint }),
        },
      );
      await noteAsCommand(ctx.db, 'template.publish', { id: result.templateId, name });
      return result;
    });
    note(
      published.endpointId === null
        ? `Published as template ${published.templateId}.`
        : `Published as template ${published.templateId}, endpoint ${published.endpointId}. Its key is shown this once.`,
    );
    if (published.key !== null) print(published.key);
  });
}

/** `NODE.PIN=FIELD`: node ids may hold points, names of pins do not; fields hold neither points nor `=`. */
function readInput(text: string): InputSelection {
  const match = /^(.+)\.([^.=]+)=([^.=]+)$/.exec(text.trim());
  if (!match) throw new UsageProblem(`--input is written NODE.PIN=FIELD, not "${text}".`);
  return { nodeId: match[1]!, pin: match[2]!, field: match[3]!.trim() };
}

async function list(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { flags, positional } = parseFlags(args, DATA_FLAGS);
  if (positional.length > 0) throw new UsageProblem(`"${positional[0]}" is not understood here.`);
  await withDatabase(flags, async ({ db }) => {
    print(
      ['template', 'name', 'account', 'endpoint', 'endpoint name', 'key', 'calls', 'last call', 'state'].join(
        '\t',
      ),
    );
    for (const { endpoint, ...template } of await listAllTemplates(db)) {
      print(
        [
          template.id,
          template.name,
          template.account,
          ...(endpoint === null
            ? ['-', '-', 'none', '-', '-', '-']
            : [
                endpoint.id,
                endpoint.name,
                endpoint.keyPrefix === null ? 'none' : `${endpoint.keyPrefix}…`,
                String(endpoint.callCount),
                endpoint.lastCalledAt ?? 'never',
                endpoint.isActive ? 'active' : 'inactive',
              ]),
        ].join('\t'),
      );
    }
  });
}

async function withEndpoint(
  args: readonly string[],
  work: (ctx: TemplateContext, endpointId: string) => Promise<boolean>,
): Promise<void> {
  const { flags, positional } = parseFlags(args, DATA_FLAGS);
  const [endpointId, ...extraArgs] = positional;
  if (!endpointId || extraArgs.length > 0)
    throw new UsageProblem('Name one endpoint id; templates list has them.');
  await withDatabase(flags, async (ctx) => {
    if (!(await work(ctx, endpointId))) throw new UsageProblem('There is no such endpoint.');
  });
}

/** A new key in place of a lost one; the samples' endpoints get their first one so. */
const renewKey = (args: readonly string[], print: (line: string) => void): Promise<void> =>
  withEndpoint(args, async (ctx, endpointId) => {
    const key = await transaction(ctx.db, async () => {
      const issued = await issueEndpointKey(ctx, endpointId);
      if (issued !== null) await noteAsCommand(ctx.db, 'endpoint.renew-key', { id: endpointId });
      return issued;
    });
    if (key !== null) print(key);
    return key !== null;
  });

const setActive = (args: readonly string[], isActive: boolean): Promise<void> =>
  withEndpoint(args, (ctx, endpointId) =>
    transaction(ctx.db, async () => {
      const isFound = await setEndpointActive(ctx, endpointId, isActive);
      if (isFound) await noteAsCommand(ctx.db, 'endpoint.switch', { id: endpointId });
      return isFound;
    }),
  );
