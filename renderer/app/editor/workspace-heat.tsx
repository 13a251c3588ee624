import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import type { HeatMeasure, ProjectHeat } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';
import { HeatLayer, HeatLegend, useUi } from '#renderer/editor/index.ts';
import type { Workspace } from './use-workspace.ts';

interface Heat {
  measure: HeatMeasure;
  heat: ProjectHeat | undefined;
}

/** What nodes took in the newest runs, while a person looks at it; brought up to runs that end. */
function useHeat({ connectionId, projectId, session }: Workspace): Heat | null {
  const client = useQueryClient();
  const measure = useUi(session, (ui) => ui.heat);
  const queryKey = ['desk', 'heat', connectionId, projectId];
  const { data: heat } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callDesk('getProjectHeat', { params: { connectionId, projectId }, signal }),
    enabled: measure !== null,
  });
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'estimates' || event.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: ['desk', 'heat', connectionId, projectId] });
      }),
    [client, connectionId, projectId],
  );
  return measure === null ? null : { measure, heat };
}

/** The colors of the heat map, over the nodes. */
export function WorkspaceHeatLayer({ workspace }: { workspace: Workspace }): ReactElement | null {
  const current = useHeat(workspace);
  if (current?.heat === undefined) return null;
  return <HeatLayer session={workspace.session} heat={current.heat} measure={current.measure} />;
}

/** What they stand for, above the canvas. */
export function WorkspaceHeatLegend({ workspace }: { workspace: Workspace }): ReactElement | null {
  const current = useHeat(workspace);
  if (current === null) return null;
  return (
    <HeatLegend
      {...current}
      onMeasure={(heat) => workspace.session.ui.set({ heat })}
      onClose={() => workspace.session.ui.set({ heat: null })}
    />
  );
}
