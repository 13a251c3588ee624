import { inputKey } from '#shared/graph/keys.ts';
import { goToBookmark, setBookmark } from '../../session/bookmarks.ts';
import type { CommandHandlers } from '#renderer/commands/index.ts';
import type { CommandContext } from '#shared/commands/index.ts';
import type { XY } from '../../geometry.ts';
import { projectUndo, stepLabel, type UndoDirection } from '#renderer/model/project-undo.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { canEditOnPicture } from '../../session/can-edit-on-picture.ts';
import { maskInputOf } from '../../session/mask-inputs.ts';
import { connectablePin } from '../../session/connectable-pin.ts';
import {
  startAdding,
  startAddingBehind,
  startAddingInTheMiddle,
  startInsertOnSelected,
} from '../../session/start-adding.ts';
import { groupCommands, linkedGroups, groupsWithSource } from './group-commands.ts';
import { frameSelection } from '../../session/frame-selection.ts';
import { routeWires } from '../../session/route-wires.ts';
import { startRenaming } from '../../session/start-renaming.ts';
import { walk, type Direction } from '../../session/walk.ts';
import { addFiles } from './drops.ts';
import { union } from '../../geometry.ts';
import type { Gestures } from './gestures.ts';
import { pinCommands } from './pin-commands.ts';

const ZOOM_STEP = 1.25;
/** How far an arrow key moves nodes, and how far with Shift. Canvas units. */
const NUDGE = 8;
const LARGE_NUDGE = 32;

/** Which of nine bookmarks a chord means; null without one. */
const digitOf = (chord: string | undefined): string | null => chord?.at(-1) ?? null;

const directionOf = (chord: string | undefined): Direction =>
  chord?.endsWith('Left')
    ? 'left'
    : chord?.endsWith('Right')
      ? 'right'
      : chord?.endsWith('Up')
        ? 'up'
        : 'down';

const steps: Record<Direction, readonly [number, number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

function nudge(session: EditorSession, direction: Direction, distance: number): void {
  const [x, y] = steps[direction];
  session.arranging.nudge(x * distance, y * distance);
}

/** Asks for files by the browser's own dialog. */
function pickFiles(onPick: (files: File[]) => void): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  picker.multiple = true;
  picker.addEventListener('change', () => onPick([...(picker.files ?? [])]));
  picker.click();
}

/** Asks for a new node: at a point, else behind the selected one or into the selected wire, else at the pointer. */
function quickAdd(session: EditorSession, client: XY | undefined, isByKey: boolean): void {
  if (!client && (startAddingBehind(session) || startInsertOnSelected(session))) return;
  const at = client ?? (isByKey ? session.view.pointer : null);
  if (at) startAdding(session, at);
  else startAddingInTheMiddle(session);
}

/** The selected wires, else those that leave the selected nodes. */
function targetWires({ store }: EditorSession): string[] {
  if (store.selectedWires.size > 0) return [...store.selectedWires];
  const nodes = [...store.selectedNodes];
  return nodes.flatMap((id) =>
    store.wiresOf(id).flatMap(({ from, to }) => (from[0] === id ? [inputKey(to)] : [])),
  );
}

/** The selected wires, else all that begin or end at the selected nodes. */
function wiresOfSelected({ store }: EditorSession): string[] {
  if (store.selectedWires.size > 0) return [...store.selectedWires];
  const nodes = [...store.selectedNodes];
  return [...new Set(nodes.flatMap((id) => store.wiresOf(id).map(({ to }) => inputKey(to))))];
}

/** So many nodes are not looked through at every change. */
const MANY = 200;

/** How many of the wires that are meant go by name, and how many are drawn. */
function wireCounts(session: EditorSession): Pick<CommandContext, 'namedWires' | 'drawnWires'> {
  const { reroutes, store } = session;
  if (store.selectedNodes.size > MANY) return { namedWires: 0, drawnWires: store.selectedNodes.size };
  const wires = targetWires(session);
  const namedWires = wires.filter((key) => reroutes.nameOf(key) !== null).length;
  return { namedWires, drawnWires: wires.length - namedWires };
}

/** What it does with the ways of the selected wires. */
function wireCommands(
  session: EditorSession,
): Pick<CommandHandlers<'canvas'>, 'wire.add-point' | 'wire.straighten' | 'wire.by-name' | 'wire.route'> {
  const { reroutes, store, view } = session;
  return {
    'wire.add-point': ({ client }) => {
      const [key] = store.selectedWires;
      if (key !== undefined) reroutes.add(key, client && view.toGraph(client));
    },
    'wire.straighten': () => reroutes.clear(store.selectedWires),
    'wire.route': () => routeWires(session, wiresOfSelected(session)),
    'wire.by-name': () => reroutes.toggleNames(targetWires(session)),
  };
}

/** By what keys make a node wider. Canvas units. */
const WIDTH_STEP = 64;

/** What it adds around nodes and over them. */
function itemCommands(
  session: EditorSession,
): Pick<
  CommandHandlers<'canvas'>,
  | 'editor.add-frame'
  | 'editor.add-note'
  | 'editor.fit-frame'
  | 'editor.collapse-frame'
  | 'editor.draw-arrow'
  | 'editor.draw-line'
> {
  const { items, ui, view } = session;
  const draw = (shape: 'arrow' | 'line'): void =>
    ui.set({ drawing: ui.get().drawing === shape ? null : shape });
  return {
    'editor.add-frame': () => frameSelection(session),
    'editor.add-note': ({ client }) => items.addNote(client && view.toGraph(client)),
    'editor.fit-frame': () => items.fitFrames(),
    'editor.collapse-frame': () => items.toggleCollapsed(),
    'editor.draw-arrow': () => draw('arrow'),
    'editor.draw-line': () => draw('line'),
  };
}

/** What it does with frames, notes, lines and groups. */
const containerCommands = (session: EditorSession) => ({
  'editor.draw-mask': () => {
    const [id] = session.store.selectedNodes;
    const input = id === undefined ? null : maskInputOf(session, id);
    if (id !== undefined && input !== null) session.ui.set({ maskRequested: [id, input] });
  },
  ...itemCommands(session),
  ...groupCommands(session),
});

/** What it adds, and what it finds. */
function addingCommands(
  session: EditorSession,
): Pick<
  CommandHandlers<'canvas'>,
  | 'editor.quick-add'
  | 'editor.add-files'
  | 'editor.save-snippet'
  | 'editor.snippets'
  | 'editor.find'
  | 'editor.find-replace'
  | 'editor.edit-on-picture'
> {
  const { ui } = session;
  return {
    'editor.edit-on-picture': () => {
      const [id] = session.store.selectedNodes;
      if (id !== undefined && canEditOnPicture(session, id)) ui.set({ handsOn: id });
    },
    'editor.quick-add': ({ chord, client, text }) => {
      quickAdd(session, client, chord !== undefined);
      const { quickAdd: request } = ui.get();
      if (request && text !== undefined) ui.set({ quickAdd: { ...request, query: text } });
    },
    'editor.add-files': () => pickFiles((files) => void addFiles(session, files, null)),
    'editor.save-snippet': () => ui.set({ snippets: { mode: 'save' } }),
    'editor.snippets': () => ui.set({ snippets: { mode: 'list' } }),
    'editor.find': () => ui.set({ issue: true }),
    'editor.find-replace': () => ui.set({ issue: true, findReplaces: true }),
  };
}

/** What the canvas does for its commands. What is about a node is about the selected one. */
export function canvasCommands(
  session: EditorSession,
  gestures: Gestures,
  inspect: () => void,
): CommandHandlers<'canvas'> {
  const { arranging, clipboard, items, store, toggles, view, ui } = session;
  const withSelected = (act: (nodeId: string) => void): void => {
    const [id] = store.selectedNodes;
    if (id !== undefined) act(id);
  };
  return {
    ...pinCommands(session),
    'edit.undo': () => stepOfProject(session, 'undo'),
    'edit.redo': () => stepOfProject(session, 'redo'),
    'editor.cut': () => void clipboard.cut(),
    'editor.copy': () => void clipboard.copy(),
    'editor.paste': ({ client }) => void clipboard.paste(client && view.toGraph(client)),
    'editor.duplicate': () => clipboard.duplicate(),
    'editor.delete': () => session.deleteSelection(),
    'editor.rename': () => {
      const [item] = items.selected();
      const [wire] = store.selectedWires;
      if (item) items.edit(item.key);
      else if (store.selectedNodes.size > 0) withSelected((id) => startRenaming(session, id));
      else if (wire !== undefined) ui.set({ editingWire: wire });
    },
    'editor.set-bookmark': ({ chord }) => setBookmark(session, digitOf(chord)),
    'editor.go-to-bookmark': ({ chord }) => goToBookmark(session, digitOf(chord)),
    'editor.mute': () => toggles.mute(),
    'editor.freeze': () => toggles.freeze(),
    'editor.collapse': () => toggles.collapse(),
    'editor.lock': () => toggles.lock(),
    'editor.wider': () => toggles.widen(WIDTH_STEP),
    'editor.narrower': () => toggles.widen(-WIDTH_STEP),
    'editor.select-all': () => session.selectAll(),
    ...addingCommands(session),
    'editor.look': inspect,
    'editor.connect': () =>
      withSelected((id) => {
        const connectPin = connectablePin(session, id);
        if (connectPin) ui.set({ connectPin });
      }),
    'editor.replace': () => ui.set({ replaceIds: store.selectedNodes }),
    'editor.inspect': () => ui.requestInspector(),
    ...containerCommands(session),
    ...wireCommands(session),
    'editor.tidy': () => arranging.autoLayout(),
    'editor.align-left': () => arranging.align('left'),
    'editor.align-center': () => arranging.align('center'),
    'editor.align-right': () => arranging.align('right'),
    'editor.align-top': () => arranging.align('top'),
    'editor.align-middle': () => arranging.align('middle'),
    'editor.align-bottom': () => arranging.align('bottom'),
    'editor.distribute-x': () => arranging.distribute('x'),
    'editor.distribute-y': () => arranging.distribute('y'),
    'canvas.walk': ({ chord }) => {
      const direction = directionOf(chord);
      if (store.selectedNodes.size > 1 || items.selected().length > 0) nudge(session, direction, NUDGE);
      else walk(session, direction);
    },
    'canvas.nudge': ({ chord }) => nudge(session, directionOf(chord), LARGE_NUDGE),
    'canvas.cancel': () => {
      if (gestures.cancel()) return;
      if (ui.get().drawing === null) items.select([]);
      else ui.set({ drawing: null });
    },
    'view.zoom-in': () => view.zoomBy(ZOOM_STEP),
    'view.zoom-out': () => view.zoomBy(1 / ZOOM_STEP),
    'view.zoom-reset': () => view.zoomBy(1 / view.view.zoom),
    'view.fit': () =>
      view.fitAll(() => [...session.scene.visibleRects(), ...items.all().map(({ rect }) => rect)]),
    'view.fit-selection': () =>
      view.fit(
        union([
          ...[...store.selectedNodes].flatMap((id) => session.scene.visibleRect(id) ?? []),
          ...items.selected().map(({ rect }) => rect),
        ]),
      ),
  };
}

/** What can be taken back: the newest step of the project, wherever it was made; of the graph alone outside of a project's page. */
function undoContext({
  store: { history },
}: EditorSession): Pick<CommandContext, 'canUndo' | 'canRedo' | 'undoLabel' | 'redoLabel'> {
  const { here } = projectUndo;
  const labelOf = (direction: UndoDirection, fallback: string | null) =>
    here ? stepLabel(projectUndo.next(here, 'graph', direction), 'graph') : fallback;
  const undoLabel = labelOf('undo', history.undoLabel);
  const redoLabel = labelOf('redo', history.redoLabel);
  return { canUndo: undoLabel !== null, canRedo: redoLabel !== null, undoLabel, redoLabel };
}

/** Takes back or makes again what comes next in the project; a step of another part is left to its page. */
function stepOfProject(session: EditorSession, direction: UndoDirection): void {
  const { here } = projectUndo;
  const next = here && projectUndo.next(here, 'graph', direction);
  if (here && next && next.part !== 'graph') projectUndo.request(here, next.part, direction);
  else session[direction]();
}

/** What commands have to know of an open document. */
export function canvasContext(session: EditorSession): Partial<CommandContext> {
  const { store } = session;
  const selected = session.items.selected();
  const [only] = store.selectedNodes;
  return {
    nodes: store.getGraph().nodes.length,
    selectedNodes: store.selectedNodes.size,
    selectedWires: store.selectedWires.size,
    reroutedWires: [...store.selectedWires].filter((key) => session.reroutes.of(key).length > 0).length,
    ...wireCounts(session),
    selectedItems: selected.length,
    selectedFrames: selected.filter(({ kind }) => kind === 'frames').length,
    collapsedFrames: selected.filter(({ kind, collapsed }) => kind === 'frames' && collapsed === true).length,
    selectedLines: selected.filter(({ kind }) => kind === 'lines').length,
    selectedGroups: selected.filter(({ kind }) => kind === 'instances').length,
    linkedGroups: linkedGroups(session).length,
    groupsWithSource: groupsWithSource(session).length,
    openGroups: session.groups.groupPath.length,
    canConnect:
      store.selectedNodes.size === 1 && only !== undefined && connectablePin(session, only) !== null,
    canEditOnPicture: store.selectedNodes.size === 1 && only !== undefined && canEditOnPicture(session, only),
    canDrawMask: store.selectedNodes.size === 1 && only !== undefined && maskInputOf(session, only) !== null,
    ...undoContext(session),
  };
}
