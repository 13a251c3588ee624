/** Files that carry the settings that made them: read where they are dropped, and opened as a graph again. */
export { readSettingsOf } from './read-settings.ts';
export { SavedSettingsDialog } from './saved-settings-dialog.tsx';
export { SettingsDrop } from './settings-drop.tsx';
export { settingsPrompt as offeredSettings, promptSettings as offerSettings } from './settings-store.ts';
