import { z } from 'zod';
import {
  EditableGraphDocument,
  PatchOperation,
  type AnyEndpoint,
  type EndpointMatch,
} from '#shared/api/index.ts';
import { Metadata } from '#shared/api/schemas/common.ts';
import type { CanvasItems } from '#shared/canvas/items.ts';
import { readCanvas } from '#shared/canvas/metadata.ts';
import { validateInSlices } from '#shared/reading/index.ts';
import { observeInOrder, type ObservedResponse, type ProxyObserver } from '../api/proxy-observer.ts';
import type { CoreLog } from '../options.ts';
import { runInSlices } from '../slices.ts';
import type { VersionRecorder } from './recorder.ts';

const Document = z.object({
  version: z.int(),
  document: EditableGraphDocument,
  metadata: Metadata.optional(),
});
const Patched = z.object({ expectedVersion: z.int(), operations: z.array(PatchOperation) });
const Expecting = z.object({ expectedVersion: z.int(), metadata: Metadata.nullish() });
const Version = z.object({ version: z.int() });

/** The canvas items in metadata, where there is metadata that can be read. */
export function canvasIn(metadata: Readonly<Record<string, unknown>> | null | undefined): {
  canvas?: CanvasItems;
} {
  const canvas = metadata ? readCanvas(metadata) : null;
  return canvas?.ok ? { canvas: canvas.items } : {};
}

/** Whether a response says which version a project has now, or that there is no project any more. */
function isRelevant({ resource, method }: AnyEndpoint): boolean {
  switch (resource) {
    case 'document':
    case 'deleted-project':
    case 'applied-outputs':
      return true;
    case 'project':
    case 'storyboard':
    case 'timeline':
      return method !== 'GET';
    default:
      return false;
  }
}

/** Tells the recorder of versions what passes through the proxy. */
export function createVersionObserver(recorder: VersionRecorder, log: CoreLog): ProxyObserver {
  async function note(
    connectionId: string,
    match: EndpointMatch,
    { body, bodyInSlices, requestBody, minimal }: ObservedResponse,
  ): Promise<void> {
    const projectId = match.params['project_id'];
    switch (match.endpoint.resource) {
      case 'document': {
        const response = await runInSlices(validateInSlices(Document, await bodyInSlices()));
        if (!response.ok || projectId === undefined) return;
        const { version, document, metadata } = response.value;
        if (!minimal) {
          const isLocalSave = match.endpoint.method !== 'GET';
          const graph = { ...document.graph, ...canvasIn(metadata) };
          recorder.onDocumentRead(connectionId, projectId, { version, graph, isLocal: isLocalSave });
          return;
        }
        const request = Patched.safeParse(requestBody());
        if (!request.success) return;
        const { expectedVersion, operations } = request.data;
        const touched = document.graph;
        recorder.operationsSaved(connectionId, projectId, {
          expectedVersion,
          version,
          operations,
          touched,
        });
        return;
      }
      case 'applied-outputs': {
        const response = Version.extend({ projectId: z.string() }).safeParse(body());
        if (!response.success) return;
        recorder.changedUnseen(connectionId, response.data.projectId, response.data.version);
        return;
      }
      case 'deleted-project':
        if (projectId !== undefined) recorder.clear(connectionId, projectId);
        return;
      default: {
        // Name, storyboard and timeline: another number for the same graph.
        const response = Version.safeParse(body());
        const request = Expecting.safeParse(requestBody());
        if (!response.success || !request.success || projectId === undefined) return;
        recorder.renumbered(connectionId, projectId, {
          expectedVersion: request.data.expectedVersion,
          version: response.data.version,
          ...canvasIn(request.data.metadata),
        });
      }
    }
  }

  return observeInOrder({ accepts: isRelevant, note, failure: 'a version was not noted', log });
}
