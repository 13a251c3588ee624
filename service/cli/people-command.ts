import { PEOPLE_LIMITS } from '#shared/administration/people.ts';
import { commandActor } from '#service/audit/audit.ts';
import { invite, JOIN_PATH, revokeInvitation } from '#service/people/invitations.ts';
import { listInvitations } from '#service/people/invitation-rows.ts';
import {
  addPerson,
  changeLimits,
  disablePerson,
  enablePerson,
  type PeopleContext,
} from '#service/people/people.ts';
import {
  activeRunsOf,
  findPerson,
  listPeople,
  peopleNamed,
  type PersonLimits,
  type PersonRow,
  type PersonUse,
} from '#service/people/rows.ts';
import { Problem } from '#service/problems/problem.ts';
import { startOfMonth } from '#service/rules/start-of-month.ts';
import { RunStore } from '#service/engine/run-rows.ts';
import { transaction, type Database } from '../storage/database.ts';
import { IN_FOLDER, readMediaLocation } from '../storage/media-location.ts';
import { openBlobStoreAt } from '../storage/open-blob-store.ts';
import { createIds } from '../storage/ids.ts';
import { DATA_FLAGS, withCommandDatabase } from './command-database.ts';
import { parseFlags, parseInteger, UsageProblem } from './flags.ts';
import { publicUrlFlag } from './public-flags.ts';
import { readScopes } from './scopes.ts';

/** Microcredits in a credit. */
const CREDIT = 1_000_000;
const NO_LIMITS: PersonLimits = { spendLimit: null, storageLimit: null, rateLimit: null };
const LIMIT_FLAGS = ['spend', 'storage', 'rate'] as const;
/** Lines of a list. */
const MAX_LINES = 100_000;
const PERSON_FLAGS = [...DATA_FLAGS, 'account'] as const;

type Flags = ReadonlyMap<string, readonly string[]>;

interface Output {
  /** Writes one line to standard output. */
  print: (line: string) => void;
  /** Writes one line to standard error. */
  note: (line: string) => void;
}

type Command = (args: readonly string[], output: Output) => Promise<void>;

/**
 * `people list | add | invite | invitations | revoke-invitation | limits | disable | enable`. Works on the database directly, so that
 * it does so whether the service runs or not.
 * @throws UsageProblem
 */
export async function runPeopleCommand(
  args: readonly string[],
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  const [name = '', ...remaining] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageProblem(`Use people ${Object.keys(COMMANDS).join(', people ')}.`);
  await command(remaining, { print, note });
}

/** What a command says of a refusal of the service. */
async function asUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Problem ? new UsageProblem(error.message) : error;
  }
}

/** Opens the database that there is, and does what a command is about. */
const withPeople = (
  flags: Flags,
  work: (ctx: PeopleContext, directory: string) => Promise<void>,
  mustExist = true,
): Promise<void> =>
  withCommandDatabase(
    flags,
    (db, directory) =>
      asUsage(() =>
        work({ db, getTime: Date.now, newId: createIds(Date.now), actor: commandActor() }, directory),
      ),
    {
      mustExist,
    },
  );

/** The limits that flags name; `none` takes one away. @throws UsageProblem */
function limitsOf(flags: Flags, before: PersonLimits): PersonLimits {
  const read = (flag: (typeof LIMIT_FLAGS)[number], current: number | null, unit = 1): number | null => {
    const value = flags.get(flag)?.[0];
    if (value === undefined) return current;
    if (value === 'none') return null;
    return (
      parseInteger(flag, value, flag === 'rate' ? 1 : 0, Math.floor(Number.MAX_SAFE_INTEGER / unit)) * unit
    );
  };
  return {
    spendLimit: read('spend', before.spendLimit, CREDIT),
    storageLimit: read('storage', before.storageLimit),
    rateLimit: read('rate', before.rateLimit),
  };
}

/** The one person that an id, or a name, means. @throws UsageProblem */
async function personOf(db: Database, positional: readonly string[], flags: Flags): Promise<PersonRow> {
  const [idOrName, ...extra] = positional;
  if (idOrName === undefined || extra.length > 0)
    throw new UsageProblem('Name one person, by id or by name.');
  const byId = await findPerson(db, idOrName);
  if (byId) return byId;
  const named = await peopleNamed(db, idOrName.trim().normalize('NFC'), flags.get('account')?.[0] ?? null);
  if (named.length === 1) return named[0]!;
  throw new UsageProblem(
    named.length === 0
      ? `There is no person "${idOrName.slice(0, 100)}". "people list" shows all.`
      : 'Several accounts have a person of that name. Add --account NAME, or use the id.',
  );
}

const list: Command = async (args, { print }) => {
  const { flags, positional } = parseFlags(args, PERSON_FLAGS);
  if (positional.length > 0) throw new UsageProblem(`"${positional[0]}" is not understood here.`);
  const accountName = flags.get('account')?.[0] ?? null;
  await withPeople(flags, async ({ db, getTime }) => {
    print('id\taccount\tname\tlast use\tspent\tstored\tlimits\tstate');
    const selection = { accountName, atMost: MAX_LINES };
    for (const person of await listPeople(db, startOfMonth(getTime()), selection)) print(describe(person));
  });
};

const describe = (person: PersonUse): string =>
  [
    person.id,
    person.accountName,
    person.name,
    person.lastUsedAt ?? 'never',
    String(person.spent / CREDIT),
    String(person.storageUsed),
    [
      `spend=${person.spendLimit === null ? 'none' : person.spendLimit / CREDIT}`,
      `storage=${person.storageLimit ?? 'none'}`,
      `rate=${person.rateLimit ?? 'none'}`,
    ].join(' '),
    person.disabledAt === null ? 'active' : 'disabled',
  ].join('\t');

const add: Command = async (args, { print }) => {
  const { flags, positional } = parseFlags(args, [...PERSON_FLAGS, 'name', ...LIMIT_FLAGS]);
  if (positional.length > 0) throw new UsageProblem(`"${positional[0]}" is not understood here.`);
  const accountName = flags.get('account')?.[0]?.trim();
  const name = flags.get('name')?.[0];
  if (!accountName || name === undefined)
    throw new UsageProblem('people add needs --account NAME and --name NAME.');
  const limits = limitsOf(flags, NO_LIMITS);
  const insert = async (ctx: PeopleContext) =>
    print((await addPerson(ctx, { accountName, name, ...limits })).id);
  await withPeople(flags, insert, false);
};

const inviteCommand: Command = async (args, { print, note }) => {
  const { flags, positional } = parseFlags(args, [
    ...PERSON_FLAGS,
    'scopes',
    'expires-in',
    'key-expires-in',
    'public-url',
  ]);
  const scopes = flags.get('scopes')?.[0];
  const seconds = (flag: string, { min, max }: { min: number; max: number }): number | undefined => {
    const value = flags.get(flag)?.[0];
    return value === undefined ? undefined : parseInteger(flag, value, min, max);
  };
  const publicUrl = publicUrlFlag(flags.get('public-url')?.[0], false);
  await withPeople(flags, async (ctx) => {
    const { id: personId } = await personOf(ctx.db, positional, flags);
    const { code, expiresAt } = await invite(ctx, {
      personId,
      scopes: scopes === undefined ? undefined : readScopes(scopes),
      expiresInSeconds: seconds('expires-in', PEOPLE_LIMITS.invitationSeconds),
      keyExpiresInSeconds: seconds('key-expires-in', PEOPLE_LIMITS.keySeconds),
    });
    print(publicUrl === undefined ? code : `${publicUrl}${JOIN_PATH}#${code}`);
    note(
      `Shown once. It yields one key, until ${expiresAt}${publicUrl === undefined ? `, at ${JOIN_PATH} of the service` : ''}.`,
    );
  });
};

const invitations: Command = async (args, { print }) => {
  const { flags, positional } = parseFlags(args, PERSON_FLAGS);
  await withPeople(flags, async ({ db, getTime }) => {
    const person = positional.length === 0 ? null : await personOf(db, positional, flags);
    print('id\tperson\tmade\texpiry\tstate');
    for (const row of await listInvitations(db, person?.id ?? null, MAX_LINES)) {
      const isOver = Date.parse(row.expiresAt) <= getTime();
      const state =
        row.usedAt !== null ? 'used' : row.revokedAt !== null ? 'revoked' : isOver ? 'expired' : 'open';
      print([row.id, row.personId, row.createdAt, row.expiresAt, state].join('\t'));
    }
  });
};

const revoke: Command = async (args) => {
  const { flags, positional } = parseFlags(args, DATA_FLAGS);
  const [id, ...extra] = positional;
  if (id === undefined || extra.length > 0)
    throw new UsageProblem('people revoke-invitation needs the id of one invitation.');
  await withPeople(flags, (ctx) => revokeInvitation(ctx, id));
};

const limits: Command = async (args) => {
  const { flags, positional } = parseFlags(args, [...PERSON_FLAGS, ...LIMIT_FLAGS]);
  if (LIMIT_FLAGS.every((flag) => !flags.has(flag)))
    throw new UsageProblem(
      'people limits needs --spend CREDITS, --storage BYTES or --rate N; none takes a limit away.',
    );
  await withPeople(flags, async (ctx) => {
    const person = await personOf(ctx.db, positional, flags);
    await changeLimits(ctx, person.id, limitsOf(flags, person));
  });
};

const disable: Command = async (args, { note }) => {
  const { flags, positional } = parseFlags(args, PERSON_FLAGS);
  await withPeople(flags, async (ctx, directory) => {
    const { id } = await personOf(ctx.db, positional, flags);
    const paths = await disablePerson(ctx, id);
    const address = readMediaLocation(directory) ?? IN_FOLDER;
    await (await openBlobStoreAt({ dataDirectory: directory, address })).discardIncoming(paths);
    // A service that is alone asks no row whether its runs are to end; several look once a second.
    if (flags.has('database')) await cancelRunsOf(ctx, id);
    note(
      flags.has('database')
        ? 'Their keys, invitations and uploads have ended, and their runs end now, with what workers have of them.'
        : 'Their keys, invitations and uploads have ended. Nodes of their runs that have not begun will not.',
    );
  });
};

/** Writes down that the runs of a person are to end: the services that have them see it, and take their tasks from workers. */
const cancelRunsOf = ({ db, getTime }: PeopleContext, personId: string): Promise<void> =>
  transaction(db, async () => {
    const store = new RunStore(db, getTime);
    for (const runId of await activeRunsOf(db, personId)) {
      if ((await store.find(runId))?.cancelRequested !== false) continue;
      await store.setCancelRequested(runId);
      await store.events.append(runId, { type: 'run.cancel_requested' });
    }
  });

const enable: Command = async (args) => {
  const { flags, positional } = parseFlags(args, PERSON_FLAGS);
  await withPeople(flags, async (ctx) => enablePerson(ctx, (await personOf(ctx.db, positional, flags)).id));
};

const COMMANDS: Readonly<Record<string, Command>> = {
  list,
  add,
  invite: inviteCommand,
  invitations,
  'revoke-invitation': revoke,
  limits,
  disable,
  enable,
};
