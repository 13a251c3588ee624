import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { describeProblem, useChangeSettings, useSettings } from '#renderer/desk/index.ts';
import { IconButton, Menu, showToast } from '#renderer/ui/index.ts';

/** How outputs are saved, chosen where they are: whether the settings that made them go along. It holds from then on. */
export function SaveChoices(): ReactElement | null {
  const settings = useSettings();
  const change = useChangeSettings();
  if (!settings.data) return null;
  const { settingsInFiles } = settings.data;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="How it is saved" variant="secondary">
          <ChevronDown />
        </IconButton>
      }
      entries={[
        {
          id: 'settings',
          label: 'Include the settings in saved files',
          detail:
            'The graph that made it, so that it can be opened again. No keys, no places on this computer.',
          checked: settingsInFiles,
          onSelect: () =>
            change.mutate(
              { settingsInFiles: !settingsInFiles },
              {
                onError: (error) =>
                  showToast({
                    kind: 'error',
                    title: 'The choice was not saved',
                    description: describeProblem(error),
                  }),
              },
            ),
        },
      ]}
    />
  );
}
