import { Blocks, Folder, ListTree, PanelLeftClose, PanelRightClose, ToggleLeft } from 'lucide-react';
import { useCallback, useEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { CommandButton } from '#renderer/commands/index.ts';
import {
  FilesPanel,
  OutlinePanel,
  PalettePanel,
  SwitchesPanel,
  type EditorSession,
} from '#renderer/editor/index.ts';
import { IconButton, pane, PanelSeparator, ResizablePanel, Tabs, usePanelRef } from '#renderer/ui/index.ts';
import type { CommandId } from '#shared/commands/index.ts';
import { words } from '#renderer/words/index.ts';
import { useFittedLayout, useNarrowWindow } from '../parts/narrow-window.ts';
import type { useEditorLayout, EditorLayout } from '../parts/use-layout.ts';
import workbench from '../parts/workbench.module.css';
import css from './editor-panels.module.css';

const t = words.appEditor.editorPanels;

type PanelRef = ReturnType<typeof usePanelRef>;

/** How the panels around the canvas stand, and what changes that. */
export interface EditorPanels {
  layout: EditorLayout;
  /** Whether the side panels lie over the canvas, for want of room beside it. */
  isOver: boolean;
  setLayout: (change: Partial<EditorLayout>) => void;
  showRight: (tab: EditorLayout['rightTab']) => void;
  toggleLeft: () => void;
  toggleLeftTab: (tab: EditorLayout['leftTab']) => () => void;
  toggleRight: (tab: EditorLayout['rightTab']) => () => void;
  /** Remembers the sizes a person has given them. */
  keepSizes: () => void;
  leftRef: PanelRef;
  rightRef: PanelRef;
  drawerRef: PanelRef;
}

/** The editor's layout; where a person hides the panel that has the focus, the canvas takes it. */
function useLayoutWithFocus(isNarrow: boolean): ReturnType<typeof useEditorLayout> {
  const [layout, setLayout] = useFittedLayout(isNarrow);
  const { leftOpen, rightOpen } = layout;
  const hiding = useRef<'left' | 'right' | null>(null);
  const change = useCallback(
    (patch: Partial<EditorLayout>) => {
      if (patch.leftOpen === false) hiding.current = 'left';
      else if (patch.rightOpen === false) hiding.current = 'right';
      setLayout(patch);
    },
    [setLayout],
  );
  useEffect(() => {
    if (hiding.current === null || (hiding.current === 'left' ? leftOpen : rightOpen)) return;
    hiding.current = null;
    if (document.activeElement && document.activeElement !== document.body) return;
    focusCanvas();
  }, [leftOpen, rightOpen]);
  return [layout, change];
}

export function useEditorPanels(): EditorPanels {
  const isNarrow = useNarrowWindow();
  const [layout, setLayout] = useLayoutWithFocus(isNarrow);
  const leftRef = usePanelRef();
  const rightRef = usePanelRef();
  const drawerRef = usePanelRef();
  const showRight = useCallback(
    (rightTab: EditorLayout['rightTab']) => setLayout({ rightTab, rightOpen: true }),
    [setLayout],
  );
  return {
    layout,
    isOver: isNarrow,
    setLayout,
    showRight,
    toggleLeft: () => setLayout({ leftOpen: !layout.leftOpen }),
    toggleLeftTab: (leftTab) => () =>
      setLayout(
        layout.leftOpen && layout.leftTab === leftTab ? { leftOpen: false } : { leftOpen: true, leftTab },
      ),
    toggleRight: (tab) => () =>
      layout.rightOpen && layout.rightTab === tab ? setLayout({ rightOpen: false }) : showRight(tab),
    keepSizes() {
      const sizes: Partial<EditorLayout> = {};
      const left = leftRef.current?.getSize().inPixels;
      const right = rightRef.current?.getSize().inPixels;
      const drawer = drawerRef.current?.getSize().inPixels;
      if (left) sizes.leftSize = Math.round(left);
      if (right) sizes.rightSize = Math.round(right);
      if (drawer) sizes.drawerSize = Math.round(drawer);
      setLayout(sizes);
    },
    leftRef,
    rightRef,
    drawerRef,
  };
}

const leftTabs = [
  { id: 'palette', label: t.nodes, icon: <Blocks /> },
  { id: 'outline', label: t.outline, icon: <ListTree /> },
  { id: 'files', label: t.files, icon: <Folder /> },
  { id: 'switches', label: t.switches, icon: <ToggleLeft /> },
] as const;

/** What stands in the place of the closed left panel. */
export function LeftRail({
  panels: { layout, isOver, setLayout },
}: {
  panels: EditorPanels;
}): ReactElement | null {
  if (layout.leftOpen && !isOver) return null;
  return (
    // It stays under a panel that lies over the canvas, so that the canvas keeps its width.
    <nav
      {...pane}
      className={css['rail']}
      data-side="left"
      data-tour={layout.leftOpen ? undefined : 'left-panel'}
      aria-label={t.leftPanel}
      inert={layout.leftOpen}
    >
      {leftTabs.map(({ id, label, icon }) => (
        <IconButton key={id} label={label} onClick={() => setLayout({ leftOpen: true, leftTab: id })}>
          {icon}
        </IconButton>
      ))}
    </nav>
  );
}

/** Nodes to add, the outline, and files; for a group of panels. */
export function LeftPanel({
  panels,
  session,
  isFilled,
}: {
  panels: EditorPanels;
  session: EditorSession;
  /** Whether its contents are rendered, or its place alone. */
  isFilled: boolean;
}): ReactElement | null {
  const { layout, setLayout } = panels;
  if (!layout.leftOpen) return null;
  const contents: Record<EditorLayout['leftTab'], ReactElement> = {
    palette: <PalettePanel session={session} />,
    outline: <OutlinePanel session={session} isVisible={layout.leftTab === 'outline'} />,
    files: <FilesPanel session={session} />,
    switches: <SwitchesPanel session={session} isVisible={layout.leftTab === 'switches'} />,
  };
  const tabs = (
    <div className={css['side']} data-tour="left-panel" {...pane}>
      <Tabs
        label={t.leftPanel}
        folds
        value={layout.leftTab}
        onValueChange={(leftTab) => setLayout({ leftTab })}
        end={
          <IconButton label={t.hideLeftPanel} onClick={panels.toggleLeft}>
            <PanelLeftClose />
          </IconButton>
        }
        items={leftTabs.map((tab) => ({
          ...tab,
          keepMounted: true,
          content: isFilled ? contents[tab.id] : null,
        }))}
      />
    </div>
  );
  if (panels.isOver) {
    return (
      <PanelOver side="left" width={layout.leftSize} onClose={panels.toggleLeft}>
        {tabs}
      </PanelOver>
    );
  }
  return (
    <>
      <ResizablePanel
        id="left"
        panelRef={panels.leftRef}
        defaultSize={layout.leftSize}
        minSize={180}
        maxSize={420}
        groupResizeBehavior="preserve-pixel-size"
      >
        <SidePanel>{tabs}</SidePanel>
      </ResizablePanel>
      <PanelSeparator label={t.widthLeftPanel} />
    </>
  );
}

/** Details of nodes, runs and versions; for a group of panels. */
export function RightPanel({
  panels,
  isFilled,
  runsMark,
  contents,
}: {
  panels: EditorPanels;
  /** Whether its contents are rendered, or its place alone. */
  isFilled: boolean;
  runsMark: ReactNode;
  contents: Record<EditorLayout['rightTab'], ReactElement>;
}): ReactElement | null {
  const { layout, setLayout } = panels;
  if (!layout.rightOpen) return null;
  const close = () => setLayout({ rightOpen: false });
  const tabs = (
    <section className={css['side']} aria-label={t.details} data-tour="right-panel" {...pane}>
      <Tabs
        label={t.rightPanel}
        value={layout.rightTab}
        onValueChange={(rightTab) => setLayout({ rightTab })}
        end={
          <IconButton label={t.hideRightPanel} onClick={close}>
            <PanelRightClose />
          </IconButton>
        }
        items={[
          { id: 'inspector', label: titleOf('view.inspector'), content: isFilled && contents.inspector },
          {
            id: 'runs',
            label: titleOf('view.runs'),
            mark: runsMark,
            keepMounted: true,
            content: isFilled && contents.runs,
          },
          { id: 'history', label: titleOf('view.history'), content: isFilled && contents.history },
          { id: 'chat', label: titleOf('view.chat'), content: isFilled && contents.chat },
        ]}
      />
    </section>
  );
  if (panels.isOver) {
    return (
      <PanelOver side="right" width={layout.rightSize} onClose={close}>
        {tabs}
      </PanelOver>
    );
  }
  return (
    <>
      <PanelSeparator label={t.widthRightPanel} />
      <ResizablePanel
        id="right"
        panelRef={panels.rightRef}
        defaultSize={layout.rightSize}
        minSize={220}
        maxSize={480}
        groupResizeBehavior="preserve-pixel-size"
      >
        <SidePanel>{tabs}</SidePanel>
      </ResizablePanel>
    </>
  );
}

/** Does something for Escape inside of a panel, unless something in it took the key. */
function useEscape(panel: RefObject<HTMLElement | null>, onEscape: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && panel.current?.contains(event.target);
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented || !isInside) return;
      event.preventDefault();
      onEscape();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [panel, onEscape]);
}

const focusCanvas = (): void =>
  document.querySelector<HTMLElement>('[data-editor-stage]')?.focus({ preventScroll: true });

/** A side panel beside the canvas; Escape inside of it leads back to the canvas. */
function SidePanel({ children }: { children: ReactNode }): ReactElement {
  const ref = useRef<HTMLDivElement>(null);
  useEscape(ref, focusCanvas);
  return (
    <div ref={ref} className={workbench['fill']}>
      {children}
    </div>
  );
}

/** A side panel over the canvas; Escape inside of it closes it, unless something in it took the key. */
function PanelOver(over: {
  side: 'left' | 'right';
  width: number;
  onClose: () => void;
  children: ReactNode;
}): ReactElement {
  const ref = useRef<HTMLDivElement>(null);
  useEscape(ref, over.onClose);
  return (
    <div ref={ref} className={css['over']} data-side={over.side} style={{ width: over.width }}>
      {over.children}
    </div>
  );
}

/** The side whose panel lies over the canvas, if one does. */
export function sideOver({
  isOver,
  layout,
}: {
  isOver: boolean;
  layout: Pick<EditorLayout, 'leftOpen' | 'rightOpen'>;
}): 'left' | 'right' | undefined {
  if (!isOver) return undefined;
  if (layout.rightOpen) return 'right';
  return layout.leftOpen ? 'left' : undefined;
}

/** Of the rails beside the canvas, which panels lie over. Pixels, as in the styles. */
const RAIL_WIDTH = 40;

/** What keeps to the part of the canvas's column that no side panel lies over. */
export function OverlayPanel({
  panels: { layout, isOver },
  children,
}: {
  panels: Pick<EditorPanels, 'layout' | 'isOver'>;
  children: ReactNode;
}): ReactElement {
  const over = (isOpen: boolean, width: number) => (isOver && isOpen ? Math.max(0, width - RAIL_WIDTH) : 0);
  return (
    <div
      className={css['beside']}
      style={{
        paddingLeft: over(layout.leftOpen, layout.leftSize),
        paddingRight: over(layout.rightOpen, layout.rightSize),
      }}
    >
      {children}
    </div>
  );
}

const titleOf = (id: CommandId): string => words.commandWords.commands[id].title;

/** What stands in the place of the closed right panel. */
export function RightRail({
  panels: { layout, isOver },
  runsMark,
}: {
  panels: EditorPanels;
  runsMark: ReactNode;
}): ReactElement | null {
  if (layout.rightOpen && !isOver) return null;
  return (
    <nav
      {...pane}
      className={css['rail']}
      data-side="right"
      data-tour={layout.rightOpen ? undefined : 'right-panel'}
      aria-label={t.rightPanel}
      inert={layout.rightOpen}
    >
      <CommandButton id="view.inspector" />
      <CommandButton id="view.runs" />
      {runsMark}
      <CommandButton id="view.history" />
      <CommandButton id="view.chat" />
    </nav>
  );
}
