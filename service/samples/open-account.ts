import type { ServiceContext } from '#service/context.ts';
import { transaction } from '#service/storage/database.ts';
import { prepareSampleProject } from './sample-project.ts';
import { prepareSampleTemplates } from './sample-templates.ts';
import { markActivated, openingOf, claimSampleRequest } from '#service/accounts/rows.ts';
import { MICROCREDITS_PER_CREDIT } from '#service/rules/credits.ts';

const opening = new WeakMap<ServiceContext, Map<string, Promise<void>>>();

/**
 * Gives a new account its starting credits and templates, once, and the sample project when it was asked for. It
 * happens at the first request and not when the key is made, because the command that makes keys knows neither the
 * service's settings nor its node types.
 */
export function openAccount(ctx: ServiceContext, accountId: string): Promise<void> {
  let ofService = opening.get(ctx);
  if (!ofService) opening.set(ctx, (ofService = new Map()));
  const running = ofService.get(accountId);
  if (running) return running;
  const activation = open(ctx, accountId).finally(() => ofService.delete(accountId));
  ofService.set(accountId, activation);
  return activation;
}

async function open(ctx: ServiceContext, accountId: string): Promise<void> {
  const { isReady, sample } = await openingOf(ctx.db, accountId);
  const addTemplates = isReady ? null : await prepareSampleTemplates(ctx, sample ?? 'en');
  const addProject = sample === null ? null : await prepareSampleProject(ctx, sample);
  const credits = BigInt(ctx.config.credits) * MICROCREDITS_PER_CREDIT;
  await transaction(ctx.db, async () => {
    if (addProject !== null && (await claimSampleRequest(ctx.db, accountId))) await addProject(accountId);
    const at = new Date(ctx.now()).toISOString();
    if (addTemplates !== null && (await markActivated(ctx.db, accountId, credits, at)))
      await addTemplates(accountId);
  });
}
