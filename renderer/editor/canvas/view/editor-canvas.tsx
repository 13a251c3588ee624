import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useMemo, useRef, type HTMLAttributes, type ReactElement, type ReactNode } from 'react';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { ContextMenu, paneStart } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { EditorContext, useUi, type EditorEnvironment } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { EmptyCanvas, Notice, PickHint, ZoomControls } from '../overlays/canvas-controls.tsx';
import { useCanvasMenu } from '../input/use-canvas-menu.ts';
import { CanvasItemEditor, CanvasItemsLayer, FrameNames } from '../overlays/canvas-items.tsx';
import { FrameTiles } from '../overlays/frame-tiles.tsx';
import { GroupCompare } from '../overlays/group-compare.tsx';
import { GroupLibraryDialog } from '../overlays/group-library-dialog.tsx';
import { GroupUpdate } from '../overlays/group-update.tsx';
import { GroupTools } from '../overlays/group-tools.tsx';
import { GroupPathBar } from '../overlays/group-path-bar.tsx';
import { CanvasLines } from '../overlays/canvas-lines.tsx';
import { PassPicker } from '../overlays/choose-pass.tsx';
import { ConnectPicker } from '../overlays/connect-picker.tsx';
import { ConvertPickerView } from '../overlays/convert-picker.tsx';
import { FindNode } from '../overlays/find-node.tsx';
import { FlowSurface } from './flow-surface.tsx';
import { GestureOverlayView } from '../overlays/gesture-overlay.tsx';
import { Gestures } from '../input/gestures.ts';
import { PointerTracker } from '../input/pointer-tracker.ts';
import { Minimap } from '../overlays/minimap.tsx';
import { HoverName } from '../overlays/hover-name.tsx';
import { NameWire } from '../overlays/name-wire.tsx';
import { ReplacePicker } from '../overlays/replace-picker.tsx';
import { SnippetsDialog } from '../overlays/snippets-dialog.tsx';
import { QuickAddView } from '../overlays/quick-add.tsx';
import { useCanvasFocus } from '../input/use-canvas-focus.ts';
import { useCanvasCommands } from '../input/use-canvas-commands.ts';
import { useCanvasLayers } from './use-canvas-layers.ts';
import { useGesturePointers } from '../input/use-gesture-pointers.ts';
import { useStageDrop } from '../input/use-stage-drop.ts';
import { previewSelected } from '../../node/open-preview.ts';
import { useStageKeys } from '../input/use-stage-keys.ts';
import { useStagePointer } from '../input/use-stage-pointer.ts';
import { NodeWindow } from './window-nodes.ts';
import css from './editor-canvas.module.css';

const t = words.editorCanvas.editorCanvas;

export interface EditorCanvasProps {
  session: EditorSession;
  runTable: NodeRunTable;
  onRunTo: (nodeIds: string[]) => void;
  onOpenOutput: (nodeId: string, pin: string) => void;
  onOpenFile: (fileId: string) => void;
  /** Shows the items of a node in a table. */
  onOpenItems: (nodeId: string) => void;
  /** Shown by default. */
  minimap?: boolean;
  /** What lies over the graph, and moves with it. */
  children?: ReactNode;
}

/** The canvas of one document. */
export function EditorCanvas(props: EditorCanvasProps): ReactElement {
  return (
    <ReactFlowProvider>
      <Stage {...props} />
    </ReactFlowProvider>
  );
}

function Stage({
  session,
  runTable,
  onRunTo,
  onOpenOutput,
  onOpenFile,
  onOpenItems,
  minimap = true,
  children,
}: EditorCanvasProps): ReactElement {
  const [stage, background] = [useRef<HTMLDivElement>(null), useRef<HTMLCanvasElement>(null)];
  const draggedWires = useRef<SVGGElement>(null);
  const runningWires = useRef<SVGGElement>(null);
  const nodeWindow = useMemo(() => new NodeWindow(session.scene, session.view), [session]);
  const gestures = useMemo(() => new Gestures(session), [session]);
  const pointers = useMemo(() => new PointerTracker(), []);
  const hoveredWire = useUi(session, (ui) => ui.hoveredWire);
  const surroundings = useMemo<EditorEnvironment>(
    () => ({ session, runTable, onRunTo, onOpenOutput, onOpenFile, onOpenItems }),
    [session, runTable, onRunTo, onOpenOutput, onOpenFile, onOpenItems],
  );
  const preview = useCallback(() => previewSelected(surroundings), [surroundings]);
  useCanvasCommands(session, gestures, preview);
  useCanvasLayers({ session, runTable, nodeWindow, stage, background, draggedWires, runningWires });
  useCanvasFocus(session, stage);
  useGesturePointers(gestures, pointers, stage);
  const { isSpaceDown, takeForPan, props: keyProps } = useStageKeys(stage, preview);
  const drop = useStageDrop(session, gestures);
  const menu = useCanvasMenu(session, gestures, pointers);
  const pointer = useStagePointer({ session, gestures, pointers, stage, claimForPan: takeForPan });

  const stageProps: HTMLAttributes<HTMLDivElement> & Record<`data-${string}`, unknown> = {
    'data-editor-stage': true,
    ...paneStart,
    'data-panning': isSpaceDown || undefined,
    'data-hovering': hoveredWire !== null || undefined,
    tabIndex: 0,
    role: 'application',
    'aria-roledescription': t.nodeCanvas,
    'aria-label': words.canvas.label(session.name),
    ...pointer,
    ...keyProps,
    ...drop.props,
    ...menu.props,
  };

  return (
    <EditorContext value={surroundings}>
      <ContextMenu entries={menu.entries} onOpenChange={menu.onOpenChange}>
        <div ref={stage} className={css['stage']} {...stageProps}>
          <CanvasItemsLayer session={session} />
          <canvas ref={background} className={css['beneath']} aria-hidden />
          <svg className={css['heldWires']} aria-hidden>
            <g ref={draggedWires} fill="none" strokeLinecap="round" />
          </svg>
          <svg className={css['runningWires']} aria-hidden>
            <g ref={runningWires} data-running-wires />
          </svg>
          <FrameTiles session={session} />
          <div className={css['flow']}>
            <FlowSurface session={session} nodeWindow={nodeWindow} stage={stage} isSpaceDown={isSpaceDown} />
          </div>
          {children}
          <AboveNodes session={session} />
          <CanvasLines session={session} />
          <HoverName session={session} />
          <GestureOverlayView session={session} gestures={gestures} />
          <CanvasItemEditor session={session} />
          <EmptyCanvas session={session} />
          {drop.isDropping ? <div className={css['dropHint']} /> : null}
          <Pickers session={session} />
          <ZoomControls session={session} />
          {minimap ? <Minimap session={session} /> : null}
          <Notice session={session} />
        </div>
      </ContextMenu>
      <Dialogs session={session} />
    </EditorContext>
  );
}

/** What belongs to frames and groups and stands over all nodes. */
const AboveNodes = ({ session }: { session: EditorSession }): ReactElement => (
  <>
    <GroupTools session={session} />
    <FrameNames session={session} />
  </>
);

/** What is asked for on the canvas, and where it is in groups. */
const Pickers = ({ session }: { session: EditorSession }): ReactElement => (
  <>
    <QuickAddView session={session} />
    <ConvertPickerView session={session} />
    <FindNode session={session} />
    <PickHint session={session} />
    <GroupPathBar session={session} />
  </>
);

/** What is asked about the document, before the whole page. */
const Dialogs = ({ session }: { session: EditorSession }): ReactElement => (
  <>
    <ConnectPicker session={session} />
    <ReplacePicker session={session} />
    <SnippetsDialog session={session} />
    <PassPicker session={session} />
    <NameWire session={session} />
    <GroupCompare session={session} />
    <GroupUpdate session={session} />
    <GroupLibraryDialog session={session} />
  </>
);
