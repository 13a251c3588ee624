import type { ReactElement } from 'react';
import { HandsDialog } from '#renderer/handles/index.ts';
import type { Workspace } from './use-workspace.ts';

/** Inputs of a node changed by hand on its picture, over the canvas. */
export const HandsOnPicture = ({
  workspace: { session, live },
  nodeId,
}: {
  workspace: Workspace;
  nodeId: string;
}): ReactElement => (
  <HandsDialog
    key={nodeId}
    session={session}
    runTable={live.previews.table}
    nodeId={nodeId}
    onClose={() => session.ui.set({ handsOn: null })}
  />
);
