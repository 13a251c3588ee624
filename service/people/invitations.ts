import { hash, randomBytes } from 'node:crypto';
import { ALL_SCOPES, type Scope } from '#shared/api/index.ts';
import { note } from '#service/audit/audit.ts';
import { createKey } from '#service/accounts/keys.ts';
import { Problem } from '#service/problems/problem.ts';
import { transaction } from '#service/storage/database.ts';
import {
  claimInvitation,
  findInvitation,
  findInvitationByHash,
  insertInvitation,
  noteInvitationKey,
  revokeInvitationRow,
  type InvitationRow,
} from './invitation-rows.ts';
import { requirePerson, type PeopleContext } from './people.ts';
import { findPerson, type PersonRow } from './rows.ts';

/** Invitations: a code that yields a key, once. Only its SHA-256 is kept. */

/** Where people use their code, with the code behind `#`: what stands there is sent to no server and stands in no log. */
export const JOIN_PATH = '/join';

/** How long an invitation can be used where nobody says otherwise: a week. */
const DEFAULT_SECONDS = 7 * 86_400;

const hashOf = (code: string): string => hash('sha256', code);

export interface Invitation {
  id: string;
  /** Shown once. */
  code: string;
  expiresAt: string;
}

export interface InvitationDraft {
  personId: string;
  /** Left out: all scopes. */
  scopes?: readonly string[] | undefined;
  expiresInSeconds?: number | undefined;
  /** Of the key; left out, it lives for good. */
  keyExpiresInSeconds?: number | undefined;
}

/** @throws Problem SETTING_INVALID */
function checkedScope(name: string): Scope {
  const scope = ALL_SCOPES.find((known) => known === name);
  if (scope !== undefined) return scope;
  throw Problem.of('SETTING_INVALID', `There is no scope "${name}". Known: ${ALL_SCOPES.join(', ')}.`, {
    field: 'scopes',
  });
}

/** @throws Problem PERSON_NOT_FOUND, SETTING_INVALID for a person who is disabled, or a scope that there is not */
export function invite(ctx: PeopleContext, draft: InvitationDraft): Promise<Invitation> {
  const code = `pbi_${randomBytes(32).toString('base64url')}`;
  const scopes = draft.scopes === undefined ? ALL_SCOPES : draft.scopes.map(checkedScope);
  return transaction(ctx.db, async () => {
    const { name, disabledAt } = await requirePerson(ctx.db, draft.personId);
    if (disabledAt !== null) {
      throw Problem.of('SETTING_INVALID', `${name} is disabled. Enable ${name} first, then invite.`, {
        field: 'personId',
      });
    }
    const id = ctx.newId('inv');
    const expiresAt = new Date(
      ctx.getTime() + (draft.expiresInSeconds ?? DEFAULT_SECONDS) * 1000,
    ).toISOString();
    await insertInvitation(ctx.db, {
      id,
      personId: draft.personId,
      hash: hashOf(code),
      scopes,
      keySeconds: draft.keyExpiresInSeconds ?? null,
      createdAt: new Date(ctx.getTime()).toISOString(),
      expiresAt,
    });
    await note(ctx, ctx.actor, 'invitation.create', { id, name });
    return { id, code, expiresAt };
  });
}

/** Why an invitation yields no key, in a sentence; null where it does. */
function rejectionOf(
  invitation: InvitationRow | null,
  person: PersonRow | null,
  timestamp: number,
): string | null {
  if (!invitation || !person) return 'This invitation is not known here. Check the link.';
  if (invitation.usedAt !== null) return 'This invitation was used before. Ask for a new one.';
  if (invitation.revokedAt !== null || person.disabledAt !== null)
    return 'This invitation was taken back. Ask whoever sent it.';
  if (Date.parse(invitation.expiresAt) <= timestamp) return 'This invitation has expired. Ask for a new one.';
  return null;
}

/**
 * Uses an invitation up: of two at the same moment, at one service or at two, one gets the key.
 * @throws Problem INVITATION_INVALID
 */
export function redeem(ctx: PeopleContext, code: string): Promise<{ key: string; person: PersonRow }> {
  return transaction(ctx.db, async () => {
    const timestamp = ctx.getTime();
    const invitation = await findInvitationByHash(ctx.db, hashOf(code));
    const person = invitation && (await findPerson(ctx.db, invitation.personId));
    const reason = rejectionOf(invitation, person, timestamp);
    if (!invitation || !person || reason !== null) throw Problem.of('INVITATION_INVALID', reason ?? '');
    if (!(await claimInvitation(ctx.db, invitation.id, new Date(timestamp).toISOString())))
      throw Problem.of('INVITATION_INVALID', 'This invitation was used before. Ask for a new one.');
    const { id, secret } = await createKey(ctx.db, ctx.newId, timestamp, {
      accountId: person.accountId,
      personId: person.id,
      scopes: invitation.scopes,
      ...(invitation.keySeconds !== null && { expiresInSeconds: invitation.keySeconds }),
    });
    await noteInvitationKey(ctx.db, invitation.id, id);
    const actor = { kind: 'person' as const, id: person.id, name: person.name };
    await note(ctx, actor, 'invitation.redeem', { id: invitation.id, name: person.name });
    return { key: secret, person };
  });
}

/** @throws Problem INVITATION_NOT_FOUND, INVITATION_INVALID for one that was used or taken back before */
export function revokeInvitation(ctx: PeopleContext, invitationId: string): Promise<void> {
  return transaction(ctx.db, async () => {
    if ((await findInvitation(ctx.db, invitationId)) === null)
      throw Problem.of('INVITATION_NOT_FOUND', 'There is no such invitation.', { invitationId });
    if (await revokeInvitationRow(ctx.db, invitationId, new Date(ctx.getTime()).toISOString()))
      return await note(ctx, ctx.actor, 'invitation.revoke', { id: invitationId });
    throw Problem.of('INVITATION_INVALID', 'This invitation was used or taken back before.');
  });
}
