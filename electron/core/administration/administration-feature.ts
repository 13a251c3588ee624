import { join } from 'node:path';
import type { AdministrationRowName, ModelProvider } from '#shared/administration/index.ts';
import type { Connections } from '../connections/connections.ts';
import { LOCAL_CONNECTION_ID } from '../connections/connection-store.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { Supervisor } from '../local-service/supervisor.ts';
import { errorFields } from '../error-fields.ts';
import { createSignal, type Signal } from '../signal.ts';
import { createAdministrationClient } from './administration-client.ts';

interface PageCall {
  params: Readonly<Record<string, string>>;
  body: unknown;
  request: Request;
}

/** The administration of the local service, for pages: each route passes one call on, and nothing of it is kept. */
export function openAdministration(
  { options, events, log }: CoreContext,
  { connections, supervisor }: { connections: Connections; supervisor: Supervisor },
) {
  const call = createAdministrationClient({
    serviceDirectory: join(options.dataDirectory, 'service'),
    async origin(signal) {
      await supervisor.ready(signal);
      return connections.get(LOCAL_CONNECTION_ID).baseUrl;
    },
  });
  const pass =
    <Name extends AdministrationRowName>(name: Name) =>
    ({ params, body, request }: PageCall) =>
      call(name, { params, body, signal: request.signal });
  const modelsChanged: Signal<readonly string[]> = createSignal();
  /** @param providers whose models, prices or addresses are others than before. */
  async function announce(providers: readonly string[]): Promise<void> {
    events.emit({ type: 'node-types', connectionId: LOCAL_CONNECTION_ID });
    if (providers.length === 0) return;
    await modelsChanged
      .emit(providers)
      .catch((error: unknown) => log.warn(errorFields(error), 'estimates of earlier models are left'));
  }
  const passOn = {
    async addModelProvider(page: PageCall) {
      const added = await pass('addModelProvider')(page);
      await announce([added.name]);
      return added;
    },
    async changeModelProvider(page: PageCall) {
      const name = page.params['name'] ?? '';
      const { providers } = await pass('listModelProviders')({ ...page, params: {}, body: undefined });
      const before = providers.find((provider) => provider.name === name);
      const after = await pass('changeModelProvider')(page);
      const isSame = before !== undefined && answersOf(before) === answersOf(after);
      await announce(isSame ? [] : [name, after.name]);
      return after;
    },
    async removeModelProvider(page: PageCall) {
      await pass('removeModelProvider')(page);
      await announce([page.params['name'] ?? '']);
    },
  };
  return {
    /** Calls of the core itself. @throws DeskError */
    call,
    /** Providers of models whose answers or prices are others than before, by name. */
    modelsChanged,
    routes: {
      listModelProviders: pass('listModelProviders'),
      ...passOn,
      listModels: pass('listModels'),
      testModel: pass('testModel'),
      findLocalModels: pass('findLocalModels'),
      getPublishable: pass('getPublishable'),
      publishTemplate: pass('publishTemplate'),
      listTemplatePictures: pass('listTemplatePictures'),
      getManagedTemplate: pass('getManagedTemplate'),
      getTemplateForm: pass('getTemplateForm'),
      getTemplateGraph: pass('getTemplateGraph'),
      deleteTemplate: pass('deleteTemplate'),
      openTemplate: pass('openTemplate'),
      addEndpoint: pass('addEndpoint'),
      renewEndpointKey: pass('renewEndpointKey'),
      switchEndpoint: pass('switchEndpoint'),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}

/** What of a provider decides on what its nodes make, and for how much. */
const answersOf = ({ name, baseUrl, models }: ModelProvider): string =>
  JSON.stringify([name, baseUrl, models.map(({ kind, model, price }) => [kind, model, price])]);
