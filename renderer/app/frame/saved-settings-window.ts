/** What `lazy-pages.ts` loads when a file brings the settings that made it. */
export { SavedSettingsDialog } from '#renderer/saved-settings/index.ts';
