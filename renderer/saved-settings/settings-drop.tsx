import { useEffect } from 'react';
import { showToast } from '#renderer/ui/index.ts';
import { mayCarrySettings, readSettingsOf } from './read-settings.ts';
import { promptSettings } from './settings-store.ts';

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
  const reading = await readSettingsOf(file);
  if (reading.found === 'settings') {
    promptSettings({ fileName: file.name, settings: reading.settings, onCanvas: null });
    return;
  }
  showToast(
    reading.found === 'problem'
      ? { kind: 'error', title: 'Its settings cannot be opened', description: reading.problem }
      : {
          title: 'This file carries no settings',
          description: 'To work with it, drop it on the canvas of a project, on a shot or on a timeline.',
        },
  );
}
