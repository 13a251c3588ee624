import { endpoints, type ApiClient } from '#shared/api/index.ts';
import type { ReplaceKind } from '#shared/document/replace-kind.ts';
import type { DocumentRequest } from '#shared/documents/requests.ts';
import {
  acceptCachedHeader,
  cachedAtHeader,
  savedStepsHeader,
  type MediaDocumentKind,
} from '#shared/desk/index.ts';
import { storyboardSaving, type StoryboardDocument } from '#shared/storyboard/index.ts';
import { timelineSaving, type TimelineDocument } from '#shared/timeline/index.ts';

/** A document as the service has it. */
interface ReadDocument {
  version: number;
  document: unknown;
  /** It is what this computer remembers: the service cannot be reached. */
  isRemembered: boolean;
}

/** The two kinds of media documents that a project has beside its graph. */
export interface DocumentKind<D> extends ReplaceKind<D> {
  kind: MediaDocumentKind;
  /** @throws ApiError @param stored whether what was known last will do where the service is away. */
  read(api: ApiClient, projectId: string, stored: boolean): Promise<ReadDocument>;
  /** @throws ApiError */
  write(
    api: ApiClient,
    projectId: string,
    request: DocumentRequest<D>,
  ): Promise<Omit<ReadDocument, 'isRemembered'>>;
}

type Read = typeof endpoints.storyboards.get | typeof endpoints.timelines.get;

async function read(
  api: ApiClient,
  endpoint: Read,
  projectId: string,
  recorded: boolean,
): Promise<ReadDocument> {
  let isRemembered = false;
  const { version, document } = await api(endpoint, {
    params: { project_id: projectId },
    headers: recorded ? { [acceptCachedHeader]: '1' } : {},
    onHeaders: (headers) => {
      isRemembered = headers.get(cachedAtHeader) !== null;
    },
  });
  return { version, document, isRemembered };
}

/** Steps that are told of one save, and characters of the name of each: a header is short. */
const MAX_STEPS = 12;
const MAX_NAME = 60;

const stepHeaders = (steps: readonly string[] = []): Record<string, string> =>
  steps.length === 0
    ? {}
    : {
        [savedStepsHeader]: encodeURIComponent(
          JSON.stringify(steps.slice(-MAX_STEPS).map((name) => name.slice(0, MAX_NAME).toWellFormed())),
        ),
      };

export const storyboardKind: DocumentKind<StoryboardDocument> = {
  ...storyboardSaving,
  kind: 'storyboard',
  read: (api, projectId, recorded) => read(api, endpoints.storyboards.get, projectId, recorded),
  write: (api, projectId, { key, expectedVersion, document, steps }) =>
    api(endpoints.storyboards.replace, {
      params: { project_id: projectId },
      body: { document, expectedVersion, mode: 'replace' },
      idempotencyKey: key,
      headers: stepHeaders(steps),
    }),
};

export const timelineKind: DocumentKind<TimelineDocument> = {
  ...timelineSaving,
  kind: 'timeline',
  read: (api, projectId, recorded) => read(api, endpoints.timelines.get, projectId, recorded),
  write: (api, projectId, { key, expectedVersion, document, steps }) =>
    api(endpoints.timelines.replace, {
      params: { project_id: projectId },
      body: { document, expectedVersion },
      idempotencyKey: key,
      headers: stepHeaders(steps),
    }),
};
