import { useDeferredValue, useMemo, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { commandTable } from '#shared/commands/index.ts';
import { pagePaths, batchPath, gridPath, type GraphVersion } from '#shared/desk/index.ts';
import { usePendingIntent } from '#renderer/desk/index.ts';
import {
  EditorCanvas,
  InspectorPanel,
  ProposalLayer,
  useUi,
  type EditorSession,
} from '#renderer/editor/index.ts';
import { askForProjectExport } from '#renderer/project-files/index.ts';
import { commands } from '#renderer/commands/index.ts';
import { DeleteProjectDialog } from '#renderer/projects/index.ts';
import { RunPanel } from '#renderer/runs/index.ts';
import { pane, PanelGroup, PanelSeparator, ResizablePanel } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { CanvasHelp } from './canvas-hints.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { OverlayPanel, LeftPanel, LeftRail, RightPanel, RightRail, sideOver } from './editor-panels.tsx';
import { EditorResults } from './editor-results.tsx';
import { EditorProblem } from './editor-trouble.tsx';
import { EditorTopBar } from './editor-top-bar.tsx';
import { currentGraph } from './graph-now.ts';
import {
  ChatPanel,
  HandsOnPicture,
  ItemsBelow,
  MaskInWorkspace,
  OutputsDrawer,
  ProjectComparison,
  ProjectHistory,
  VersionRequest,
  PublishSidePanel,
  VaryInWorkspace,
} from './lazy-panels.ts';
import { PanelQuestions } from '../parts/agent-questions.tsx';
import { outputLabels } from '../runs/output-labels.ts';
import { openRunOutput, useOpenOutputs } from './open-run-output.ts';
import { RunCopyLine } from '../runs/run-copy-line.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { useProposedPictures } from './use-proposed-pictures.ts';
import { useVisibleProposal } from './use-proposals.ts';
import { useNodeRequests } from './use-node-requests.ts';
import { useTableRuns } from './use-table-runs.ts';
import { openAsItWas } from '../runs/trace-output.ts';
import { useIsPublishing } from './use-is-publishing.ts';
import { useWorkspaceCommands } from './use-workspace-commands.ts';
import { useWorkspace, type Workspace } from './use-workspace.ts';
import { WorkspaceHeatLayer, WorkspaceHeatLegend } from './workspace-heat.tsx';
import { useVaryRequests } from './vary-requests.ts';
import workbench from '../parts/workbench.module.css';
import css from './editor-workspace.module.css';

const t = words.appEditor.editorWorkspace;

/** The open project with its runs; one instance for one project. */
export function EditorWorkspace(projectRef: {
  connectionId: string;
  projectId: string;
  session: EditorSession;
}): ReactElement {
  const workspace = useWorkspace(projectRef);
  useWorkspaceCommands(workspace);
  useVaryRequests(workspace);
  useNodeRequests(workspace);
  useTableRuns(workspace);
  const { session } = workspace;
  return (
    <div className={workbench['page']}>
      <EditorTopBar workspace={workspace} />
      <EditorProblem session={session} />
      <EditorNotices session={session} />
      <RunCopyLine
        connectionId={projectRef.connectionId}
        projectId={projectRef.projectId}
        runs={workspace.runs}
      />
      <WorkspacePanels workspace={workspace} />
      <WorkspaceDialogs workspace={workspace} />
      <RequestedVersion workspace={workspace} />
    </div>
  );
}

const VERSION_INTENTS = ['compare-version', 'restore-version'] as const;

/** Does with a version of the graph what another page asked for. */
function RequestedVersion({ workspace }: { workspace: Workspace }): ReactElement | null {
  const isRequested = usePendingIntent(VERSION_INTENTS);
  return isRequested ? <VersionRequest workspace={workspace} /> : null;
}

/** The canvas, with panels at its sides and the outputs below. */
function WorkspacePanels({ workspace }: { workspace: Workspace }): ReactElement {
  const { session, panels } = workspace;
  const runsMark = <RunsMark workspace={workspace} />;
  const isPublishing = useIsPublishing(workspace);
  // The canvas is there before what stands beside it is rendered.
  const isCanvasVisible = useDeferredValue(true, false);
  const right = (
    <RightPanel
      panels={panels}
      isFilled={isCanvasVisible}
      runsMark={runsMark}
      contents={{
        inspector: <InspectorPanel session={session} runTable={workspace.live.previews.table} />,
        runs: <WorkspaceRuns workspace={workspace} />,
        history: <ProjectHistory {...historyOf(workspace)} />,
        chat: <WorkspaceChat workspace={workspace} />,
      }}
    />
  );
  return (
    <main
      className={workbench['body']}
      aria-label={commandTable['view.graph'].title}
      data-over={isPublishing ? undefined : sideOver(panels)}
    >
      <LeftRail panels={panels} />
      <PanelGroup
        className={css['group']}
        id="editor"
        onLayoutChanged={(_, meta) => meta.isUserInteraction && panels.keepSizes()}
      >
        {isPublishing || panels.isOver ? null : (
          <LeftPanel panels={panels} session={session} isFilled={isCanvasVisible} />
        )}
        <ResizablePanel id="center" minSize="50%">
          <PanelGroup
            id="editor-center"
            orientation="vertical"
            onLayoutChanged={(_, meta) => meta.isUserInteraction && panels.keepSizes()}
          >
            <ResizablePanel id="canvas" minSize="30%">
              <WorkspaceCanvas workspace={workspace} />
            </ResizablePanel>
            <OutputsBelow workspace={workspace} />
          </PanelGroup>
        </ResizablePanel>
        {isPublishing ? <PublishSidePanel workspace={workspace} /> : null}
        {isPublishing || panels.isOver ? null : right}
      </PanelGroup>
      {isPublishing ? null : <RightRail panels={panels} runsMark={runsMark} />}
      {isPublishing || !panels.isOver ? null : (
        <LeftPanel panels={panels} session={session} isFilled={isCanvasVisible} />
      )}
      {isPublishing || !panels.isOver ? null : right}
    </main>
  );
}

/** What runs and what ran, with the ways from there to the canvas, the outputs and the grids. */
function WorkspaceRuns({ workspace }: { workspace: Workspace }): ReactElement {
  const { connectionId, projectId, session } = workspace;
  const [, navigate] = useLocation();
  return (
    <RunPanel
      connectionId={connectionId}
      projectId={projectId}
      runs={workspace.runs}
      titleOf={(nodeId) => (session.store.getNode(nodeId) ? session.titleOf(nodeId) : null)}
      titleOfNode={(node) => session.titleOfNode(node)}
      areOutputsOpen={workspace.areOutputsOpen}
      onJumpToNode={(nodeId) => session.focusNode(nodeId)}
      onOpenOutputs={workspace.showOutputs}
      onOpenItems={workspace.showItems}
      onRetryFailed={({ targetNodeIds }) => workspace.actions.repeatRun(targetNodeIds)}
      onOpenAsItWas={(output) => void openAsItWas(output, navigate)}
      onOpenBatch={({ id, kind }) =>
        navigate(kind === 'grid' ? gridPath(connectionId, projectId, id) : batchPath(id))
      }
    />
  );
}

/** A conversation about the project; what was edited is saved first, so that the model reads it. */
function WorkspaceChat({ workspace }: { workspace: Workspace }): ReactElement {
  const { connectionId, projectId, session, chatFocused } = workspace;
  return (
    <ChatPanel
      connectionId={connectionId}
      projectId={projectId}
      selection={() => [...session.store.selectedNodes]}
      save={() => session.store.flush().catch(() => undefined)}
      isFocused={chatFocused}
      Questions={PanelQuestions}
    />
  );
}

/** The canvas, or a comparison before it. */
function WorkspaceCanvas({ workspace }: { workspace: Workspace }): ReactElement {
  const { session, actions, panels } = workspace;
  const open = useOpenOutputs(workspace);
  const isPublishing = useIsPublishing(workspace);
  const { visible, open: proposed, next } = useVisibleProposal(workspace);
  const pictures = useProposedPictures(workspace, proposed, workspace.live.isOn);
  return (
    <section className={css['canvas']} aria-label={t.canvas} data-tour="canvas" {...pane}>
      <div className={workbench['fill']} inert={workspace.comparedId !== null}>
        <EditorCanvas
          session={session}
          runTable={workspace.live.previews.table}
          onRunTo={actions.runTo}
          onOpenOutput={open.output}
          onOpenFile={open.file}
          onOpenItems={open.items}
          minimap={panels.layout.minimap}
        >
          <WorkspaceHeatLayer workspace={workspace} />
          {proposed === null ? null : (
            <ProposalLayer session={session} items={proposed.items} pictures={pictures} />
          )}
        </EditorCanvas>
        <WorkspaceHeatLegend workspace={workspace} />
        {visible === null || proposed === null ? null : (
          <ProposalCard key={visible.id} session={session} proposal={visible} open={proposed} onNext={next} />
        )}
        {isPublishing ? null : (
          <CanvasHelp
            session={session}
            runs={workspace.runs}
            isLive={workspace.live.isOn && workspace.live.blocker === null}
          />
        )}
      </div>
      {workspace.comparedId === null ? null : <ProjectComparison {...historyOf(workspace)} />}
    </section>
  );
}

const historyOf = ({ connectionId, projectId, session, comparedId, compare }: Workspace) => ({
  connectionId,
  projectId,
  session,
  comparedId,
  onCompare: compare,
  onExport: (version: GraphVersion) =>
    askForProjectExport({ connectionId, projectId, version, saveFirst: null }),
});

/** The outputs of the run that is shown, below the canvas while they are open. */
function OutputsBelow({ workspace }: { workspace: Workspace }): ReactElement | null {
  const { panels, session } = workspace;
  const graph = useMemo(() => currentGraph(session), [session]);
  if (!workspace.areOutputsOpen) return null;
  return (
    <>
      <PanelSeparator label={t.heightOutputs} orientation="rows" />
      <ResizablePanel
        id="outputs"
        panelRef={panels.drawerRef}
        defaultSize={panels.layout.drawerSize}
        minSize={160}
        groupResizeBehavior="preserve-pixel-size"
      >
        <OverlayPanel panels={panels}>
          {workspace.itemsOf !== null && session.store.getNode(workspace.itemsOf) ? (
            <ItemsBelow key={workspace.itemsOf} workspace={workspace} nodeId={workspace.itemsOf} />
          ) : (
            <OutputsDrawer
              connectionId={workspace.connectionId}
              projectId={workspace.projectId}
              projectName={workspace.session.name}
              runs={workspace.runs}
              labelOf={outputLabels(workspace.session)}
              graph={graph}
              onOpen={(key) => openRunOutput(workspace, key)}
              onApply={() => workspace.setApplying(true)}
              onClose={() => workspace.setOutputsOpen(false)}
              isFocused={workspace.outputsFocused}
            />
          )}
        </OverlayPanel>
      </ResizablePanel>
    </>
  );
}

/** How many runs go on, else how many nodes of the shown one failed. */
function RunsMark({ workspace: { activeRuns, visibleRun } }: { workspace: Workspace }): ReactElement | null {
  if (activeRuns > 0) return <span className={css['mark']}>{activeRuns}</span>;
  const failed = Object.values(visibleRun?.nodes ?? {}).filter(({ phase }) => phase === 'failed').length;
  if (failed === 0) return null;
  return (
    <span className={css['mark']} data-tone="error">
      {failed}
    </span>
  );
}

/** A mask that is drawn for an input. */
function RequestedMask({ workspace }: { workspace: Workspace }): ReactElement | null {
  const requested = useUi(workspace.session, (ui) => ui.maskRequested);
  return requested === null ? null : (
    <MaskInWorkspace key={requested.join(' ')} workspace={workspace} pin={requested} />
  );
}

function WorkspaceDialogs({ workspace }: { workspace: Workspace }): ReactElement {
  const { connectionId, projectId, session, visibleRun, actions } = workspace;
  const [, navigate] = useLocation();
  const handsOn = useUi(session, (ui) => ui.handsOn);
  return (
    <>
      {actions.question}
      {visibleRun ? (
        <EditorResults
          connectionId={connectionId}
          notify={workspace.notify}
          session={session}
          run={visibleRun}
          applying={workspace.isApplying}
          onApplyingEnd={() => workspace.setApplying(false)}
          onRerun={workspace.actions.runAll}
        />
      ) : null}
      {handsOn === null ? null : <HandsOnPicture workspace={workspace} nodeId={handsOn} />}
      {workspace.isVarying ? <VaryInWorkspace workspace={workspace} /> : null}
      <RequestedMask workspace={workspace} />
      {workspace.isDeleting ? (
        <DeleteProjectDialog
          connectionId={connectionId}
          project={{ id: projectId, name: session.name }}
          onClose={() => workspace.setDeleting(false)}
          onExport={() => void commands.run('project.export')}
          onDeleted={() => navigate(pagePaths.projects)}
        />
      ) : null}
    </>
  );
}
