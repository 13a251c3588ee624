import { randomUUID } from 'node:crypto';
import { endOf, inputOf, pageOfLines, type ToolInput } from '#shared/agents/index.ts';
import {
  ApiError,
  endpoints,
  type EditableInputValue,
  type PatchOperation,
  type PublicRunDetail,
} from '#shared/api/index.ts';
import { estimateRun, runOfProjectHeader, runsToward } from '#shared/desk/index.ts';
import { applyOperations, parsePinType, type Graph, type NodeCatalog } from '#shared/graph/index.ts';
import { filesIn, requireFiles } from './access.ts';
import { costOf, type AgentRuns } from './agent-runs.ts';
import { readCatalog, readProject } from './read-project.ts';
import {
  ToolError,
  type ToolResponse,
  type ToolContext,
  type ToolHandlers,
  type ToolSources,
} from './tool-types.ts';

const credits = (microcredits: number): string => `${microcredits / 1_000_000} credits`;

/** The graph as the run would execute it. @throws ToolError */
function withValues(graph: Graph, set: Record<string, unknown>, catalog: NodeCatalog) {
  const values: EditableInputValue[] = [];
  const operations: PatchOperation[] = [];
  for (const [name, value] of Object.entries(set)) {
    const [nodeId, input] = endOf(name);
    const node = graph.nodes.find(({ id }) => id === nodeId);
    const pin = node && catalog.pinsOf(node.type)?.inputs.find((each) => each.name === input);
    if (!pin)
      throw new ToolError(
        `There is no input ${JSON.stringify(name.slice(0, 100))} in the graph. Read the graph, and write it as node.pin.`,
      );
    const override = inputOf(value, parsePinType(pin.type));
    values.push(override);
    operations.push({ op: 'setNodeInput', nodeId, input, value: override });
  }
  const applied = applyOperations(graph, operations);
  if (!applied.ok) throw new ToolError(applied.rejection.reason);
  return { graph: applied.graph, values };
}

/** Whether lists are about: how often a node runs is then not known before. */
const hasLists = (graph: Graph, catalog: NodeCatalog): boolean =>
  graph.nodes.some(
    ({ type, inputs }) =>
      Object.values(inputs ?? {}).some((input) => input.type === 'list') ||
      catalog.pinsOf(type)?.outputs.some((pin) => parsePinType(pin.type).list !== undefined) === true,
  );

/**
 * What a run costs at most, in microcredits.
 * @throws ToolError where nobody can tell: an agent never spends what it cannot know.
 */
async function priceOfRun(
  { prices }: ToolSources,
  connectionId: string,
  graph: Graph,
  targets: readonly string[] | undefined,
  catalog: NodeCatalog,
): Promise<number> {
  const all = new Set(graph.nodes.map(({ id }) => id));
  const runs = targets === undefined ? all : runsToward(graph, all, targets);
  const { microcredits, unpriced } = estimateRun(graph, runs, [], await prices(connectionId));
  if (unpriced > 0) {
    throw new ToolError(
      'Nothing was started: nobody can tell what this run costs before it is over. Ask the person to start it.',
    );
  }
  const price = microcredits?.p90 ?? 0;
  if (price > 0 && hasLists(graph, catalog)) {
    throw new ToolError(
      'Nothing was started: lists are in this graph, so it cannot be told how often its paid nodes run. Ask the person to start it.',
    );
  }
  return price;
}

function responseOf(run: PublicRunDetail): ToolResponse {
  const outputs = Object.entries(run.outputs ?? {});
  const lines = outputs.map(
    ([key, output]) => `${key} ${'contentType' in output ? output.contentType : output.type}`,
  );
  const message = run.error?.['message'];
  if (typeof message === 'string') lines.unshift(`error: ${message}`);
  const page = pageOfLines(lines.length, 0, (index) => lines[index] ?? '');
  return {
    text: `Run ${run.id}: ${run.status}, ${credits(costOf(run))}. list_outputs with this run gives the ids of what it made.`,
    content: { label: 'outputs of the run', text: page.lines.join('\n') },
    data: {
      run: run.id,
      status: run.status,
      microcredits: costOf(run),
      outputs: outputs.map(([key]) => key),
    },
  };
}

/** The priced graph of a run. @throws ToolError */
async function prepareRun(
  sources: ToolSources,
  { project, nodes, set = {} }: ToolInput<'start_run'>,
  { agent, signal }: ToolContext,
): Promise<{ graph: Graph; price: number }> {
  const { connectionId } = agent;
  const { document } = await readProject(sources, agent, project, signal);
  const types = document.graph.nodes.map(({ type }) => type);
  const catalog = await readCatalog(sources, connectionId, types);
  const { graph, values } = withValues(document.graph, set, catalog);
  const unknown = nodes?.find((id) => !graph.nodes.some((node) => node.id === id));
  if (unknown !== undefined) {
    throw new ToolError(
      `There is no node ${JSON.stringify(unknown.slice(0, 100))} in the graph. Read the graph again.`,
    );
  }
  requireFiles(sources, agent, project, document.graph, filesIn(values));
  return { graph, price: await priceOfRun(sources, connectionId, graph, nodes, catalog) };
}

/** Starts a run of an agent and sets aside what it costs. @throws ToolError above the limit */
async function startRun(
  sources: ToolSources,
  runs: AgentRuns,
  input: ToolInput<'start_run'>,
  context: ToolContext,
): Promise<{ run: PublicRunDetail; total: number }> {
  const { rows, clock, api } = sources;
  const { agent, signal } = context;
  const { connectionId } = agent;
  const { project, nodes } = input;
  const { graph, price } = await prepareRun(sources, input, context);
  signal.throwIfAborted();
  // From here to the reservation nothing waits: two calls at once cannot both take what is left.
  const left = Number(agent.limitMicrocredits) - rows.spent(agent.id);
  if (price > left) {
    throw new ToolError(
      `Nothing was started: this run costs up to ${credits(price)}, and ${credits(Math.max(0, left))} are left of your limit. Ask the person to raise it, or run less.`,
    );
  }
  const at = new Date(clock.now()).toISOString();
  const row = rows.reserve({ agentId: agent.id, connectionId, projectId: project, reserved: price, at });
  try {
    const run = await api(connectionId)(endpoints.runs.create, {
      // The graph itself, and not the project: what runs is what was priced, whatever is saved meanwhile.
      body: { graph, ...(nodes === undefined ? {} : { targetNodeIds: nodes }) },
      headers: { [runOfProjectHeader]: project },
      idempotencyKey: randomUUID(),
    });
    rows.startRun(row, run.id);
    runs.settle(connectionId, run);
    return { run, total: nodes?.length ?? graph.nodes.length };
  } catch (error) {
    // A refusal started nothing. Of a lost answer nobody knows, so its amount stays set aside.
    if (error instanceof ApiError && error.status < 500) rows.release(row);
    throw error;
  }
}

/** Tools that run projects, below what a person lets an agent spend. */
export function createRunTools(sources: ToolSources, runs: AgentRuns) {
  return {
    async start_run(input, context) {
      const { run, total } = await startRun(sources, runs, input, context);
      if (input.wait === true) return responseOf(await runs.follow(context, run.id, total));
      return { ...responseOf(run), text: `Run ${run.id} has started. read_run tells how far it is.` };
    },
    async read_run({ run: runId }, { agent, signal }) {
      runs.requireStarted(agent, runId);
      return responseOf(await runs.read(agent.connectionId, runId, signal));
    },
    async cancel_run({ run: runId }, { agent, signal }) {
      runs.requireStarted(agent, runId);
      await runs.cancel(agent.connectionId, runId);
      return responseOf(await runs.read(agent.connectionId, runId, signal));
    },
  } satisfies Partial<ToolHandlers>;
}
