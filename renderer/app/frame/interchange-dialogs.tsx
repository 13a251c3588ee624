import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { projectIn, projectViewPath } from '#shared/desk/places.ts';
import { activeConnectionOf, useConnections } from '#renderer/desk/index.ts';
import { interchange, OtioDrop } from '#renderer/interchange/index.ts';
import { ExportDialog, ImportDialog } from './lazy-pages.ts';
import { PREVIEW_PATH } from './page-names.ts';

/** Import and export, wherever one is. */
export function InterchangeDialogs(): ReactElement {
  const [location, navigate] = useLocation();
  const { importing, exporting } = useStore(interchange);
  const connections = useConnections();
  const project = projectIn(location);
  const active = connections.data ? activeConnectionOf(connections.data) : null;
  const connectionId = project?.connectionId ?? active?.id ?? null;
  const closeImport = () => interchange.setState({ importing: null });
  return (
    <>
      <OtioDrop acceptsAmbiguous={project === null} />
      {importing && connectionId !== null ? (
        <ImportDialog
          connectionId={connectionId}
          projectId={project?.projectId ?? null}
          initialFile={importing.file}
          onClose={closeImport}
          onOpenTimeline={(projectId) => {
            closeImport();
            navigate(projectViewPath(connectionId, projectId, 'timeline'));
          }}
          onOpen={() => {
            closeImport();
            navigate(PREVIEW_PATH);
          }}
        />
      ) : null}
      {exporting && project ? (
        <ExportDialog {...project} onClose={() => interchange.setState({ exporting: false })} />
      ) : null}
    </>
  );
}
