import { PEOPLE_LIMITS } from '#shared/administration/people.ts';
import type { AuditActor } from '#shared/administration/audit.ts';
import { auditContext, note, OWNER, type AuditContext } from '#service/audit/audit.ts';
import { invalidateKeys } from '#service/accounts/keys.ts';
import { ensureAccount } from '#service/accounts/rows.ts';
import { releaseReservation } from '#service/accounts/quota-rows.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { transaction, type Database } from '#service/storage/database.ts';
import { endUploadsOf } from '#service/uploads/rows.ts';
import { revokeInvitationsOf } from './invitation-rows.ts';
import {
  findPerson,
  insertPerson,
  setDisabled,
  setLimits,
  type PersonLimits,
  type PersonRow,
} from './rows.ts';

/** People of the service, by the same rules on the command line and in the app. */

/** What is needed to change people, in the service and in a command beside it. */
export interface PeopleContext extends AuditContext {
  /** Who does it. */
  actor: AuditActor;
}

/** That of a service, whose owner does it. */
export const peopleContext = (ctx: ServiceContext): PeopleContext => ({ ...auditContext(ctx), actor: OWNER });

const invalid = (field: string, message: string) => Problem.of('SETTING_INVALID', message, { field });

/** @throws Problem SETTING_INVALID */
function checkedName(input: string): string {
  const name = input.trim().normalize('NFC');
  if (name === '') throw invalid('name', 'Give the person a name.');
  if (name.length > PEOPLE_LIMITS.name)
    throw invalid('name', `The name is too long. Use at most ${PEOPLE_LIMITS.name} characters.`);
  if (/\p{Cc}/u.test(name)) throw invalid('name', 'The name holds a character that names do not have.');
  return name;
}

/** @throws Problem SETTING_INVALID */
function checkedAccountName(input: string): string {
  const accountName = input.trim();
  if (accountName === '') throw invalid('accountName', 'Name the workspace.');
  if (accountName.length > PEOPLE_LIMITS.accountName)
    throw invalid('accountName', 'The name of the workspace is too long.');
  if (/\p{Cc}/u.test(accountName))
    throw invalid('accountName', 'The name of the workspace holds a character that names do not have.');
  return accountName;
}

/** @throws Problem PERSON_NOT_FOUND */
export async function requirePerson(db: Database, personId: string): Promise<PersonRow> {
  const person = await findPerson(db, personId);
  if (person) return person;
  throw Problem.of('PERSON_NOT_FOUND', 'This person is not known here.', { personId });
}

/**
 * Adds a person to an account, which is made when there is none of that name.
 * @throws Problem SETTING_INVALID
 */
export function addPerson(
  ctx: PeopleContext,
  {
    accountName: rawAccountName,
    name: rawName,
    ...limits
  }: { accountName: string; name: string } & PersonLimits,
): Promise<PersonRow> {
  const name = checkedName(rawName);
  const accountName = checkedAccountName(rawAccountName);
  return transaction(ctx.db, async () => {
    const accountId = await ensureAccount(ctx.db, ctx.newId, ctx.getTime(), accountName);
    const id = ctx.newId('per');
    const createdAt = new Date(ctx.getTime()).toISOString();
    if (await insertPerson(ctx.db, { id, accountId, name, createdAt, ...limits })) {
      await note(ctx, ctx.actor, 'person.add', { id, name });
      return await requirePerson(ctx.db, id);
    }
    throw invalid('name', `${name} is there already. Choose another name, or change that person.`);
  });
}

/** @throws Problem PERSON_NOT_FOUND */
export function changeLimits(ctx: PeopleContext, personId: string, limits: PersonLimits): Promise<void> {
  return transaction(ctx.db, async () => {
    const { name } = await requirePerson(ctx.db, personId);
    await setLimits(ctx.db, personId, limits);
    await note(ctx, ctx.actor, 'person.limits', { id: personId, name });
    invalidateKeys(ctx.db);
  });
}

/**
 * Ends what a person may do from this moment: their keys, invitations and open uploads. Nodes of their runs that have not begun do
 * not begin; whoever calls cancels the runs as well, where it has the engine.
 * @returns the files of their uploads to discard. @throws Problem PERSON_NOT_FOUND
 */
export function disablePerson(ctx: PeopleContext, personId: string): Promise<string[]> {
  return transaction(ctx.db, async () => {
    const { disabledAt, accountId, name } = await requirePerson(ctx.db, personId);
    const at = new Date(ctx.getTime()).toISOString();
    if (disabledAt === null) await setDisabled(ctx.db, personId, at);
    await revokeInvitationsOf(ctx.db, personId, at);
    const { paths, sizeBytes } = await endUploadsOf(ctx.db, personId);
    await releaseReservation(ctx, accountId, sizeBytes);
    await note(ctx, ctx.actor, 'person.disable', { id: personId, name });
    invalidateKeys(ctx.db);
    return paths;
  });
}

/** Lets a person work again, with the keys they had. @throws Problem PERSON_NOT_FOUND */
export function enablePerson(ctx: PeopleContext, personId: string): Promise<void> {
  return transaction(ctx.db, async () => {
    const { name } = await requirePerson(ctx.db, personId);
    await setDisabled(ctx.db, personId, null);
    await note(ctx, ctx.actor, 'person.enable', { id: personId, name });
    invalidateKeys(ctx.db);
  });
}
