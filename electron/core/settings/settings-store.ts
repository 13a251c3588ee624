import type { z } from 'zod';
import { Settings, type SettingsChange } from '#shared/desk/index.ts';
import { jsonFile } from '../storage/atomic-file.ts';

/** Preferences of the person, in `settings.json`. */
export interface SettingsStore {
  load(): Promise<void>;
  get(): Settings;
  /** Names left out stay as they are; inside `layout` each panel's entry is replaced by itself. */
  change(change: z.output<typeof SettingsChange>): Promise<Settings>;
}

/** @param onQuarantine called when the file was damaged, and whether an earlier copy could be used. */
export function settingsStore(
  path: string,
  getTime: () => number,
  onQuarantine: (isReadable: boolean) => void,
): SettingsStore {
  let damaged = false;
  const file = jsonFile(path, Settings, {
    now: getTime,
    onQuarantine: () => {
      damaged = true;
    },
  });
  let settings = Settings.parse({});
  return {
    async load() {
      const stored = await file.load();
      if (damaged) onQuarantine(stored !== null);
      settings = stored ?? Settings.parse({});
    },
    get: () => settings,
    async change(change) {
      settings = {
        ...settings,
        ...change,
        layout: { ...settings.layout, ...change.layout },
      };
      await file.save(settings);
      return settings;
    },
  };
}
