import type { ReactElement } from 'react';
import { ModelsPage } from '#renderer/models/index.ts';
import { OnActiveConnection } from './on-active-connection.tsx';

/** The models of the active connection: connected here for the local workspace, elsewhere for a hosted service. */
export function ModelsHome(): ReactElement {
  return (
    <OnActiveConnection>{(active) => <ModelsPage key={active.id} connection={active} />}</OnActiveConnection>
  );
}
