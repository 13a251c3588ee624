import { commandNamed, type Command } from '#renderer/commands/registry.ts';
import type { CommandId } from '#shared/desk/commands.ts';
import type { Alignment } from '../model/arrange.ts';
import { addFiles } from '../canvas/drops.ts';
import type { EditorSession } from './editor-session.ts';
import { startRenaming } from './start-renaming.ts';

/** Asks for files by the browser's own dialog. */
function pickFiles(take: (files: File[]) => void): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  picker.multiple = true;
  picker.addEventListener('change', () => take([...(picker.files ?? [])]));
  picker.click();
}

const ALIGNMENTS: readonly [Alignment, CommandId][] = [
  ['left', 'editor.align-left'],
  ['centre', 'editor.align-center'],
  ['right', 'editor.align-right'],
  ['top', 'editor.align-top'],
  ['middle', 'editor.align-middle'],
  ['bottom', 'editor.align-bottom'],
];

/** Everything the editor can be asked for, for menu, palette and keys alike. */
export function editorCommands(session: EditorSession): Command[] {
  const { store, view, ui } = session;
  const some = (): boolean => store.selectedNodes.size > 0;
  const several = (): boolean => store.selectedNodes.size > 1;
  const only = (): string | undefined =>
    store.selectedNodes.size === 1 ? [...store.selectedNodes][0] : undefined;
  const quickAdd = (): void => {
    const at = view.centre;
    ui.set({ quickAdd: { client: view.toClient(at), at, wireTo: null } });
  };
  return [
    { ...commandNamed('edit.undo'), when: () => store.history.canUndo, run: () => session.undo() },
    { ...commandNamed('edit.redo'), when: () => store.history.canRedo, run: () => session.redo() },
    { ...commandNamed('editor.duplicate'), when: some, run: () => session.clipboard.duplicate() },
    {
      ...commandNamed('editor.delete'),
      when: () => some() || store.selectedWires.size > 0,
      run: () => session.deleteSelection(),
    },
    {
      ...commandNamed('editor.rename'),
      when: () => only() !== undefined,
      run: () => {
        const id = only();
        if (id !== undefined) startRenaming(session, id);
      },
    },
    { ...commandNamed('editor.select-all'), run: () => session.selectAll() },
    // The canvas itself tells a tap of the space bar from holding it to pan.
    { ...commandNamed('editor.quick-add'), run: quickAdd, shortcut: undefined },
    { ...commandNamed('editor.find'), run: () => ui.set({ finding: true }) },
    { ...commandNamed('editor.tidy'), run: () => session.arranging.autoLayout() },
    {
      ...commandNamed('editor.add-files'),
      run: () => pickFiles((files) => void addFiles(session, files, view.centre)),
    },
    { ...commandNamed('view.zoom-in'), run: () => view.zoomBy(1.25) },
    { ...commandNamed('view.zoom-out'), run: () => view.zoomBy(1 / 1.25) },
    { ...commandNamed('view.zoom-reset'), run: () => view.zoomBy(1 / view.view.zoom) },
    { ...commandNamed('view.fit'), run: () => view.fitAll(() => session.scene.boxes()) },
    {
      ...commandNamed('view.fit-selection'),
      when: some,
      run: () => view.fit(session.scene.bounds(store.selectedNodes)),
    },
    // Their keys reach the canvas as events of the clipboard.
    {
      ...commandNamed('editor.copy'),
      shortcut: undefined,
      when: some,
      run: () => void session.clipboard.copy(),
    },
    {
      ...commandNamed('editor.cut'),
      shortcut: undefined,
      when: some,
      run: () => void session.clipboard.cut(),
    },
    { ...commandNamed('editor.paste'), shortcut: undefined, run: () => void session.clipboard.paste() },
    ...ALIGNMENTS.map(([how, id]): Command => ({
      ...commandNamed(id),
      when: several,
      run: () => session.arranging.align(how),
    })),
    {
      ...commandNamed('editor.distribute-x'),
      when: () => store.selectedNodes.size > 2,
      run: () => session.arranging.distribute('x'),
    },
    {
      ...commandNamed('editor.distribute-y'),
      when: () => store.selectedNodes.size > 2,
      run: () => session.arranging.distribute('y'),
    },
    {
      ...commandNamed('editor.connect'),
      when: () => only() !== undefined,
      run: () => {
        const id = only();
        const output = id === undefined ? undefined : session.scene.box(id)?.layout.outputs[0];
        if (id !== undefined && output)
          ui.set({ connecting: { side: 'output', pin: [id, output.pin.name] } });
      },
    },
  ];
}
