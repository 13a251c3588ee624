import { endpoints } from '#shared/api/index.ts';
import type { SyncEffect, SyncEvent } from '#shared/sync/index.ts';
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
    const answer =
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
    return { type: 'answered', key, version: answer.version, graph: answer.document.graph, partial };
  } catch (error) {
    return { type: 'failed', key, outcome: failureOf(error) };
  }
}
