import type { ReactElement } from 'react';
import { useLocation, useSearch } from 'wouter';
import { gridPath, projectPath } from '#shared/desk/places.ts';
import { sendIntent } from '#renderer/desk/index.ts';
import { GridsPage } from '#renderer/variants/index.ts';

/** The grids of one project; what they ask of the graph leads there. */
export function ProjectGrids({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string;
}): ReactElement {
  const [, navigate] = useLocation();
  const gridId = new URLSearchParams(useSearch()).get('grid');
  const graph = projectPath(connectionId, projectId);
  return (
    <GridsPage
      connectionId={connectionId}
      projectId={projectId}
      gridId={gridId}
      hrefOf={(id) => gridPath(connectionId, projectId, id)}
      onVary={() => {
        sendIntent({ kind: 'vary-inputs', connectionId, projectId });
        navigate(graph);
      }}
      onDeleted={() => navigate(gridPath(connectionId, projectId, null))}
      onApply={(values) => {
        sendIntent({ kind: 'apply-values', connectionId, projectId, values });
        navigate(graph);
      }}
    />
  );
}
