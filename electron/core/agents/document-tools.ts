import { randomBytes, randomUUID } from 'node:crypto';
import type { DocumentEdit, DocumentKindName } from '#shared/agents/document-edit.ts';
import { buildDocumentProposal, EditError } from '#shared/agents/document-proposal.ts';
import type { ToolInput } from '#shared/agents/index.ts';
import { ApiError, endpoints } from '#shared/api/index.ts';
import type { StoredAgent } from './agent-store.ts';
import { requireProject } from './access.ts';
import { ToolError, type ToolHandlers, type ToolSources } from './tool-types.ts';

/** The saved storyboard or timeline of a project that an agent may use. @throws ToolError */
export async function readMediaDocument(
  { api }: Pick<ToolSources, 'api'>,
  agent: StoredAgent,
  { project, kind }: { project: string; kind: DocumentKindName },
  signal: AbortSignal,
): Promise<{ document: Record<string, unknown>; version: number }> {
  requireProject(agent, project);
  const call = api(agent.connectionId);
  const request = { params: { project_id: project }, signal };
  try {
    return kind === 'storyboard'
      ? await call(endpoints.storyboards.get, request)
      : await call(endpoints.timelines.get, request);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw new ToolError('There is no such project any more. list_projects lists those there are.');
    throw error;
  }
}

/** Fields that name a file or a medium. */
const MEDIA_FIELDS: ReadonlySet<string> = new Set(['fileId', 'filename', 'url', 'media']);

/** All texts that name a medium, wherever they stand. */
function mediaIn(value: unknown, isMedia = false): string[] {
  if (typeof value === 'string') return isMedia && value !== '' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => mediaIn(item, isMedia));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => mediaIn(item, MEDIA_FIELDS.has(name)));
}

const mediaOf = (edits: readonly DocumentEdit[]): string[] =>
  edits.flatMap((edit) => {
    if (edit.op === 'add') return mediaIn(edit.fields);
    return edit.op === 'set' ? mediaIn({ [edit.field]: edit.value }) : [];
  });

/** Media of other projects stay out of reach of an agent that was given some projects only. @throws ToolError */
function requireMedia(
  { listFiles }: Pick<ToolSources, 'listFiles'>,
  agent: StoredAgent,
  project: string,
  document: unknown,
  edits: readonly DocumentEdit[],
): void {
  if (agent.projectIds === null) return;
  const available = new Set([
    ...listFiles(agent.connectionId, project).flatMap(({ fileId, filename }) => [fileId, filename]),
    ...mediaIn(document),
  ]);
  const foreign = mediaOf(edits).find((name) => !available.has(name));
  if (foreign === undefined) return;
  throw new ToolError(
    `The file ${foreign.slice(0, 100)} is not one of this project. list_files lists those you may use.`,
  );
}

function editsOf(
  { kind, edits }: Pick<ToolInput<'propose_edits'>, 'kind' | 'edits'>,
  document: unknown,
): DocumentEdit[] {
  try {
    return buildDocumentProposal(kind, document, edits, randomBytes(4).toString('hex'));
  } catch (error) {
    throw error instanceof EditError ? new ToolError(`Nothing was proposed. ${error.message}`) : error;
  }
}

/** Tools for edits of storyboards and timelines that a person decides on. */
export function createDocumentTools(sources: ToolSources) {
  return {
    async propose_edits(input, { agent, signal }) {
      const { project, kind, title, note } = input;
      const { document, version } = await readMediaDocument(sources, agent, input, signal);
      const operations = editsOf(input, document);
      if (operations.length === 0)
        throw new ToolError(`Nothing was proposed: the ${kind} is so already. Read it again.`);
      requireMedia(sources, agent, project, document, operations);
      const id = `proposal_${randomUUID()}`;
      const { connectionId } = agent;
      sources.proposals.add({
        id,
        agentId: agent.id,
        connectionId,
        projectId: project,
        author: agent.name,
        title,
        note: note ?? null,
        createdAt: new Date(sources.clock.now()).toISOString(),
        baseVersion: version,
        kind,
        operations,
        accepted: [],
        dismissed: [],
        state: 'open',
      });
      sources.proposalsChanged(connectionId, project);
      return {
        text: `Proposed as ${id}: ${operations.length} edits of version ${version}. The person decides on it in the ${kind}; read_proposal tells what became of it.`,
        data: { proposal: id, operations: operations.length, version },
      };
    },
  } satisfies Partial<ToolHandlers>;
}
