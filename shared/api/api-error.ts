/** A response that is not a success, with what the server said. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** `error.code` of the body, `VALIDATION` for 422, or `HTTP_<status>` when the body is not ours. */
  readonly code: string;
  readonly details: Record<string, unknown>;
  readonly requestId: string | null;
  /** Seconds, when the response carried a numeric `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(fields: {
    status: number;
    code: string;
    message: string;
    details?: Record<string, unknown>;
    requestId?: string | null;
    retryAfter?: number | null;
  }) {
    super(fields.message);
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details ?? {};
    this.requestId = fields.requestId ?? null;
    this.retryAfter = fields.retryAfter ?? null;
  }
}
