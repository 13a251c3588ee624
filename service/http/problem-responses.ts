import type { ProblemKind, Problems } from '#service/problems/kinds.ts';
import type { Problem } from '#service/problems/problem.ts';

/** The one table from what can be refused to what a client is answered. */

interface ProblemResponse<Kind extends ProblemKind> {
  status: number;
  /** Where it is not the kind's own name. */
  code?: string;
  headers?: (details: Problems[Kind]) => Record<string, string>;
  /** The data goes into headers only. */
  hidesDetails?: true;
}

const allow = ({ allowed }: { allowed: readonly string[] }) => ({ allow: allowed.join(', ') });

/** A number stands for a response with that status and nothing special. */
const RESPONSES: { readonly [Kind in ProblemKind]: number | ProblemResponse<Kind> } = {
  UNAUTHORIZED: { status: 401, headers: () => ({ 'www-authenticate': 'Bearer' }) },
  MISSING_SCOPE: 403,
  ORIGIN_NOT_ALLOWED: 403,
  RATE_LIMITED: {
    status: 429,
    headers: ({ retryAfterSeconds }) => ({ 'retry-after': String(retryAfterSeconds) }),
  },
  IDEMPOTENCY_CONFLICT: 409,
  INVALID_CURSOR: 400,
  NAME_RESERVED: 400,

  SETTING_INVALID: 400,
  PROVIDER_MISSING: 404,
  PERSON_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  INVITATION_INVALID: 410,

  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: { status: 405, headers: allow },
  OPERATION_NOT_FOUND: 404,

  PAYLOAD_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,

  SIGNED_URL_INVALID: 403,
  SIGNED_URL_EXPIRED: 403,
  SIGNED_URL_REQUIRED: 403,
  AUTHORIZATION_NOT_ALLOWED: 400,
  OBJECT_NOT_FOUND: 404,
  OBJECT_METHOD_NOT_ALLOWED: { status: 405, code: 'METHOD_NOT_ALLOWED', headers: allow, hidesDetails: true },
  PREVIEW_UNAVAILABLE: 404,
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    headers: ({ sizeBytes }) => ({ 'content-range': `bytes */${sizeBytes}` }),
  },

  PROJECT_NOT_FOUND: 404,
  VERSION_CONFLICT: 409,
  NODE_NOT_FOUND: 404,
  TOO_MANY_NODES: 400,
  INVALID_PATCH_OPERATION: 400,

  INVALID_STORYBOARD: 400,
  STORYBOARD_NOT_CONVERTIBLE: 400,
  INVALID_TIMELINE: 400,
  INVALID_OTIO: 400,
  OTIO_TOO_LARGE: 413,

  INVALID_NODE_TYPE: 400,
  NODE_TYPE_NOT_FOUND: 404,
  THUMBNAIL_NOT_FOUND: 404,

  INVALID_FILE: 400,
  INVALID_FILE_ID: 400,
  FILE_NOT_FOUND: 404,
  FILE_IN_USE: 409,
  FILE_DELETE_FAILED: 500,
  STORAGE_LIMIT_EXCEEDED: 507,

  INVALID_UPLOAD: 400,
  UPLOAD_NOT_FOUND: 404,
  UPLOAD_COMPLETED: 409,
  UPLOAD_ABORTED: 410,
  UPLOAD_EXPIRED: 410,
  UPLOAD_VERIFICATION_FAILED: 422,
  PART_TOO_SHORT: { status: 400, code: 'PART_SIZE_MISMATCH' },
  PART_TOO_LARGE: { status: 413, code: 'PART_SIZE_MISMATCH' },

  RUN_NOT_FOUND: 404,
  RUN_NOT_DISPATCHED: { status: 503, headers: () => ({ 'retry-after': '5' }) },
  RUN_ALREADY_TERMINAL: 409,
  RUN_NOT_APPLICABLE: 409,
  RUN_OUTDATED: 409,
  INVALID_OUTPUT_SELECTION: 400,
  INVALID_RUN_SOURCE: 400,
  EMPTY_GRAPH: 400,
  INVALID_GRAPH: 400,
  UNKNOWN_TARGET: 400,
  UNKNOWN_NODE: 400,
  UNKNOWN_NODE_TYPE: 400,
  UNKNOWN_OUTPUT: 400,
  UNKNOWN_INPUT: 400,
  INPUT_MISSING: 400,
  INPUT_INVALID: 400,
  INVALID_FILE_REFERENCE: 400,
  INSUFFICIENT_CREDITS: 400,

  TEMPLATE_NOT_FOUND: 404,
  ENDPOINT_NOT_FOUND: 404,
  TEMPLATE_RUN_NOT_FOUND: 404,
};

/** What a problem is to a client of the API. */
export interface ProblemReply {
  status: number;
  code: string;
  details: object | undefined;
  headers: Record<string, string>;
}

function responseTo<Kind extends ProblemKind>(kind: Kind, details: Problems[Kind]): ProblemReply {
  const row: number | ProblemResponse<Kind> = RESPONSES[kind];
  if (typeof row === 'number') return { status: row, code: kind, details, headers: {} };
  return {
    status: row.status,
    code: row.code ?? kind,
    details: row.hidesDetails ? undefined : details,
    headers: row.headers?.(details) ?? {},
  };
}

/** The status, code, data and headers that the API document gives a problem. */
export const problemReply = ({ kind, details }: Problem): ProblemReply => responseTo(kind, details);
