import type { ReactElement } from 'react';
import { OnActiveConnection } from './on-active-connection.tsx';
import { OutputsPage } from './outputs-page.tsx';

/** What runs of the active connection made. */
export const GalleryHome = (): ReactElement => (
  <OnActiveConnection>
    {(active) => <OutputsPage key={active.id} connectionId={active.id} projectId={null} />}
  </OnActiveConnection>
);
