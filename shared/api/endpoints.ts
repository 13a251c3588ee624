import type { AnyEndpoint } from './endpoint.ts';
import { account } from './rows/account.ts';
import { files } from './rows/files.ts';
import { nodeTypes } from './rows/node-types.ts';
import { projects } from './rows/projects.ts';
import { runs } from './rows/runs.ts';
import { storyboards } from './rows/storyboards.ts';
import { templates } from './rows/templates.ts';
import { timelines } from './rows/timelines.ts';
import type { Draft } from './rows/row.ts';

type Groups = Record<string, Record<string, Draft<AnyEndpoint>>>;
type WithIds<G extends Groups> = {
  [Group in keyof G]: {
    [Name in keyof G[Group]]: G[Group][Name] & { id: `${Extract<Group, string>}.${Extract<Name, string>}` };
  };
};

function defineEndpoints<G extends Groups>(groups: G): WithIds<G> {
  const withIds = Object.entries(groups).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, id: `${group}.${name}` }])),
  ]);
  return Object.fromEntries(withIds) as WithIds<G>;
}

/**
 * The endpoint table: all endpoints of the API document, in its order. Routing, validation, the OpenAPI schema, the
 * request collection, the typed client and the desktop's allow-list are all derived from it.
 */
export const endpoints = defineEndpoints({
  account,
  projects,
  nodeTypes,
  files,
  runs,
  templates,
  storyboards,
  timelines,
});

type Endpoints = typeof endpoints;

type ValuesOf<T> = T[keyof T];
/** `projects.create` and so on, as a union of literals. */
export type EndpointId = ValuesOf<{
  [G in keyof Endpoints]: ValuesOf<{ [N in keyof Endpoints[G]]: `${G}.${Extract<N, string>}` }>;
}>;
/** The row of one id. */
export type EndpointOf<Id extends EndpointId> = Id extends `${infer G}.${infer N}`
  ? G extends keyof Endpoints
    ? N extends keyof Endpoints[G]
      ? Endpoints[G][N]
      : never
    : never
  : never;

/** Any row of the table. */
export type NamedEndpoint = AnyEndpoint & { id: EndpointId };

/** Every row, in the document's order. */
export const allEndpoints: readonly NamedEndpoint[] = Object.values(endpoints).flatMap((group) =>
  Object.values(group),
);
