import type { RunStatus } from '#shared/api/index.ts';
import type { DocumentProblem } from '#shared/document/problems.ts';

/** Where a run met a node or pin that it cannot use; `fieldName` when a template shows the pin under a name. */
interface PinDetails {
  nodeId: string;
  nodeType: string;
  pin: string;
  fieldName?: string;
}

interface DocumentDetails {
  problems: readonly DocumentProblem[];
  problemCount?: number;
}

/** One kind of things that hold a file. */
type FileHolders =
  | { projects: { projectId: string; name: string }[] }
  | { templates: { templateId: string; name: string }[] }
  | { runs: string[] };

/**
 * Everything that can be refused, with the data that goes with it. `undefined`: there is none.
 * What a client is answered stands in one table, `service/http/problem-responses.ts`.
 */
export interface Problems {
  UNAUTHORIZED: undefined;
  MISSING_SCOPE: { requiredScope: string };
  ORIGIN_NOT_ALLOWED: undefined;
  RATE_LIMITED: { retryAfterSeconds: number };
  IDEMPOTENCY_CONFLICT: undefined;
  INVALID_CURSOR: undefined;
  NAME_RESERVED: { loc: (string | number)[] };

  SETTING_INVALID: { field: string };
  PROVIDER_MISSING: undefined;
  PERSON_NOT_FOUND: { personId: string };
  INVITATION_NOT_FOUND: { invitationId: string };
  INVITATION_INVALID: undefined;

  ROUTE_NOT_FOUND: { path: string } | undefined;
  METHOD_NOT_ALLOWED: { allowed: string[] };
  OPERATION_NOT_FOUND: { operation: string; similar: string[] };

  PAYLOAD_TOO_LARGE: { limitBytes: number };
  FILE_TOO_LARGE: { limitBytes: number };

  SIGNED_URL_INVALID: undefined;
  SIGNED_URL_EXPIRED: undefined;
  SIGNED_URL_REQUIRED: undefined;
  AUTHORIZATION_NOT_ALLOWED: undefined;
  OBJECT_NOT_FOUND: undefined;
  OBJECT_METHOD_NOT_ALLOWED: { allowed: string[] };
  PREVIEW_UNAVAILABLE: undefined;
  RANGE_NOT_SATISFIABLE: { sizeBytes: number };

  PROJECT_NOT_FOUND: { projectId: string };
  VERSION_CONFLICT: { projectId: string; expectedVersion: number; currentVersion: number };
  NODE_NOT_FOUND: { projectId: string; nodeId: string };
  TOO_MANY_NODES: undefined;
  INVALID_PATCH_OPERATION: { operationIndex: number; reason: string };

  INVALID_STORYBOARD: DocumentDetails;
  STORYBOARD_NOT_CONVERTIBLE: DocumentDetails;
  INVALID_TIMELINE: DocumentDetails;
  INVALID_OTIO: DocumentDetails | undefined;
  OTIO_TOO_LARGE: { limitBytes: number } | undefined;

  INVALID_NODE_TYPE: undefined;
  NODE_TYPE_NOT_FOUND: { nodeType: string };
  THUMBNAIL_NOT_FOUND: undefined;

  INVALID_FILE: { fieldName: string } | undefined;
  INVALID_FILE_ID: undefined;
  FILE_NOT_FOUND:
    | { fileId: string }
    | { fileId: string; outputKey: string }
    | { fileId: string; fieldName: string }
    | (PinDetails & { fileId: string | null });
  FILE_IN_USE: { fileId: string } & FileHolders;
  FILE_DELETE_FAILED: { fileId: string };
  STORAGE_LIMIT_EXCEEDED: { storageLimitBytes: number; sizeBytes: number };

  INVALID_UPLOAD: { field: string };
  UPLOAD_NOT_FOUND: { uploadId: string } | undefined;
  UPLOAD_COMPLETED: undefined;
  UPLOAD_ABORTED: undefined;
  UPLOAD_EXPIRED: undefined;
  UPLOAD_VERIFICATION_FAILED:
    | { missingParts: number[] }
    | { segments: number[] }
    | { field: string }
    | { expectedSizeBytes: number; actualSizeBytes: number }
    | { expectedSha256: string; actualSha256: string };
  PART_TOO_SHORT: { expectedSizeBytes: number };
  PART_TOO_LARGE: { expectedSizeBytes: number };

  RUN_NOT_FOUND: { runId: string };
  RUN_NOT_DISPATCHED: undefined;
  RUN_ALREADY_TERMINAL: { runId: string; status: RunStatus };
  RUN_NOT_APPLICABLE: { runId: string; status?: RunStatus };
  RUN_OUTDATED: { projectId: string; runVersion: number | null; currentVersion: number };
  INVALID_OUTPUT_SELECTION: { unknownKeys?: string[]; outputKeys: string[] };
  INVALID_RUN_SOURCE: Record<string, never>;
  EMPTY_GRAPH: Record<string, never>;
  INVALID_GRAPH: { reason: string };
  UNKNOWN_TARGET: { nodeId: string };
  UNKNOWN_NODE: { nodeId: string };
  UNKNOWN_NODE_TYPE: { nodeId: string; nodeType: string };
  UNKNOWN_OUTPUT: PinDetails;
  UNKNOWN_INPUT: PinDetails | { fieldName: string; fields: string[] };
  INPUT_MISSING: PinDetails;
  INPUT_INVALID: PinDetails | { fieldName: string };
  INVALID_FILE_REFERENCE: PinDetails;
  INSUFFICIENT_CREDITS: {
    requiredMicrocredits: string;
    balanceMicrocredits: string;
    promisedMicrocredits: string;
  };

  TEMPLATE_NOT_FOUND: { templateId: string };
  ENDPOINT_NOT_FOUND: { templateId: string; endpointId: string };
  TEMPLATE_RUN_NOT_FOUND: { endpointId: string; taskId: string };
}

export type ProblemKind = keyof Problems;
