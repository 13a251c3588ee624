import { endpoints } from '#shared/api/index.ts';
import { cachedAtHeader } from '#shared/desk/index.ts';
import type { Failure, SyncEffect, SyncEvent } from '#shared/sync/index.ts';
import type { EditorPorts } from '../ports.ts';
import { failureOf } from './failure.ts';

/** Sends one change to the service. Never rejects. @returns how it ended, as the machine wants to hear it. */
export async function sendChange(
  ports: Pick<EditorPorts, 'api' | 'projectId'>,
  { key, expectedVersion, change }: Extract<SyncEffect, { type: 'send' }>,
): Promise<SyncEvent> {
  const params = { project_id: ports.projectId };
  // What was sent is known here: a server that can is asked to answer with no more than it touched.
  let partial = false;
  try {
    const response =
      'operations' in change
        ? await ports.api(endpoints.projects.patchDocument, {
            params,
            body: { expectedVersion, operations: change.operations },
            idempotencyKey: key,
            headers: { prefer: 'return=minimal' },
            onHeaders: (headers) => {
              partial = headers.get('preference-applied') === 'return=minimal';
            },
          })
        : await ports.api(endpoints.projects.replaceDocument, {
            params,
            body: { expectedVersion, document: { graph: change.graph } },
            idempotencyKey: key,
          });
    return { type: 'responded', key, version: response.version, graph: response.document.graph, partial };
  } catch (error) {
    return { type: 'failed', key, outcome: failureOf(error) };
  }
}

/** Reads the document as the service has it now. Never rejects; what is only remembered is no response here. */
export async function fetchDocument(ports: Pick<EditorPorts, 'api' | 'projectId'>): Promise<SyncEvent> {
  let remembered = false;
  try {
    const response = await ports.api(endpoints.projects.getDocument, {
      params: { project_id: ports.projectId },
      onHeaders: (headers) => {
        remembered = headers.get(cachedAtHeader) !== null;
      },
    });
    if (remembered) return { type: 'fetch-failed', outcome: { kind: 'unreachable' } };
    return { type: 'fetched', version: response.version, graph: response.document.graph };
  } catch (error) {
    return { type: 'fetch-failed', outcome: failureOf(error) };
  }
}

/** The version the service has now, or why it cannot be known. Never rejects. */
export async function lookUpVersion(
  ports: Pick<EditorPorts, 'api' | 'projectId'>,
): Promise<number | Failure> {
  let remembered = false;
  try {
    const project = await ports.api(endpoints.projects.get, {
      params: { project_id: ports.projectId },
      onHeaders: (headers) => {
        remembered = headers.get(cachedAtHeader) !== null;
      },
    });
    return remembered ? { kind: 'unreachable' } : project.version;
  } catch (error) {
    return failureOf(error);
  }
}
