import { PEOPLE_LIMITS, type Person } from '#shared/administration/people.ts';
import { accountNames } from '#service/accounts/rows.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import { invite, JOIN_PATH, revokeInvitation } from '#service/people/invitations.ts';
import { listInvitations, type InvitationRow } from '#service/people/invitation-rows.ts';
import {
  addPerson,
  changeLimits,
  disablePerson,
  enablePerson,
  peopleContext,
  requirePerson,
} from '#service/people/people.ts';
import {
  activeRunsOf,
  findPersonUse,
  keysOfPeople,
  listPeople,
  type PersonUse,
} from '#service/people/rows.ts';
import { startOfMonth } from '#service/rules/start-of-month.ts';
import type { AdministrationHandlers } from './surface.ts';

type PersonKeyRow = Awaited<ReturnType<typeof keysOfPeople>>[number];

const isPast = (at: string | null, timestamp: number): boolean => at !== null && Date.parse(at) <= timestamp;

function stateOf(invitation: InvitationRow, timestamp: number): Person['invitations'][number]['state'] {
  if (invitation.usedAt !== null) return 'used';
  if (invitation.revokedAt !== null) return 'revoked';
  return isPast(invitation.expiresAt, timestamp) ? 'expired' : 'open';
}

function toPerson(
  person: PersonUse,
  keys: readonly PersonKeyRow[],
  invitations: readonly InvitationRow[],
  timestamp: number,
): Person {
  const { id, accountName, name, createdAt, lastUsedAt, spent, storageUsed } = person;
  const { spendLimit, storageLimit, rateLimit } = person;
  return {
    personId: id,
    accountName,
    name,
    createdAt,
    lastUsedAt,
    spent,
    storageUsed,
    spendLimit,
    storageLimit,
    rateLimit,
    isDisabled: person.disabledAt !== null,
    keys: keys.map(({ personId: _personId, revokedAt, ...key }) => ({
      ...key,
      isActive: revokedAt === null && !isPast(key.expiresAt, timestamp),
    })),
    invitations: invitations.map((invitation) => ({
      invitationId: invitation.id,
      createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt,
      state: stateOf(invitation, timestamp),
    })),
  };
}

/** People, their limits and invitations, by the same rules as on the command line. */
export function peopleHandlers(ctx: ServiceContext, engine: Pick<Engine, 'cancel'>) {
  const { db } = ctx;
  const context = peopleContext(ctx);
  const everybody = async (): Promise<Person[]> => {
    const timestamp = ctx.now();
    const found = await listPeople(db, startOfMonth(timestamp), {
      accountName: null,
      atMost: PEOPLE_LIMITS.entries,
    });
    const keys = Map.groupBy(await keysOfPeople(db, null), ({ personId }) => personId);
    const invitations = Map.groupBy(
      await listInvitations(db, null, PEOPLE_LIMITS.entries),
      ({ personId }) => personId,
    );
    return found.map((person) =>
      toPerson(person, keys.get(person.id) ?? [], invitations.get(person.id) ?? [], timestamp),
    );
  };
  const findPersonView = async (personId: string): Promise<Person> => {
    await requirePerson(db, personId);
    const timestamp = ctx.now();
    const person = await findPersonUse(db, personId, startOfMonth(timestamp));
    const keys = await keysOfPeople(db, personId);
    const invitations = await listInvitations(db, personId, PEOPLE_LIMITS.entries);
    return toPerson(person!, keys, invitations, timestamp);
  };
  const idOf = (params: Readonly<Record<string, string>>): string => params['personId'] ?? '';
  return {
    listPeople: () =>
      db.snapshot(async () => ({ people: await everybody(), accounts: await accountNames(db) })),
    addPerson: async ({ body }) => {
      const { id } = await addPerson(context, body);
      return await db.snapshot(() => findPersonView(id));
    },
    changePerson: async ({ params, body }) => {
      await changeLimits(context, idOf(params), body);
      return await db.snapshot(() => findPersonView(idOf(params)));
    },
    disablePerson: async ({ params }) => {
      const paths = await disablePerson(context, idOf(params));
      await ctx.blobs.discardIncoming(paths);
      for (const runId of await activeRunsOf(db, idOf(params))) await engine.cancel(runId);
      return await db.snapshot(() => findPersonView(idOf(params)));
    },
    enablePerson: async ({ params }) => {
      await enablePerson(context, idOf(params));
      return await db.snapshot(() => findPersonView(idOf(params)));
    },
    invitePerson: async ({ params, body }) => {
      const { id, code, expiresAt } = await invite(context, { ...body, personId: idOf(params) });
      return { invitationId: id, code, link: `${ctx.urls.origin()}${JOIN_PATH}#${code}`, expiresAt };
    },
    revokeInvitation: ({ params }) => revokeInvitation(context, params['invitationId'] ?? ''),
  } satisfies Partial<AdministrationHandlers>;
}
