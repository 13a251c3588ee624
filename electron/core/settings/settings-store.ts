import type { z } from 'zod';
import { Settings, type SettingsChange } from '#shared/desk/index.ts';
import type { CoreLog } from '../options.ts';
import { jsonFile } from '../storage/atomic-file.ts';

/** Preferences of the person, in `settings.json`. */
export interface SettingsStore {
  load(): Promise<void>;
  get(): Settings;
  /** Names left out stay as they are; inside `layout` each panel's entry is replaced by itself. */
  change(change: z.output<typeof SettingsChange>): Promise<Settings>;
}

export function settingsStore(path: string, now: () => number, log: CoreLog): SettingsStore {
  const file = jsonFile(path, Settings, {
    now,
    onSetAside: () => log.warn({ file: 'settings.json' }, 'a damaged file was set aside'),
  });
  let settings = Settings.parse({});
  return {
    async load() {
      settings = (await file.load()) ?? Settings.parse({});
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
