import { endpoints, type PatchOperation } from '#shared/api/index.ts';
import { cachedAtHeader } from '#shared/desk/index.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { Failure, GraphEffect, GraphEvent, Metadata } from '#shared/graph-saving/index.ts';
import type { EditorPorts } from '../ports.ts';
import { failureOf } from '#renderer/desk/index.ts';

type Send = Extract<GraphEffect, { type: 'send' }>;
type SendPorts = Pick<EditorPorts, 'api' | 'projectId'>;

/** Sends changes of one project to its service. */
export class ChangeSender {
  readonly #ports: SendPorts;
  /** Whether the service was seen to keep metadata. */
  #keepsMetadata = false;

  constructor(ports: SendPorts) {
    this.#ports = ports;
  }

  /** Never rejects. @returns how it ended, as the machine takes it. */
  async send(effect: Send): Promise<GraphEvent> {
    const { key, payload: change } = effect;
    try {
      if ('operations' in change) return await this.#patch(effect, change.operations);
      if ('graph' in change) return await this.#replace(effect, change);
      return await this.#describe(effect, change.metadata);
    } catch (error) {
      return { type: 'failed', key, outcome: failureOf(error) };
    }
  }

  get #params() {
    return { project_id: this.#ports.projectId };
  }

  async #patch({ key, expectedVersion }: Send, operations: PatchOperation[]): Promise<GraphEvent> {
    // What was sent is known here: a server that can is asked to answer with no more than it touched.
    let partial = false;
    const { version, document } = await this.#ports.api(endpoints.projects.patchDocument, {
      params: this.#params,
      body: { expectedVersion, operations },
      idempotencyKey: key,
      headers: { prefer: 'return=minimal' },
      onHeaders: (headers) => {
        partial = headers.get('preference-applied') === 'return=minimal';
      },
    });
    return { type: 'responded', key, version, document, partial };
  }

  async #replace(
    { key, expectedVersion }: Send,
    { graph, metadata }: { graph: Graph; metadata?: Metadata },
  ): Promise<GraphEvent> {
    const response = await this.#ports.api(endpoints.projects.replaceDocument, {
      params: this.#params,
      body: { expectedVersion, document: { graph }, ...(metadata && { metadata }) },
      idempotencyKey: key,
    });
    const { version, document } = response;
    const reported = metadata && { metadata: response.metadata ?? {} };
    return { type: 'responded', key, version, document: { graph: document.graph, ...reported } };
  }

  /** Metadata alone. Its response has none: once, the document is read to see that the service keeps it. */
  async #describe({ key, expectedVersion }: Send, metadata: Metadata): Promise<GraphEvent> {
    const { version } = await this.#ports.api(endpoints.projects.updateMetadata, {
      params: this.#params,
      body: { expectedVersion, metadata },
    });
    const responded = { type: 'responded', key, version, partial: true } as const;
    if (this.#keepsMetadata) return { ...responded, document: { graph: noGraph } };
    const fetched = await fetchDocument(this.#ports);
    // Somebody may have changed it since: then it says nothing.
    if (fetched.type !== 'fetched' || fetched.version !== version)
      return { ...responded, document: { graph: noGraph } };
    this.#keepsMetadata = jsonEqual(fetched.document.metadata, metadata);
    return { ...responded, document: { graph: noGraph, metadata: fetched.document.metadata } };
  }
}

const noGraph: Graph = { nodes: [], connections: [] };

/** Reads the document as the service has it now. Never rejects; what is only remembered is no response here. */
export async function fetchDocument(ports: Pick<EditorPorts, 'api' | 'projectId'>): Promise<GraphEvent> {
  let stored = false;
  try {
    const response = await ports.api(endpoints.projects.getDocument, {
      params: { project_id: ports.projectId },
      onHeaders: (headers) => {
        stored = headers.get(cachedAtHeader) !== null;
      },
    });
    if (stored) return { type: 'fetch-failed', outcome: { kind: 'unreachable' } };
    const { version, document, metadata = {} } = response;
    return { type: 'fetched', version, document: { graph: document.graph, metadata } };
  } catch (error) {
    return { type: 'fetch-failed', outcome: failureOf(error) };
  }
}

/** The version the service has now, or why it cannot be known. Never rejects. */
export async function fetchVersion(ports: Pick<EditorPorts, 'api' | 'projectId'>): Promise<number | Failure> {
  let stored = false;
  try {
    const project = await ports.api(endpoints.projects.get, {
      params: { project_id: ports.projectId },
      onHeaders: (headers) => {
        stored = headers.get(cachedAtHeader) !== null;
      },
    });
    return stored ? { kind: 'unreachable' } : project.version;
  } catch (error) {
    return failureOf(error);
  }
}
