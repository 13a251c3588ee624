import { z } from 'zod';

/** The audit log of the local service, in its administration. */

export const MAX_AUDIT_ENTRIES = 200;

export const AUDIT_ACTIONS = [
  'key.create',
  'key.revoke',
  'person.add',
  'person.limits',
  'person.disable',
  'person.enable',
  'invitation.create',
  'invitation.revoke',
  'invitation.redeem',
  'project.delete',
  'file.delete',
  'model-provider.add',
  'model-provider.change',
  'model-provider.remove',
  'template.publish',
  'template.delete',
  'endpoint.add',
  'endpoint.renew-key',
  'endpoint.switch',
  'backup.restore',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const AuditActor = z.object({
  /** A person's key, a key of nobody in particular, the administration, or the command line. */
  kind: z.enum(['person', 'key', 'owner', 'command']),
  id: z.string().nullable(),
  name: z.string().nullable(),
});
export type AuditActor = z.infer<typeof AuditActor>;

const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: AuditActor,
  action: z.enum(AUDIT_ACTIONS),
  objectId: z.string().nullable(),
  objectName: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditRequest = z.object({
  cursor: z.string().max(1000, 'This cursor is none of this service.').optional(),
  action: z.enum(AUDIT_ACTIONS, { error: 'There is no such action.' }).optional(),
  limit: z
    .number()
    .int('Ask for a whole number of entries.')
    .min(1, 'Ask for at least one entry.')
    .max(MAX_AUDIT_ENTRIES, `Ask for at most ${MAX_AUDIT_ENTRIES} entries.`)
    .optional(),
});
export type AuditRequest = z.infer<typeof AuditRequest>;

export const AuditPage = z.object({
  entries: z.array(AuditEntry).max(MAX_AUDIT_ENTRIES),
  nextCursor: z.string().nullable(),
});
export type AuditPage = z.infer<typeof AuditPage>;
