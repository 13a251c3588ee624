import type { AuditAction } from '#shared/administration/audit.ts';
import { commandActor, note } from '#service/audit/audit.ts';
import type { Database } from '../storage/database.ts';
import { createIds } from '../storage/ids.ts';

/** Notes in the audit log what a command does; in its transaction. */
export const noteAsCommand = (
  db: Database,
  action: AuditAction,
  object: { id?: string | null; name?: string | null },
): Promise<void> =>
  note({ db, newId: createIds(Date.now), getTime: Date.now }, commandActor(), action, object);
