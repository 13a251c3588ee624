import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { CommandId } from '#shared/desk/commands.ts';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { EditorCanvas, editorCommands, InspectorPanel, type EditorSession } from '#renderer/editor/index.ts';
import { commandNamed, useCommands } from '#renderer/commands/index.ts';
import { askForProjectExport } from '#renderer/project-files/index.ts';
import { DeleteProjectDialog } from '#renderer/projects/index.ts';
import { isOver, OutputsDrawer, RunPanel } from '#renderer/runs/index.ts';
import { PanelGroup, PanelSeparator, ResizablePanel, useNoticesAbout } from '#renderer/ui/index.ts';
import { EditorNotices } from './editor-notices.tsx';
import { LeftPanel, LeftRail, RightPanel, RightRail, useEditorPanels } from './editor-panels.tsx';
import { EditorResults } from './editor-results.tsx';
import { EditorTrouble } from './editor-trouble.tsx';
import { EditorTopBar } from './editor-top-bar.tsx';
import { outputLabels } from './output-labels.ts';
import { projectNameNow } from './project-title.tsx';
import { ProjectComparison, ProjectHistory } from './project-history.tsx';
import { useProjectRuns, useRunActions, useRunEnds } from './use-project-runs.ts';
import css from './editor-page.module.css';

/** The open project with its runs; one instance for one project. */
export function EditorWorkspace({
  connectionId,
  projectId,
  session,
}: {
  connectionId: string;
  projectId: string;
  session: EditorSession;
}): ReactElement {
  const runs = useProjectRuns(connectionId, projectId);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const panels = useEditorPanels();
  const { layout, showRight, toggleLeft, toggleRight } = panels;
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [applying, setApplying] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [comparedId, setComparedId] = useState<string | null>(null);

  const shownRun = useStore(runs.store, (state) =>
    state.shownId === null ? undefined : state.runs[state.shownId],
  );
  const going = useStore(
    runs.store,
    ({ runs: all }) => Object.values(all).filter((run) => !isOver(run)).length,
  );

  const showOutputs = useCallback(() => setDrawerOpen(true), []);
  const titleOf = (nodeId: string) => session.titleOf(nodeId);
  const notify = useNoticesAbout(() => projectNameNow(client, session));
  const actions = useRunActions({ session, runs, notify, onStarted: () => showRight('runs') });

  useRunEnds({ connectionId, projectId, runs, notify, onOutputs: showOutputs });

  useEffect(() => {
    let asked = session.ui.get().inspectorAsked;
    return session.ui.subscribe(() => {
      const now = session.ui.get().inspectorAsked;
      if (now > asked) showRight('inspector');
      asked = now;
    });
  }, [session, showRight]);

  const canApply = shownRun !== undefined && isOver(shownRun) && Object.keys(shownRun.outputs).length > 0;

  useCommands([
    { ...commandNamed('run.start'), when: actions.canRun, run: actions.runAll },
    { ...commandNamed('run.to-here'), when: actions.canRunSelected, run: actions.runSelected },
    { ...commandNamed('run.cancel'), when: () => going > 0, run: actions.cancel },
    { ...commandNamed('run.apply'), when: () => canApply, run: () => setApplying(true) },
    // The canvas is behind the comparison: what acts on it waits, what takes a restored part back does not.
    ...editorCommands(session)
      .filter(({ id }) => !ownCommands.has(id))
      .map((command) =>
        comparedId === null || isOfHistory(command.id) ? command : { ...command, when: () => false },
      ),
    {
      ...commandNamed('view.palette'),
      checked: () => layout.leftOpen && layout.leftTab === 'palette',
      run: toggleLeft,
    },
    {
      ...commandNamed('view.inspector'),
      checked: () => layout.rightOpen && layout.rightTab === 'inspector',
      run: toggleRight('inspector'),
    },
    {
      ...commandNamed('view.runs'),
      checked: () => layout.rightOpen && layout.rightTab === 'runs',
      run: toggleRight('runs'),
    },
    {
      ...commandNamed('view.history'),
      checked: () => layout.rightOpen && layout.rightTab === 'history',
      run: toggleRight('history'),
    },
    {
      ...commandNamed('view.minimap'),
      checked: () => layout.minimap,
      run: () => panels.setLayout({ minimap: !layout.minimap }),
    },
    {
      ...commandNamed('view.outputs'),
      checked: () => drawerOpen,
      run: () => setDrawerOpen(!drawerOpen),
    },
    { ...commandNamed('project.rename'), run: () => setRenaming(true) },
    { ...commandNamed('project.delete'), run: () => setDeleting(true) },
  ]);

  const openOutput = (nodeId: string, pin: string) => {
    const output = shownRun?.nodes[nodeId]?.outputs?.[pin];
    if (output) setOpenKey(`${nodeId}.${pin}`);
  };

  const failed = shownRun
    ? Object.values(shownRun.nodes).filter((node) => node.phase === 'failed').length
    : 0;
  const runsMark =
    going > 0 ? (
      <span className={css['mark']}>{going}</span>
    ) : failed > 0 ? (
      <span className={css['mark']} data-tone="error">
        {failed}
      </span>
    ) : null;

  const history = {
    connectionId,
    projectId,
    session,
    comparedId,
    onCompare: (versionId: string | null) => {
      session.store.select([]);
      setComparedId(versionId);
    },
    onExport: (version: ProjectVersion) =>
      askForProjectExport({ connectionId, projectId, version, saveFirst: null }),
  };

  return (
    <div className={css['page']}>
      <EditorTopBar
        connectionId={connectionId}
        projectId={projectId}
        session={session}
        renaming={renaming}
        onRenaming={setRenaming}
        onBack={() => navigate('/')}
        actions={actions}
        going={going}
        canApply={canApply}
        onApply={() => setApplying(true)}
        outputsOpen={drawerOpen}
        onToggleOutputs={() => setDrawerOpen(!drawerOpen)}
      />
      <EditorTrouble session={session} />
      <EditorNotices session={session} />
      <main className={css['body']}>
        <LeftRail panels={panels} />
        <PanelGroup
          className={css['group']}
          id="editor"
          onLayoutChanged={(_, meta) => meta.isUserInteraction && panels.keepSizes()}
        >
          <LeftPanel panels={panels} session={session} onRunTo={actions.runTo} />
          <ResizablePanel id="centre" minSize="50%">
            <PanelGroup
              id="editor-centre"
              orientation="vertical"
              onLayoutChanged={(_, meta) => meta.isUserInteraction && panels.keepSizes()}
            >
              <ResizablePanel id="canvas" minSize="30%">
                <section className={css['canvas']} aria-label="Canvas">
                  <div className={css['fill']} inert={comparedId !== null}>
                    <EditorCanvas
                      session={session}
                      runTable={runs.table}
                      onRunTo={actions.runTo}
                      onOpenOutput={openOutput}
                      minimap={layout.minimap}
                    />
                  </div>
                  <ProjectComparison {...history} />
                </section>
              </ResizablePanel>
              {drawerOpen ? (
                <>
                  <PanelSeparator label="Height of the outputs" orientation="rows" />
                  <ResizablePanel
                    id="outputs"
                    panelRef={panels.drawerRef}
                    defaultSize={layout.drawerSize}
                    minSize={160}
                    groupResizeBehavior="preserve-pixel-size"
                  >
                    <OutputsDrawer
                      connectionId={connectionId}
                      runs={runs}
                      labelOf={outputLabels(session)}
                      onOpen={setOpenKey}
                      onApply={() => setApplying(true)}
                      onClose={() => setDrawerOpen(false)}
                    />
                  </ResizablePanel>
                </>
              ) : null}
            </PanelGroup>
          </ResizablePanel>
          <RightPanel
            panels={panels}
            runsMark={runsMark}
            contents={{
              inspector: <InspectorPanel session={session} runTable={runs.table} />,
              runs: (
                <RunPanel
                  connectionId={connectionId}
                  runs={runs}
                  titleOf={titleOf}
                  onJumpToNode={(nodeId) => session.focusNode(nodeId)}
                  onOpenOutputs={showOutputs}
                />
              ),
              history: <ProjectHistory {...history} />,
            }}
          />
        </PanelGroup>
        <RightRail panels={panels} runsMark={runsMark} />
      </main>
      {shownRun ? (
        <EditorResults
          connectionId={connectionId}
          notify={notify}
          session={session}
          run={shownRun}
          openKey={openKey}
          onOpenKey={setOpenKey}
          applying={applying}
          onApplyingEnd={() => setApplying(false)}
          onRunAgain={actions.runAll}
        />
      ) : null}
      {deleting ? (
        <DeleteProjectDialog
          connectionId={connectionId}
          project={{ id: projectId, name: session.name }}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate('/')}
        />
      ) : null}
    </div>
  );
}

/** Commands that this page answers itself, with the runs it knows. */
const ownCommands: ReadonlySet<string> = new Set<CommandId>([
  'run.start',
  'run.to-here',
  'run.cancel',
  'run.apply',
  'view.palette',
  'view.inspector',
  'view.runs',
  'view.history',
]);

const isOfHistory = (id: string): boolean => id === 'edit.undo' || id === 'edit.redo';
