import { MAX_AUDIT_ENTRIES, type AuditAction } from '#shared/administration/audit.ts';
import type { PublicationDraft } from '#shared/administration/templates.ts';
import type { AdministrationRowName } from '#shared/administration/rows.ts';
import { auditContext, note, OWNER } from '#service/audit/audit.ts';
import { listAuditEntries } from '#service/audit/rows.ts';
import type { ServiceContext } from '#service/context.ts';
import { openCursor } from '#service/signing/cursor.ts';
import { transaction } from '#service/storage/database.ts';
import type { AdministrationCall, AdministrationHandlers } from './surface.ts';

const BINDING = ['audit'];

/** Reading of the audit log, newest first. */
export const auditHandlers = (ctx: ServiceContext) =>
  ({
    listAuditEntries: async ({ body }) => {
      const limit = body.limit ?? MAX_AUDIT_ENTRIES;
      const before =
        body.cursor === undefined ? null : String(openCursor(ctx.cursors, BINDING, body.cursor)[0]);
      const found = await listAuditEntries(ctx.db, { before, action: body.action ?? null, limit: limit + 1 });
      const entries = found.slice(0, limit);
      const nextCursor = found.length > limit ? ctx.cursors.seal(BINDING, [entries.at(-1)!.id]) : null;
      return { entries, nextCursor };
    },
  }) satisfies Partial<AdministrationHandlers>;

type Params = Readonly<Record<string, string>>;

interface AuditedRow {
  action: AuditAction;
  /** What it was done to. */
  object: (params: Params, body: never, response: never) => { id?: string | null; name?: string | null };
}

const providerName = (params: Params) => ({ id: params['name'] ?? null });
const endpointOf = (_params: Params, _body: never, { endpointId }: { endpointId: string }) => ({
  id: endpointId,
});

/** Calls whose rules know nothing of who calls: they are noted here, in one transaction with what they do. */
const AUDITED: Partial<Record<AdministrationRowName, AuditedRow>> = {
  addModelProvider: {
    action: 'model-provider.add',
    object: (_params, _body, { name }: { name: string }) => ({ id: name }),
  },
  changeModelProvider: { action: 'model-provider.change', object: providerName },
  removeModelProvider: { action: 'model-provider.remove', object: providerName },
  publishTemplate: {
    action: 'template.publish',
    object: (_params, { name }: { name: string }, { templateId }: { templateId: string | null }) => ({
      id: templateId,
      name: name.trim(),
    }),
  },
  deleteTemplate: { action: 'template.delete', object: (params) => ({ id: params['templateId'] ?? null }) },
  addEndpoint: { action: 'endpoint.add', object: endpointOf },
  renewEndpointKey: { action: 'endpoint.renew-key', object: endpointOf },
  switchEndpoint: { action: 'endpoint.switch', object: (params) => ({ id: params['endpointId'] ?? null }) },
};

/** A trial of a publication changes nothing. */
const isDryRun = (body: unknown): boolean =>
  (body as Partial<Pick<PublicationDraft, 'isTrial'>> | undefined)?.isTrial === true;

/** The handlers, each of those in the table with its note in the audit log. */
export function withAudit(ctx: ServiceContext, handlers: AdministrationHandlers): AdministrationHandlers {
  const entries = Object.entries(AUDITED).map(([name, { action, object }]) => {
    const handler = handlers[name as AdministrationRowName] as (
      call: AdministrationCall<AdministrationRowName>,
    ) => unknown;
    const audited = (call: AdministrationCall<AdministrationRowName>): Promise<unknown> =>
      transaction(ctx.db, async () => {
        const response = await handler(call);
        if (!isDryRun(call.body))
          await note(
            auditContext(ctx),
            OWNER,
            action,
            object(call.params, call.body as never, response as never),
          );
        return response;
      });
    return [name, audited];
  });
  return { ...handlers, ...(Object.fromEntries(entries) as Partial<AdministrationHandlers>) };
}
