import type { ServiceContext } from '#service/context.ts';
import type { ProviderAccess } from '#service/nodes/definition.ts';
import { providerKey } from '#service/providers/providers.ts';
import type { ReadyTask } from './active-run.ts';

/** Opens the key at the last moment, for the one execution that needs it. */
export async function accessOf(
  ctx: ServiceContext,
  modelSource: ReadyTask['modelSource'],
): Promise<ProviderAccess | undefined> {
  if (modelSource === null) return undefined;
  const { provider, model } = modelSource;
  const key = await providerKey(ctx.db, ctx.config.dataDirectory, provider.name);
  return { name: provider.name, service: provider.service, baseUrl: provider.baseUrl, model, key };
}
