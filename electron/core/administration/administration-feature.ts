import { join } from 'node:path';
import type { AdministrationRowName } from '#shared/administration/index.ts';
import type { Connections } from '../connections/connections.ts';
import { LOCAL_CONNECTION_ID } from '../connections/connection-store.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { Supervisor } from '../local-service/supervisor.ts';
import { createAdministrationClient } from './administration-client.ts';

interface PageCall {
  params: Readonly<Record<string, string>>;
  body: unknown;
  request: Request;
}

/** The administration of the local service, for pages: each route passes one call on, and nothing of it is kept. */
export function openAdministration(
  { options }: CoreContext,
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
  return {
    /** Calls of the core itself. @throws DeskError */
    call,
    routes: {
      listModelProviders: pass('listModelProviders'),
      addModelProvider: pass('addModelProvider'),
      changeModelProvider: pass('changeModelProvider'),
      removeModelProvider: pass('removeModelProvider'),
      listModels: pass('listModels'),
      testModel: pass('testModel'),
      findLocalModels: pass('findLocalModels'),
      getPublishable: pass('getPublishable'),
      publishTemplate: pass('publishTemplate'),
      listTemplatePictures: pass('listTemplatePictures'),
      getManagedTemplate: pass('getManagedTemplate'),
      deleteTemplate: pass('deleteTemplate'),
      openTemplate: pass('openTemplate'),
      addEndpoint: pass('addEndpoint'),
      renewEndpointKey: pass('renewEndpointKey'),
      switchEndpoint: pass('switchEndpoint'),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
