import { ApiError } from '#shared/api/index.ts';
import type { MediaDocumentKind } from '#shared/desk/index.ts';
import { stableStringify } from '#shared/graph/stable-json.ts';
import type { DocumentRequest } from '#shared/documents/requests.ts';

/** What arrives elsewhere is another object. */
export const copy = <T>(value: T): T => (value === undefined ? value : structuredClone(value));

export const refusal = (status: number, code: string): ApiError =>
  new ApiError({ status, code, message: code, requestId: null, retryAfter: null });

/** A document of the service. */
export interface VersionedDocument {
  version: number;
  document: unknown;
}

/** The service: one version for the project, a document of each kind, responses replayed by key. It outlives its kills. */
export class SimulatedService {
  version = 1;
  isAway = false;
  /** Promises to it that were broken, in sentences. */
  readonly problems: string[] = [];
  readonly #documents: Record<MediaDocumentKind, unknown>;
  readonly #responses = new Map<string, { requested: string; response: VersionedDocument }>();
  /** Of each version. */
  readonly #versions = new Map<number, Record<MediaDocumentKind, unknown>>();

  constructor(documents: Record<MediaDocumentKind, unknown>) {
    this.#documents = documents;
    this.#versions.set(this.version, { ...documents });
  }

  /** @throws ApiError */
  read(kind: MediaDocumentKind): VersionedDocument {
    if (this.isAway) throw refusal(503, 'LOCAL_SERVICE_DOWN');
    return { version: this.version, document: this.documentOf(kind) };
  }

  documentOf(kind: MediaDocumentKind): unknown {
    return copy(this.#documents[kind]);
  }

  /** A document to be looked at only. */
  stored(kind: MediaDocumentKind): unknown {
    return this.#documents[kind];
  }

  /** A document of a version, to be looked at only; undefined of one that it never had. */
  at(kind: MediaDocumentKind, version: number): unknown {
    return this.#versions.get(version)?.[kind];
  }

  /** @param check fills in what follows from the rest. @throws ApiError */
  write(
    kind: MediaDocumentKind,
    { key, expectedVersion, document }: DocumentRequest<unknown>,
    check: (input: unknown) => unknown,
  ): VersionedDocument {
    if (this.isAway) throw refusal(503, 'LOCAL_SERVICE_DOWN');
    const requested = stableStringify([kind, expectedVersion, document]);
    const replay = this.#responses.get(key);
    if (replay && replay.requested !== requested) {
      this.problems.push(`A request for the ${kind} was sent again with something else in it.`);
      throw refusal(409, 'IDEMPOTENCY_CONFLICT');
    }
    if (replay) return copy(replay.response);
    if (expectedVersion !== this.version) throw refusal(409, 'VERSION_CONFLICT');
    this.version += 1;
    this.#documents[kind] = copy(check(document));
    this.#versions.set(this.version, { ...this.#documents });
    const response = { version: this.version, document: this.documentOf(kind) };
    this.#responses.set(key, { requested, response });
    return copy(response);
  }
}
