import { isAbsolute, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ApiClient } from '#shared/api/index.ts';
import type { Agent, AgentGateway, DescribedNodeTypes } from '#shared/desk/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { openEstimates } from '../estimates/estimates-feature.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { openLibrary } from '../library/library-feature.ts';
import type { openMedia } from '../media/media-feature.ts';
import type { openRuns } from '../runs/runs-feature.ts';
import { AgentRuns } from './agent-runs.ts';
import { createAgentRows, type AgentRows } from './agent-rows.ts';
import { createAgentStore, type AgentStore, type StoredAgent } from './agent-store.ts';
import { createGatewaySwitch, type GatewaySwitch } from './gateway-switch.ts';
import { createDocumentTools } from './document-tools.ts';
import { createReadTools } from './read-tools.ts';
import { createOutputTools } from './output-tools.ts';
import { createProposalStore, type ProposalStore } from './proposal-store.ts';
import { PersonQuestions } from './person-questions.ts';
import { createProposalTools } from './proposal-tools.ts';
import { createQuestionTools } from './question-tools.ts';
import { ToolRunner } from './run-tool.ts';
import { createRunTools } from './run-tools.ts';
import type { ToolHandlers, ToolSources } from './tool-types.ts';

interface AgentsDeps {
  connections: Pick<Connections, 'get'>;
  database: DatabaseSync;
  signals: ConnectionSignals;
  api: (connectionId: string) => ApiClient;
  describeTypes: (connectionId: string, types: string[]) => Promise<DescribedNodeTypes>;
  files: Pick<FileLibrary, 'list'>;
  showing: Pick<Awaited<ReturnType<typeof openMedia>>, 'media' | 'routes' | 'drawGraph'>;
  library: Pick<ReturnType<typeof openLibrary>, 'routes'>;
  estimates: Pick<ReturnType<typeof openEstimates>, 'kinds' | 'prices'>;
  running: Pick<ReturnType<typeof openRuns>, 'runRead'>;
}

/** @throws DeskError where a connection is not there, or a folder is no whole path. */
function requireReachable(
  { connections }: Pick<AgentsDeps, 'connections'>,
  { connectionId, folder }: { connectionId?: string | undefined; folder?: string | null | undefined },
): void {
  if (connectionId !== undefined) connections.get(connectionId);
  if (folder === undefined || folder === null || isAbsolute(folder)) return;
  throw new DeskError('INVALID_REQUEST', 'Give the whole path of a folder.');
}

/** A request as a page would make it, for handlers that want its signal. */
const requestWith = (signal: AbortSignal, url = 'http://core.invalid/'): Request =>
  new Request(url, { signal });

/** What the tools of agents work with, made of the features of the core. */
function toolSources(
  { clock, events }: CoreContext,
  { api, describeTypes, files, showing, library, estimates }: AgentsDeps,
  stores: Pick<ToolSources, 'rows' | 'proposals'>,
): ToolSources {
  const signal = new AbortController().signal;
  return {
    ...stores,
    api,
    describeTypes,
    clock,
    listFiles: (connectionId, projectId) => files.list(connectionId, projectId),
    searchOutputs: (body) =>
      library.routes.searchOutputs({ params: {}, query: undefined, body, request: requestWith(signal) }),
    getOutput: (outputId) =>
      library.routes.getOutput({
        params: { outputId },
        query: undefined,
        body: undefined,
        request: requestWith(signal),
      }),
    async readText(connectionId, fileId, maxBytes, caller) {
      const read = await showing.routes.mediaText({
        params: {},
        query: undefined,
        body: { connectionId, fileId, maxBytes },
        request: requestWith(caller),
      });
      return { text: read.text, isComplete: read.isWhole };
    },
    async readMedia(connectionId, fileId, variant, values) {
      const { urls } = showing.routes.mediaUrls({
        params: {},
        query: undefined,
        body: { connectionId, items: [{ source: { kind: 'file', fileId }, variant }] },
        request: requestWith(values),
      });
      return showing.media.response(requestWith(values, urls[0]?.url));
    },
    drawGraph: showing.drawGraph,
    kinds: estimates.kinds,
    prices: estimates.prices,
    proposalsChanged: (connectionId, projectId) =>
      events.emit({ type: 'proposals', connectionId, projectId }),
  };
}

/** What goes on of agents, and its end. */
function createSupervision(
  { events, log }: CoreContext,
  { store, rows }: { store: AgentStore; rows: AgentRows },
  { runner, runs, gateway }: { runner: ToolRunner; runs: AgentRuns; gateway: GatewaySwitch },
) {
  const changed = (): void => events.emit({ type: 'agents' });
  /** Ends what an agent does, its runs as well. */
  async function stop(agentId: string): Promise<void> {
    runner.stop(agentId);
    gateway.disconnect(agentId);
    await cancelRuns(agentId);
  }
  const cancelRuns = async (agentId: string): Promise<void> => {
    await Promise.all(
      rows.openRuns(agentId).map(({ connectionId, runId }) =>
        runs.cancel(connectionId, runId).catch((error: unknown) => {
          log.info(errorFields(error), 'a run of an agent could not be canceled');
        }),
      ),
    );
  };
  return {
    cancelRuns,
    changed,
    stop,
    remove: async (agentId: string): Promise<void> => {
      await stop(agentId);
      await store.remove(agentId);
      rows.removeAgent(agentId);
      changed();
    },
  };
}

/** What a conversation of the app itself takes of agents: their tools, and what their runs cost. */
export interface AgentTools {
  handlers: ToolHandlers;
  rows: Pick<AgentRows, 'spent'>;
  /** Cancels the runs that an agent, or a conversation, started. */
  cancelRuns: (agentId: string) => Promise<void>;
}

/** The door for agents: off until a person opens it. */
export async function openAgents(context: CoreContext, deps: AgentsDeps) {
  const { folder, clock, log, events, notices, handles } = context;
  const store = createAgentStore(join(folder, 'agents.json'), clock, (isReadable) =>
    notices.add(isReadable ? 'agents' : 'agents-lost', 'agents.json'),
  );
  await store.load();
  const rows = createAgentRows(deps.database);
  const proposals = createProposalStore(deps.database, (id) => log.warn({ id }, 'a proposal cannot be read'));
  const sources = toolSources(context, deps, { rows, proposals });
  const runs = new AgentRuns(sources);
  const questions = new PersonQuestions(clock, () => events.emit({ type: 'agent-questions' }));
  const handlers: ToolHandlers = {
    ...createReadTools(sources),
    ...createOutputTools(sources),
    ...createProposalTools(sources),
    ...createDocumentTools(sources),
    ...createRunTools(sources, runs),
    ...createQuestionTools(questions),
  };
  const onRecorded = (): void => events.emit({ type: 'agents' });
  const runner = new ToolRunner({ store, rows, handlers, clock, log, onRecorded });
  const gateway = createGatewaySwitch(context, store, runner);
  const supervision = createSupervision(context, { store, rows }, { runner, runs, gateway });
  handles.add('door for agents', gateway, (open) => open.close());
  deps.signals.removed.listen(async (connectionId) => {
    proposals.removeConnection(connectionId);
    const removed = store.list().filter((agent) => agent.connectionId === connectionId);
    for (const { id } of removed) await supervision.remove(id);
  });
  deps.running.runRead.listen(({ connectionId, run }) => {
    if (runs.settle(connectionId, run)) onRecorded();
  });
  return {
    tools: { handlers, rows, cancelRuns: supervision.cancelRuns } satisfies AgentTools,
    moveProject: (connectionId: string, from: string, to: string) => rows.moveProject(connectionId, from, to),
    start: () => gateway.start(),
    routes: {
      ...agentRoutes(context, deps, { store, rows, gateway, supervision }),
      ...proposalRoutes(context, proposals),
      listAgentQuestions: () => ({ questions: questions.list() }),
      answerAgentQuestion: ({ params: { questionId }, body }) => questions.settle(questionId, body.answer),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}

function agentRoutes(
  { options, clock }: CoreContext,
  deps: AgentsDeps,
  {
    store,
    rows,
    gateway,
    supervision,
  }: {
    store: AgentStore;
    rows: AgentRows;
    gateway: GatewaySwitch;
    supervision: ReturnType<typeof createSupervision>;
  },
) {
  const { changed, stop, remove } = supervision;
  const getTimestamp = (): string => new Date(clock.now()).toISOString();
  const present = ({ tokenHash: _hash, ...agent }: StoredAgent): Agent => ({
    ...agent,
    spentMicrocredits: String(rows.spent(agent.id)),
    lastUsedAt: rows.lastCallAt(agent.id),
  });
  const state = (): AgentGateway => ({
    enabled: store.isEnabled(),
    address: gateway.address(),
    problem: gateway.problem(),
    command: [...(options.agentCommand ?? [])],
    agents: store.list().map(present),
  });
  return {
    getAgentGateway: state,
    async changeAgentGateway({ body: { enabled } }) {
      await store.setEnabled(enabled);
      await (enabled ? gateway.open() : gateway.close());
      changed();
      return state();
    },
    async addAgent({ body }) {
      requireReachable(deps, body);
      const { agent, token } = await store.add(body, getTimestamp());
      changed();
      return { agent: present(agent), token };
    },
    async changeAgent({ params: { agentId }, body: { stopped, ...fields } }) {
      requireReachable(deps, fields);
      const next = stopped === undefined ? {} : { stoppedAt: stopped ? getTimestamp() : null };
      const values = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const agent = await store.change(agentId, { ...values, ...next });
      if (stopped === true) await stop(agentId);
      changed();
      return present(agent);
    },
    removeAgent: ({ params: { agentId } }) => remove(agentId),
    listAgentCalls: ({ params: { agentId } }) => ({ calls: rows.calls(store.get(agentId).id) }),
  } satisfies Partial<DeskHandlers>;
}

const proposalRoutes = ({ events }: CoreContext, proposals: ProposalStore) =>
  ({
    listProposals: ({ params: { connectionId, projectId } }) => ({
      open: proposals.open(connectionId, projectId),
      documents: proposals.documents(connectionId, projectId),
      closed: proposals.closed(connectionId, projectId),
    }),
    settleProposal({ params: { connectionId, projectId, proposalId }, body }) {
      const settled = proposals.settle(proposalId, body);
      events.emit({ type: 'proposals', connectionId, projectId });
      return settled;
    },
  }) satisfies Partial<DeskHandlers>;
