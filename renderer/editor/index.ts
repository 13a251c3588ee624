/** The editor of one project: what the page composes. */
export { EditorCanvas } from './canvas/view/editor-canvas.tsx';
export { HeatLayer } from './canvas/overlays/heat-layer.tsx';
export { HeatLegend } from './canvas/overlays/heat-legend.tsx';
export { ProposalLayer } from './canvas/overlays/proposal-layer.tsx';
export { FilesPanel } from './panels/files-panel.tsx';
export { InspectorPanel } from './panels/inspector-panel.tsx';
export { OutlinePanel } from './panels/outline-panel.tsx';
export { PalettePanel } from './panels/palette-panel.tsx';
export { SwitchesPanel } from './panels/switches-panel.tsx';
export { SaveState } from './panels/save-state.tsx';
export { targetGroups, groupTargets } from './session/group-runs.ts';
export { recreateProject } from './session/recreate-project.ts';
export { useSaveProblem as useSaveTrouble, useUi } from './session/editor-context.ts';
export { type EditorSession } from './session/editor-session.ts';
export { useEditorSession } from './session/use-editor-session.ts';
export { itemInView, itemsIn } from './session/node-lists.ts';
