import { useEffect } from 'react';
import { sendIntent } from '#renderer/desk/index.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { useUi } from '#renderer/editor/index.ts';
import { startTour } from '#renderer/help/index.ts';
import { words } from '#renderer/words/index.ts';
import { useCanvasOnly } from './canvas-alone.ts';
import { provideRunContext } from '../runs/run-context.ts';
import type { Workspace } from './use-workspace.ts';

/** Handles what the editor's page is asked for: runs, panels and the project itself. */
export function useWorkspaceCommands(workspace: Workspace): void {
  const { runs, actions, live, panels, areOutputsOpen } = workspace;
  const { layout, toggleLeft, toggleRight } = panels;
  const canvasOnly = useCanvasOnly(panels, areOutputsOpen, workspace.setOutputsOpen);
  const heat = useUi(workspace.session, (ui) => ui.heat);
  useEffect(() => provideRunContext(runs), [runs]);
  useCommandContext({
    projectSelected: true,
    canvasOnly: canvasOnly.isCanvasOnly,
    leftPanel: layout.leftOpen ? layout.leftTab : null,
    rightPanel: layout.rightOpen ? layout.rightTab : null,
    outputsVisible: areOutputsOpen,
    minimapVisible: layout.minimap,
    heatVisible: heat !== null,
    isLive: live.isOn,
    canBeLive: live.blocker === null,
  });
  useCommands('workspace', {
    'run.start': actions.runOrStop,
    'run.another': actions.runAll,
    'run.to-here': actions.runSelected,
    'run.on-screen': actions.runOnScreen,
    'run.live': live.toggle,
    'run.cancel': actions.cancel,
    'run.vary': () => workspace.setVarying(true),
    'run.find-in-film': () => {
      const { connectionId, projectId, session } = workspace;
      const nodeIds = [...session.store.selectedNodes];
      const [first] = nodeIds;
      if (first === undefined) return;
      const title = nodeIds.length === 1 ? session.titleOf(first) : words.filmUses.nodes(nodeIds.length);
      sendIntent({ kind: 'show-film-uses', connectionId, projectId, title, of: { nodeIds } });
    },
    'run.apply': () => workspace.setApplying(true),
    'help.tour': startTour,
    'view.canvas-alone': canvasOnly.toggle,
    'view.palette': toggleLeft,
    'view.outline': panels.toggleLeftTab('outline'),
    'view.files': panels.toggleLeftTab('files'),
    'view.switches': panels.toggleLeftTab('switches'),
    'view.inspector': toggleRight('inspector'),
    'view.runs': toggleRight('runs'),
    'view.history': toggleRight('history'),
    'view.chat': workspace.toggleChat,
    'view.minimap': () => panels.setLayout({ minimap: !layout.minimap }),
    'view.heat': () => workspace.session.ui.set({ heat: heat === null ? 'time' : null }),
    'view.outputs': workspace.toggleOutputs,
    'project.rename': () => workspace.setRenaming(true),
    'project.delete': () => workspace.setDeleting(true),
  });
}
