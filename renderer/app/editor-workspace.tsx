import { useQueryClient } from '@tanstack/react-query';
import {
  Blocks,
  Folder,
  History,
  ListTree,
  ListVideo,
  PanelLeftClose,
  PanelRightClose,
  SlidersHorizontal,
} from 'lucide-react';
import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { PatchOperation } from '#shared/api/index.ts';
import type { CommandId } from '#shared/desk/commands.ts';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { planApply } from '#shared/graph/index.ts';
import type { OutputToApply } from '#shared/graph/plan-apply.ts';
import {
  EditorCanvas,
  editorCommands,
  FilesPanel,
  InspectorPanel,
  OutlinePanel,
  PalettePanel,
  type EditorSession,
} from '#renderer/editor/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { commandNamed, useCommands } from '#renderer/commands/index.ts';
import { askForProjectExport } from '#renderer/project-files/index.ts';
import { DeleteProjectDialog } from '#renderer/projects/index.ts';
import {
  ApplyDialog,
  isOver,
  Lightbox,
  outputsOf,
  OutputsDrawer,
  RunPanel,
  outputsAsked,
} from '#renderer/runs/index.ts';
import { creditsKey } from '#renderer/spend/index.ts';
import {
  IconButton,
  PanelGroup,
  PanelSeparator,
  plural,
  ResizablePanel,
  showToast,
  Tabs,
  usePanelRef,
} from '#renderer/ui/index.ts';
import { EditorNotices } from './editor-notices.tsx';
import { EditorTrouble } from './editor-trouble.tsx';
import { EditorTopBar } from './editor-top-bar.tsx';
import { ProjectComparison, ProjectHistory } from './project-history.tsx';
import { useEditorLayout, type EditorLayout } from './use-layout.ts';
import { useProjectRuns, useRunActions } from './use-project-runs.ts';
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
  const [layout, setLayout] = useEditorLayout();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [applying, setApplying] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [comparedId, setComparedId] = useState<string | null>(null);
  const leftRef = usePanelRef();
  const rightRef = usePanelRef();
  const drawerRef = usePanelRef();

  const shownRun = useStore(runs.store, (state) =>
    state.shownId === null ? undefined : state.runs[state.shownId],
  );
  const going = useStore(
    runs.store,
    ({ runs: all }) => Object.values(all).filter((run) => !isOver(run)).length,
  );

  const showRight = useCallback(
    (rightTab: EditorLayout['rightTab']) => setLayout({ rightTab, rightOpen: true }),
    [setLayout],
  );
  const titleOf = (nodeId: string) => session.titleOf(nodeId);
  const actions = useRunActions({ session, runs, onStarted: () => showRight('runs') });

  useEffect(
    () =>
      runs.onEnd((run) => {
        void client.invalidateQueries({ queryKey: creditsKey(connectionId) });
        void client.invalidateQueries({ queryKey: ['spend', connectionId, projectId] });
        if (Object.keys(run.outputs).length > 0) setDrawerOpen(true);
        if (document.hidden) {
          void window.patchbay?.notify({
            title: run.status === 'succeeded' ? 'Run finished' : `Run ${run.status}`,
            body: run.failure?.message.slice(0, 400) ?? plural(Object.keys(run.outputs).length, 'output'),
            path: `/projects/${encodeURIComponent(connectionId)}/${encodeURIComponent(projectId)}`,
          });
        }
      }),
    [runs, client, connectionId, projectId],
  );

  useEffect(() => {
    const look = () => {
      const { asked } = outputsAsked.getState();
      if (asked?.connectionId !== connectionId || asked.projectId !== projectId) return;
      outputsAsked.setState({ asked: null });
      runs.show(asked.runId).then(
        () => setDrawerOpen(true),
        (error: unknown) =>
          showToast({
            kind: 'error',
            title: 'The run could not be read',
            description: describeProblem(error),
          }),
      );
    };
    look();
    return outputsAsked.subscribe(look);
  }, [runs, connectionId, projectId]);

  useEffect(() => {
    let asked = session.ui.get().inspectorAsked;
    return session.ui.subscribe(() => {
      const now = session.ui.get().inspectorAsked;
      if (now > asked) showRight('inspector');
      asked = now;
    });
  }, [session, showRight]);

  const toggleLeft = () => setLayout({ leftOpen: !layout.leftOpen });
  const toggleRight = (tab: EditorLayout['rightTab']) => () =>
    layout.rightOpen && layout.rightTab === tab ? setLayout({ rightOpen: false }) : showRight(tab);
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
      id: 'view.outputs',
      title: 'Outputs',
      checked: () => drawerOpen,
      run: () => setDrawerOpen(!drawerOpen),
    },
    { ...commandNamed('project.rename'), run: () => setRenaming(true) },
    { ...commandNamed('project.delete'), run: () => setDeleting(true) },
  ]);

  const keepSizes = () => {
    const sizes: Partial<EditorLayout> = {};
    const left = leftRef.current?.getSize().inPixels;
    const right = rightRef.current?.getSize().inPixels;
    const drawer = drawerRef.current?.getSize().inPixels;
    if (left) sizes.leftSize = Math.round(left);
    if (right) sizes.rightSize = Math.round(right);
    if (drawer) sizes.drawerSize = Math.round(drawer);
    setLayout(sizes);
  };

  const plan = (outputs: readonly OutputToApply[]) =>
    planApply(session.store.getGraph(), outputs, session.catalogue);
  const saveFirst = useCallback(() => session.store.flush(), [session]);

  const applyAsEdit = (operations: PatchOperation[], count: number) => {
    const applied = session.store.applyEdit(`apply ${plural(count, 'output')}`, operations);
    setApplying(false);
    if (applied.ok) showToast({ kind: 'ok', title: `Applied ${plural(count, 'output')} as an edit` });
    else
      showToast({
        kind: 'error',
        title: 'The outputs were not applied',
        description: applied.refusal.reason,
      });
  };

  const appliedByService = (operations: PatchOperation[], count: number) => {
    session.appliedByService(`apply ${plural(count, 'output')}`, operations);
    setApplying(false);
    void client.invalidateQueries({ queryKey: ['projects', connectionId] });
    showToast({ kind: 'ok', title: `Applied ${plural(count, 'output')}` });
  };

  const openOutput = (nodeId: string, pin: string) => {
    const output = shownRun?.nodes[nodeId]?.outputs?.[pin];
    if (output) setOpenKey(`${nodeId}.${pin}`);
  };
  // Outputs of inner nodes can be looked at as well; the gallery has only those of the run.
  const listed = shownRun ? outputsOf(shownRun) : [];
  const inner =
    shownRun && openKey !== null && !listed.some(({ key }) => key === openKey)
      ? Object.values(shownRun.nodes).flatMap((node) =>
          outputsOf({
            ...shownRun,
            outputs: Object.fromEntries(
              Object.entries(node.outputs ?? {}).map(([pin, output]) => [`${node.nodeId}.${pin}`, output]),
            ),
          }).filter(({ key }) => key === openKey),
        )
      : [];

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
        {layout.leftOpen ? null : (
          <nav className={css['rail']} data-side="left" aria-label="Left panel">
            {leftTabs.map(({ id, label, icon }) => (
              <IconButton key={id} label={label} onClick={() => setLayout({ leftOpen: true, leftTab: id })}>
                {icon}
              </IconButton>
            ))}
          </nav>
        )}
        <PanelGroup
          className={css['group']}
          id="editor"
          onLayoutChanged={(_, meta) => meta.isUserInteraction && keepSizes()}
        >
          {layout.leftOpen ? (
            <>
              <ResizablePanel
                id="left"
                panelRef={leftRef}
                defaultSize={layout.leftSize}
                minSize={180}
                maxSize={420}
                groupResizeBehavior="preserve-pixel-size"
              >
                <div className={css['side']}>
                  <Tabs
                    label="Left panel"
                    value={layout.leftTab}
                    onValueChange={(leftTab) => setLayout({ leftTab })}
                    end={
                      <IconButton label="Hide the left panel" onClick={toggleLeft}>
                        <PanelLeftClose />
                      </IconButton>
                    }
                    items={leftTabs.map((tab) => ({
                      ...tab,
                      icon: undefined,
                      keepMounted: true,
                      content:
                        tab.id === 'palette' ? (
                          <PalettePanel session={session} />
                        ) : tab.id === 'outline' ? (
                          <OutlinePanel session={session} onRunTo={actions.runTo} />
                        ) : (
                          <FilesPanel session={session} />
                        ),
                    }))}
                  />
                </div>
              </ResizablePanel>
              <PanelSeparator label="Width of the left panel" />
            </>
          ) : null}
          <ResizablePanel id="centre" minSize="50%">
            <PanelGroup
              id="editor-centre"
              orientation="vertical"
              onLayoutChanged={(_, meta) => meta.isUserInteraction && keepSizes()}
            >
              <ResizablePanel id="canvas" minSize="30%">
                <section className={css['canvas']} aria-label="Canvas">
                  <div className={css['fill']} inert={comparedId !== null}>
                    <EditorCanvas
                      session={session}
                      runTable={runs.table}
                      onRunTo={actions.runTo}
                      onOpenOutput={openOutput}
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
                    panelRef={drawerRef}
                    defaultSize={layout.drawerSize}
                    minSize={160}
                    groupResizeBehavior="preserve-pixel-size"
                  >
                    <OutputsDrawer
                      connectionId={connectionId}
                      runs={runs}
                      onOpen={setOpenKey}
                      onApply={() => setApplying(true)}
                      onClose={() => setDrawerOpen(false)}
                    />
                  </ResizablePanel>
                </>
              ) : null}
            </PanelGroup>
          </ResizablePanel>
          {layout.rightOpen ? (
            <>
              <PanelSeparator label="Width of the right panel" />
              <ResizablePanel
                id="right"
                panelRef={rightRef}
                defaultSize={layout.rightSize}
                minSize={220}
                maxSize={480}
                groupResizeBehavior="preserve-pixel-size"
              >
                <section className={css['side']} aria-label="Details">
                  <Tabs
                    label="Right panel"
                    value={layout.rightTab}
                    onValueChange={(rightTab) => setLayout({ rightTab })}
                    end={
                      <IconButton
                        label="Hide the right panel"
                        onClick={() => setLayout({ rightOpen: false })}
                      >
                        <PanelRightClose />
                      </IconButton>
                    }
                    items={[
                      {
                        id: 'inspector',
                        label: 'Inspector',
                        content: <InspectorPanel session={session} runTable={runs.table} />,
                      },
                      {
                        id: 'runs',
                        label: 'Runs',
                        mark: runsMark,
                        keepMounted: true,
                        content: (
                          <RunPanel
                            connectionId={connectionId}
                            runs={runs}
                            titleOf={titleOf}
                            onJumpToNode={(nodeId) => session.focusNode(nodeId)}
                            onOpenOutputs={() => setDrawerOpen(true)}
                          />
                        ),
                      },
                      { id: 'history', label: 'History', content: <ProjectHistory {...history} /> },
                    ]}
                  />
                </section>
              </ResizablePanel>
            </>
          ) : null}
        </PanelGroup>
        {layout.rightOpen ? null : (
          <nav className={css['rail']} data-side="right" aria-label="Right panel">
            <IconButton label="Inspector" onClick={() => showRight('inspector')}>
              <SlidersHorizontal />
            </IconButton>
            <IconButton label="Runs" onClick={() => showRight('runs')}>
              <ListVideo />
            </IconButton>
            {runsMark}
            <IconButton label="History" onClick={() => showRight('history')}>
              <History />
            </IconButton>
          </nav>
        )}
      </main>
      {openKey !== null ? (
        <Lightbox
          connectionId={connectionId}
          outputs={inner.length > 0 ? inner : listed}
          openKey={openKey}
          onOpenKey={setOpenKey}
          onClose={() => setOpenKey(null)}
        />
      ) : null}
      {applying && shownRun ? (
        <ApplyDialog
          connectionId={connectionId}
          run={shownRun}
          saveFirst={saveFirst}
          plan={plan}
          onApplyAsEdit={applyAsEdit}
          onApplied={appliedByService}
          onRunAgain={() => {
            setApplying(false);
            actions.runAll();
          }}
          onClose={() => setApplying(false)}
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

const leftTabs = [
  { id: 'palette', label: 'Nodes', icon: <Blocks /> },
  { id: 'outline', label: 'Outline', icon: <ListTree /> },
  { id: 'files', label: 'Files', icon: <Folder /> },
] as const;

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
