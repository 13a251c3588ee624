import type { ProblemMapping } from '#shared/api/endpoint.ts';

/** A part of a request that is not valid, where the endpoint's row has a status and code of its own for that part. */
export class MappedProblem extends Error {
  override name = 'MappedProblem';
  readonly mapping: Pick<ProblemMapping, 'status' | 'code'>;
  readonly details: object;

  constructor(mapping: ProblemMapping, message: string, details: object) {
    super(message);
    this.mapping = mapping;
    this.details = details;
  }
}
