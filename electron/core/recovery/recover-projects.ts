import { createHash } from 'node:crypto';
import { ApiError, endpoints, type ApiClient } from '#shared/api/index.ts';
import { savedCanvas, writeCanvas } from '#shared/canvas/metadata.ts';
import { applyCanvasLenient, type CanvasOperation } from '#shared/canvas/operations.ts';
import { compareGraphs, type Graph } from '#shared/graph/index.ts';
import type { ProjectDetailsStore } from '../versions/project-details.ts';
import type { VersionStore } from '../versions/version-store.ts';
import type { RunHistory } from '../runs/run-history.ts';
import type { Journal } from '../journal/journal.ts';
import {
  localProjects,
  RECOVERY_WRITER,
  type LocalProject,
  type LocalProjectDependencies,
  type Restoration,
} from './local-projects.ts';

/** After a service's database was replaced by an older copy: brings back what this computer has that the copy lacks. */

export interface RecoveryDependencies extends LocalProjectDependencies {
  versions: Pick<VersionStore, 'noteRestoration' | 'before' | 'document' | 'keep' | 'moveProject'>;
  journal: Pick<Journal, 'pendingProjects' | 'claim' | 'leave' | 'acknowledge'> & {
    documents: Pick<Journal['documents'], 'moveProject'>;
  };
  details: Pick<ProjectDetailsStore, 'find'>;
  runs: Pick<RunHistory, 'moveProject'>;
}

/** Names of the projects that were changed. */
export interface Recovered {
  recreated: string[];
  updated: string[];
  /** Those that the service did not take; they stay in the history here. */
  failed: string[];
}

/** One key a step of one restoration: begun again after a stop, nothing is made twice. */
const keyOf = (...segments: string[]): string =>
  createHash('sha256').update(JSON.stringify(segments)).digest('hex');

/** Whether a state here is newer than what the service has. */
const isNewer = ({ numbering, version }: LocalProject, found: { version: number }): boolean =>
  numbering === 'later' || (numbering === 'same' && version > found.version);

const isSame = (a: Graph, b: Graph): boolean => {
  const { nodes, addedWires, removedWires } = compareGraphs(a, b);
  return nodes.length + addedWires.length + removedWires.length === 0;
};

/**
 * Recreates projects that the service does not have, and brings those that it has in an older version up to date; its
 * version stays in the history.
 * @throws what the service answers when it cannot be asked; then call it again later.
 */
export async function recoverProjects(
  deps: RecoveryDependencies,
  api: ApiClient,
  connectionId: string,
  restoreId: Restoration,
): Promise<Recovered> {
  const result: Recovered = { recreated: [], updated: [], failed: [] };
  deps.versions.noteRestoration(connectionId, restoreId.at);
  for await (const project of localProjects(deps, connectionId, restoreId)) {
    const params = { project_id: project.projectId };
    const found = await api(endpoints.projects.getDocument, { params }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    const details = deps.details.find(connectionId, project.projectId)?.details;
    const name = found?.name ?? details?.name ?? 'Recovered project';
    const backUp = (version: number) =>
      deps.versions.keep({
        connectionId,
        projectId: project.projectId,
        version,
        reason: 'merge',
        graph: project.graph,
      });
    try {
      if (!found) {
        await recreate(deps, api, connectionId, project, { name, restoreId: restoreId.at });
        result.recreated.push(name);
      } else if (isNewer(project, found) && containsAll(found.document.graph, project)) {
        // As a stop after the change below leaves it.
        await acknowledge(deps, connectionId, project);
      } else if (isNewer(project, found) && project.isSavedSince) {
        // What was acknowledged last is not replaced by what was before it.
        await backUp(found.version);
        result.failed.push(name);
      } else if (isNewer(project, found)) {
        await deps.versions.keep({
          connectionId,
          projectId: project.projectId,
          version: found.version,
          reason: 'opened',
          graph: found.document.graph,
        });
        const { version } = await api(endpoints.projects.replaceDocument, {
          params,
          body: {
            expectedVersion: found.version,
            document: { graph: project.graph },
            ...metadataWith(project, { ...found, ...details }.metadata),
          },
          idempotencyKey: keyOf(restoreId.at, project.projectId, `update at ${found.version}`),
        });
        await acknowledge(deps, connectionId, project);
        await keepState(deps, connectionId, project, version);
        result.updated.push(name);
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error;
      await backUp(found?.version ?? 0);
      result.failed.push(name);
    }
  }
  return result;
}

/** The state as the service numbers it now, for the next restoration to compare with. */
const keepState = (
  { versions }: RecoveryDependencies,
  connectionId: string,
  { projectId, graph }: Pick<LocalProject, 'projectId' | 'graph'>,
  version: number,
) => versions.keep({ connectionId, projectId, version, reason: 'saved', graph });

const canvasOf = ({ entries }: LocalProject): CanvasOperation[] =>
  entries.flatMap((entry) => entry.canvas ?? []);

/** Whether the service has all that is here of a project. */
const containsAll = (graph: Graph, project: LocalProject): boolean =>
  isSame(graph, project.graph) && canvasOf(project).length === 0;

/** The metadata that is known here, with the journaled changes of canvas items where they fit. */
function metadataWith(
  project: LocalProject,
  currentMetadata: Readonly<Record<string, unknown>> | undefined,
): { metadata?: Record<string, unknown> } {
  const { metadata, items } = savedCanvas(currentMetadata ?? {});
  const operations = canvasOf(project);
  if (operations.length === 0) return currentMetadata ? { metadata: { ...currentMetadata } } : {};
  const updatedMetadata = writeCanvas(metadata, applyCanvasLenient(items, operations).items);
  return updatedMetadata.ok ? { metadata: updatedMetadata.metadata } : {};
}

async function recreate(
  deps: RecoveryDependencies,
  api: ApiClient,
  connectionId: string,
  project: LocalProject,
  { name, restoreId }: { name: string; restoreId: string },
): Promise<void> {
  const existing = deps.details.find(connectionId, project.projectId);
  const step = (label: string) => ({ idempotencyKey: keyOf(restoreId, project.projectId, label) });
  const created = await api(endpoints.projects.create, {
    body: { ...existing?.details, name },
    ...step('create'),
  });
  const params = { project_id: created.id };
  let { version: expectedVersion } = await api(endpoints.projects.getDocument, { params });
  for (const kind of ['storyboard', 'timeline'] as const) {
    const document = existing?.[kind];
    if (!document) continue;
    const endpoint = kind === 'storyboard' ? endpoints.storyboards.replace : endpoints.timelines.replace;
    try {
      ({ version: expectedVersion } = await api(endpoint, {
        params,
        body: { expectedVersion, document },
        ...step(`${kind} at ${expectedVersion}`),
      }));
    } catch (error) {
      // What stands beside the graph is no reason to go without it.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      deps.log.warn({ projectId: created.id, kind }, 'a document could not be brought back');
    }
  }
  const { version } = await api(endpoints.projects.replaceDocument, {
    params,
    body: {
      expectedVersion,
      document: { graph: project.graph },
      ...metadataWith(project, existing?.details.metadata),
    },
    ...step(`graph at ${expectedVersion}`),
  });
  await acknowledge(deps, connectionId, project);
  deps.runs.moveProject(connectionId, project.projectId, created.id);
  await deps.journal.documents.moveProject(connectionId, project.projectId, created.id);
  await deps.versions.moveProject(connectionId, project.projectId, created.id);
  await keepState(deps, connectionId, { projectId: created.id, graph: project.graph }, version);
}

/** The edits are in the service's document now. Where a window has the project open, they are its own to settle. */
async function acknowledge(
  { journal }: RecoveryDependencies,
  connectionId: string,
  { projectId, entries }: LocalProject,
): Promise<void> {
  if (entries.length === 0) return;
  const { writing } = await journal.claim(connectionId, projectId, { writer: RECOVERY_WRITER, take: false });
  if (writing) {
    const entryIds = entries.map(({ id }) => id);
    await journal.acknowledge(connectionId, projectId, { writer: RECOVERY_WRITER, entryIds });
  }
  journal.leave(connectionId, projectId, RECOVERY_WRITER);
}
