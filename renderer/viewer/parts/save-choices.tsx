import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { describeProblem, useChangeSettings, useSettings } from '#renderer/desk/index.ts';
import { IconButton, Menu, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.viewer.saveChoices;

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
        <IconButton label={t.saved} variant="secondary">
          <ChevronDown />
        </IconButton>
      }
      entries={[
        {
          id: 'settings',
          label: t.includeSettingsSavedFiles,
          detail: t.graphCanNoKeys,
          checked: settingsInFiles,
          onSelect: () =>
            change.mutate(
              { settingsInFiles: !settingsInFiles },
              {
                onError: (error) =>
                  showToast({
                    kind: 'error',
                    title: t.choiceNotSaved,
                    description: describeProblem(error),
                  }),
              },
            ),
        },
      ]}
    />
  );
}
