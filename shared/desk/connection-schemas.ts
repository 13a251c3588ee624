import { z } from 'zod';

/** Services that the app talks to, and how a connection to one is made and tried. */

/** The connection to the service of this computer. */
export const LOCAL_CONNECTION_ID = 'local';

const ConnectionKind = z.enum(['local', 'hosted']);
type ConnectionKind = z.infer<typeof ConnectionKind>;

/** A service the app talks to. Never carries the key; `keyHint` is its last four characters. */
export const Connection = z.object({
  id: z.string(),
  kind: ConnectionKind,
  name: z.string(),
  baseUrl: z.string(),
  keyHint: z.string().nullable(),
  /** `ready`; `key-needed` when the stored key cannot be read or was refused; `starting`/`stopped` for the local service. */
  state: z.enum(['ready', 'key-needed', 'starting', 'stopped']),
  createdAt: z.string(),
  /** False until a test of this address and key has passed; missing for the local service and older connections. */
  isTested: z.boolean().optional(),
  /** Since when the service does not answer; null while it does. It is looked for until it is back. */
  offlineSince: z.string().nullable().optional(),
  /** While it is away: whether nothing answers there, or something that does not speak this API. */
  offlineReason: z.enum(['unreachable', 'not-this-api']).nullable().optional(),
  /** While it is away: when it last answered; what is shown is known from then. */
  lastResponseAt: z.string().nullable().optional(),
});
export type Connection = z.infer<typeof Connection>;

export const ConnectionDraft = z.object({
  name: z.string().trim().min(1, 'Give the connection a name.').max(80),
  baseUrl: z.string().trim().min(1, 'Enter the address of the service.'),
  key: z.string().trim().min(1, 'Enter the API key.'),
});
export type ConnectionDraft = z.infer<typeof ConnectionDraft>;

export const ConnectionChange = z.object({
  name: z.string().trim().min(1).max(80).optional(),
  baseUrl: z.string().trim().min(1).optional(),
  key: z.string().trim().min(1).optional(),
});
export type ConnectionChange = z.infer<typeof ConnectionChange>;

/** Either a draft (before it is saved) or the id of a saved connection, whose stored key is used unless one is given. */
export const ConnectionTestRequest = z.object({
  id: z.string().optional(),
  baseUrl: z.string().optional(),
  key: z.string().optional(),
});
export type ConnectionTestRequest = z.infer<typeof ConnectionTestRequest>;

export const ConnectionProblem = z.enum([
  'address', // not a usable URL, or http to another computer
  'dns',
  'refused',
  'timeout',
  'tls',
  'not-this-api',
  'key-rejected', // 401
  'forbidden', // 403
  'redirected',
  'server-error',
]);
export type ConnectionProblem = z.infer<typeof ConnectionProblem>;

export const ConnectionTestResult = z.object({
  ok: z.boolean(),
  problem: ConnectionProblem.nullable(),
  /** A plain sentence with the next step. */
  message: z.string(),
  /** Balance, when the key may read it. */
  credits: z.object({ microcredits: z.string(), credits: z.number() }).nullable(),
  /** What the key was seen to be allowed: each scope that could be tried without changing anything. */
  scopes: z.array(z.object({ scope: z.string(), allowed: z.boolean().nullable() })),
  /** Operations the server's OpenAPI schema lists for document patches; null when it could not be read. */
  operations: z.array(z.string()).nullable(),
});
export type ConnectionTestResult = z.infer<typeof ConnectionTestResult>;

/**
 * Where keys of hosted services are stored: `keyring` of the system; `sealed` by the system's key store in a file; a plain
 * `file` that only the person can read; `memory`, until the app closes; `unknown` until a key was stored or read.
 */
export const KeyLocation = z.object({
  kind: z.enum(['keyring', 'sealed', 'file', 'memory', 'unknown']),
  /** Why it is not a safer one, as a clause without a full stop. */
  reason: z.string().nullable(),
});
export type KeyLocation = z.infer<typeof KeyLocation>;

export const ConnectionList = z.object({
  connections: z.array(Connection),
  activeId: z.string(),
  keyPlace: KeyLocation.optional(),
});
export type ConnectionList = z.infer<typeof ConnectionList>;
