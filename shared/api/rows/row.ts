import { z } from 'zod';
import type { AnyEndpoint, BodyKind, EndpointDefinition, HttpMethod, ResponseKind } from '../endpoint.ts';

/** A row before the table gives it the id of its place. */
export type Draft<E extends AnyEndpoint> = Omit<E, 'id'>;

interface Defaults {
  auth: 'key';
  idempotent: false;
  repeatable: false;
  subject: null;
  offline: 'unsigned';
  restrictUrls: false;
  query: undefined;
  bodyKind: 'none';
  body: undefined;
  errors: {};
}

/** Fills in what most endpoints share, keeping the literal types of what is given. */
export function endpoint<
  const Method extends HttpMethod,
  const Path extends string,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(
  given: Pick<
    EndpointDefinition<Method, Path, Query, Body, Response>,
    'method' | 'path' | 'tag' | 'summary' | 'scope'
  > &
    Partial<EndpointDefinition<Method, Path, Query, Body, Response>>,
): Draft<EndpointDefinition<Method, Path, Query, Body, Response>> {
  const defaults: Defaults & { status: 200; responseKind: ResponseKind } = {
    auth: 'key',
    idempotent: false,
    repeatable: false,
    subject: null,
    offline: 'unsigned',
    restrictUrls: false,
    query: undefined,
    bodyKind: 'none',
    body: undefined,
    errors: {},
    status: 200,
    responseKind: given.response ? 'json' : 'empty',
  };
  const bodyKind: BodyKind = given.bodyKind ?? (given.body ? 'json' : 'none');
  // The generic parameters are inferred from `given`; defaults stand only where it is silent.
  return { ...defaults, ...given, bodyKind } as Draft<
    EndpointDefinition<Method, Path, Query, Body, Response>
  >;
}

export const STALE = 'stale `expectedVersion`, or idempotency key reused with a different request';
export const ownerGuard = { externalUserId: z.string().optional() };
export const externalFilters = {
  externalId: z.string().optional(),
  externalUserId: z.string().optional(),
  externalWorkspaceId: z.string().optional(),
};
