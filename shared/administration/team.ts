import { z } from 'zod';
import { isStorable, listUpTo } from '#shared/reading/index.ts';

/**
 * What people of one account add to outputs of runs, stored by the service: stars, notes, what is hidden, and collections.
 * Each is a register that keeps what was written last; see `docs/decisions/2026-11-30-what-a-team-adds-to-outputs.md`.
 */

/** Characters, and entries of a list. */
export const TEAM_LIMITS = {
  changes: 200,
  page: 500,
  /** Runs of a page, and of how many a computer is told that asks for the first time. */
  runs: 100,
  firstRuns: 500,
  name: 200,
  id: 200,
  outputKey: 1000,
  /** Of a note as a person writes it; two that meet stand together in at most twice as many. */
  note: 4000,
  joinedNote: 8000,
} as const;

/** Text that every database takes. */
const text = (max: number) =>
  z
    .string()
    .max(max, `Write at most ${max.toLocaleString('en')} characters.`)
    .refine(isStorable, 'The text holds a NUL character or half a surrogate pair. Remove it.');

const Id = text(TEAM_LIMITS.id).min(1);

/** One output of one run, as the API names it. */
const OutputName = z.strictObject({ runId: Id, key: text(TEAM_LIMITS.outputKey) });

const ofOutput = { id: Id, output: OutputName };
const ofCollection = { id: Id, collectionId: Id };

/** What a person changed. `id` is of this change: sent twice, it is applied once. */
export const TeamChange = z.discriminatedUnion('field', [
  z.strictObject({ ...ofOutput, field: z.literal('starred'), value: z.boolean() }),
  z.strictObject({ ...ofOutput, field: z.literal('hidden'), value: z.boolean() }),
  z.strictObject({
    ...ofOutput,
    field: z.literal('note'),
    value: text(TEAM_LIMITS.note).nullable(),
    /** The note that the writer saw: where another is there by now, both stand. */
    before: text(TEAM_LIMITS.joinedNote).nullable(),
  }),
  z.strictObject({
    ...ofCollection,
    field: z.literal('name'),
    value: text(TEAM_LIMITS.name).min(1),
  }),
  z.strictObject({ ...ofCollection, field: z.literal('deleted'), value: z.boolean() }),
  z.strictObject({ ...ofCollection, field: z.literal('member'), output: OutputName, value: z.boolean() }),
]);
export type TeamChange = z.infer<typeof TeamChange>;

export const TeamChanges = z.strictObject({ changes: listUpTo(TEAM_LIMITS.changes, TeamChange) });

/** `no-output`: the service has no such run of this account any more. `full`: it stores no more registers. */
export const TeamChangeResults = z.object({
  results: listUpTo(
    TEAM_LIMITS.changes,
    z.object({ id: z.string(), outcome: z.enum(['applied', 'no-output', 'full']) }),
  ),
});

/** What is stored of one field of an output, of a collection, or of both. */
export const TeamRegister = z.object({
  field: z.enum(['starred', 'hidden', 'note', 'name', 'deleted', 'member']),
  /** Null of what belongs to an output alone. */
  collectionId: z.string().max(TEAM_LIMITS.id).nullable(),
  /** The output it was written for last, and what all outputs of its project with the same content are known by. */
  output: z
    .object({
      runId: z.string().max(TEAM_LIMITS.id),
      key: z.string().max(TEAM_LIMITS.outputKey),
      projectId: z.string().max(TEAM_LIMITS.id).nullable(),
      content: z.string().max(TEAM_LIMITS.id),
    })
    .nullable(),
  value: z.union([z.boolean(), z.string().max(TEAM_LIMITS.joinedNote), z.null()]),
  /** Grows with every write of the account. */
  sequence: z.int(),
  changedAt: z.string().max(40),
});
export type TeamRegister = z.infer<typeof TeamRegister>;

/** Asks for what was written after this, oldest first. */
export const TeamPageRequest = z.strictObject({ after: z.int().min(0) });

export const TeamPage = z.object({
  /** Another one: the sequence began anew, as after a backup. */
  storeId: z.string().min(1).max(TEAM_LIMITS.id),
  registers: listUpTo(TEAM_LIMITS.page, TeamRegister),
  isLast: z.boolean(),
});
export type TeamPage = z.infer<typeof TeamPage>;

/** Asks for the runs of an account after this one, in the order in which they were accepted; null: for the newest. */
export const TeamRunsRequest = z.strictObject({ after: z.int().min(0).nullable() });

/** A run of an account, whoever started it. */
export const TeamRun = z.object({
  runId: z.string().max(TEAM_LIMITS.id),
  /** Null of one that belongs to no template. */
  endpoint: z
    .object({ templateId: z.string().max(TEAM_LIMITS.id), endpointId: z.string().max(TEAM_LIMITS.id) })
    .nullable(),
  /** Who started it; null where the key belonged to no person. */
  personName: z.string().max(TEAM_LIMITS.name).nullable(),
  /** Whether it was started with a key of the person who asks. */
  isCaller: z.boolean(),
  /** Grows with every run that was accepted. */
  order: z.int(),
});
export type TeamRun = z.infer<typeof TeamRun>;

export const TeamRuns = z.object({
  /** Another one: the order began anew, as after a backup. */
  storeId: z.string().min(1).max(TEAM_LIMITS.id),
  /** Oldest first; previews and those of deleted templates are left out. */
  runs: listUpTo(TEAM_LIMITS.runs, TeamRun),
  isLast: z.boolean(),
});
export type TeamRuns = z.infer<typeof TeamRuns>;

/** The data of an event of the stream: there may be something after what was read before. An event `runs` says the order of the newest run. */
export const TeamEvent = z.union([z.object({ sequence: z.int() }), z.object({ order: z.int() })]);
export type TeamEvent = z.infer<typeof TeamEvent>;
