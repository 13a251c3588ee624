import { join } from 'node:path';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { settingsStore } from './settings-store.ts';

export async function openSettings({ folder, clock, notices, events }: CoreContext) {
  const settings = settingsStore(
    join(folder, 'settings.json'),
    () => clock.now(),
    (isReadable) => notices.add(isReadable ? 'settings' : 'settings-lost', 'settings.json'),
  );
  await settings.load();
  return {
    settings,
    snapshot: () => [{ type: 'settings', settings: settings.get() }],
    routes: {
      getSettings: () => settings.get(),
      async changeSettings({ body }) {
        const changed = await settings.change(body);
        events.emit({ type: 'settings', settings: changed });
        return changed;
      },
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
