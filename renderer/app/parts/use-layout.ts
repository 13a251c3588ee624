import { useCallback } from 'react';
import { useChangeSettings, useSettings } from '#renderer/desk/index.ts';

/** How the editor's panels stand; stored in the settings' `layout.editor`. */
export interface EditorLayout {
  leftOpen: boolean;
  leftTab: 'palette' | 'outline' | 'files' | 'switches';
  rightOpen: boolean;
  rightTab: 'inspector' | 'runs' | 'history' | 'chat';
  /** Whether the overview in the corner of the canvas is shown. */
  minimap: boolean;
  /** Pixels. */
  leftSize: number;
  rightSize: number;
  drawerSize: number;
}

const standard: EditorLayout = {
  leftOpen: true,
  leftTab: 'palette',
  rightOpen: true,
  rightTab: 'inspector',
  minimap: true,
  leftSize: 276,
  rightSize: 280,
  drawerSize: 260,
};

/** Takes from what was stored only what still makes sense. */
function readLayout(stored: unknown): EditorLayout {
  if (stored === null || typeof stored !== 'object') return standard;
  const layout: EditorLayout = { ...standard };
  const from = stored as Partial<Record<keyof EditorLayout, unknown>>;
  for (const name of ['leftOpen', 'rightOpen', 'minimap'] as const) {
    const value = from[name];
    if (typeof value === 'boolean') layout[name] = value;
  }
  for (const name of ['leftSize', 'rightSize', 'drawerSize'] as const) {
    const value = from[name];
    if (typeof value === 'number' && value >= 160 && value <= 1200) layout[name] = value;
  }
  if (from.leftTab === 'outline' || from.leftTab === 'files' || from.leftTab === 'switches')
    layout.leftTab = from.leftTab;
  if (from.rightTab === 'runs' || from.rightTab === 'history' || from.rightTab === 'chat')
    layout.rightTab = from.rightTab;
  return layout;
}

/** The editor's layout, and a way to change it that is remembered. */
export function useEditorLayout(): [EditorLayout, (change: Partial<EditorLayout>) => void] {
  const settings = useSettings();
  const { mutate } = useChangeSettings();
  const all = settings.data?.layout;
  const layout = readLayout(all?.['editor']);
  const change = useCallback(
    (patch: Partial<EditorLayout>) => {
      mutate({ layout: { ...all, editor: { ...readLayout(all?.['editor']), ...patch } } });
    },
    [mutate, all],
  );
  return [layout, change];
}
