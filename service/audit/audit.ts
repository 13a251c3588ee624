import { userInfo } from 'node:os';
import type { AuditAction, AuditActor } from '#shared/administration/audit.ts';
import type { ServiceContext } from '#service/context.ts';
import { DEFAULT_AUDIT_DAYS } from '#service/rules/audit-days.ts';
import { transaction, type Database } from '#service/storage/database.ts';
import { deleteAuditEntries, insertAuditEntry, personNameOf } from './rows.ts';

/** Who did what to which. Call it in the transaction of what was done, so that neither is there without the other. */

/** What is needed to note something, in the service and in a command beside it. */
export interface AuditContext {
  db: Database;
  newId: (prefix: string) => string;
  getTime: () => number;
}

/** Whoever administers the service from this computer. */
export const OWNER: AuditActor = { kind: 'owner', id: null, name: null };

/** Whoever types a command, by the name of the user of the computer. */
export function commandActor(): AuditActor {
  try {
    return { kind: 'command', id: null, name: userInfo().username };
  } catch {
    // A user without an entry, as in some containers.
    return { kind: 'command', id: null, name: null };
  }
}

/** Whoever calls the API: the person of the key, or the key where it is of nobody in particular. */
export async function callerActor(
  db: Database,
  { keyId, personId }: { keyId: string; personId: string | null },
): Promise<AuditActor> {
  if (personId === null) return { kind: 'key', id: keyId, name: null };
  return { kind: 'person', id: personId, name: await personNameOf(db, personId) };
}

export const auditContext = ({ db, newId, ...service }: ServiceContext): AuditContext => ({
  db,
  newId,
  getTime: service.now,
});

/** Notes what is being done; inside a transaction. */
export async function note(
  ctx: AuditContext,
  actor: AuditActor,
  action: AuditAction,
  object: { id?: string | null; name?: string | null } = {},
): Promise<void> {
  await insertAuditEntry(ctx.db, {
    id: ctx.newId('aud'),
    at: new Date(ctx.getTime()).toISOString(),
    actor,
    action,
    objectId: object.id ?? null,
    objectName: object.name ?? null,
  });
}

const DAY_MS = 86_400_000;

/** Deletes entries that are older than the service is told to keep them. */
export async function sweepAudit(ctx: ServiceContext): Promise<void> {
  const days = ctx.config.auditDays ?? DEFAULT_AUDIT_DAYS;
  const until = new Date(ctx.now() - days * DAY_MS).toISOString();
  await transaction(ctx.db, () => deleteAuditEntries(ctx.db, until));
}
