import { createStore } from 'zustand/vanilla';
import type { SavedSettings } from '#shared/saved-settings/index.ts';

/** A file that carries the settings that made it, and what can be done with it where it was dropped. */
export interface SettingsPrompt {
  fileName: string;
  settings: SavedSettings;
  /** Null where no canvas is open. */
  onCanvas: {
    addAsFile: () => void;
    /** Puts the graph beside the nodes that are there, as one step to undo. */
    insert: () => void;
  } | null;
}

export const settingsPrompt = createStore<{ suggested: SettingsPrompt | null }>(() => ({ suggested: null }));

/** Asks the person what to do with such a file. */
export const promptSettings = (prompt: SettingsPrompt): void =>
  settingsPrompt.setState({ suggested: prompt });
