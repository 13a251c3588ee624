import { useEffect } from 'react';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { mayCarrySettings, readSettingsOf } from './read-settings.ts';
import { promptSettings } from './settings-store.ts';

const t = words.savedSettings.settingsDrop;

/** Takes a picture with its settings dropped where no canvas took it: on the projects page, or any other. */
export function SettingsDrop(): null {
  useEffect(() => {
    const onDrop = (event: DragEvent) => {
      const files = event.dataTransfer?.files;
      const file = files?.[0];
      if (event.defaultPrevented || !file || files.length !== 1 || !mayCarrySettings(file.name)) return;
      event.preventDefault();
      void open(file);
    };
    // Before the window's own listener, which says that files have no place here.
    document.addEventListener('drop', onDrop);
    return () => document.removeEventListener('drop', onDrop);
  }, []);
  return null;
}

async function open(file: File): Promise<void> {
  const found = await readSettingsOf(file);
  if (found.found === 'settings') {
    promptSettings({ fileName: file.name, settings: found.settings, onCanvas: null });
    return;
  }
  showToast(
    found.found === 'problem'
      ? { kind: 'error', title: t.settingsCannot, description: found.problem }
      : {
          title: t.fileCarriesNoSettings,
          description: t.workDropCanvasProject,
        },
  );
}
