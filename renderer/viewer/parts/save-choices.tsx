import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Settings } from '#shared/desk/index.ts';
import { describeProblem, useChangeSettings, useSettings } from '#renderer/desk/index.ts';
import { IconButton, Menu, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { describeProvenance, useProvenance, type OutputOfRun } from '../model/model-share.ts';

const t = words.viewer.saveChoices;

/** How outputs are saved, chosen where they are: what goes along in the files. It holds from then on. */
export function SaveChoices({ output = null }: { output?: OutputOfRun | null }): ReactElement | null {
  const settings = useSettings();
  const change = useChangeSettings();
  const provenance = useProvenance(output);
  if (!settings.data) return null;
  const { settingsInFiles, markInFiles } = settings.data;
  const set = (changed: Partial<Settings>): void =>
    change.mutate(changed, {
      onError: (error) =>
        showToast({ kind: 'error', title: t.choiceNotSaved, description: describeProblem(error) }),
    });
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
          id: 'mark',
          label: t.markSavedFiles,
          detail: provenance === null ? t.markHint : describeProvenance(provenance),
          checked: markInFiles,
          onSelect: () => set({ markInFiles: !markInFiles }),
        },
        {
          id: 'settings',
          label: t.includeSettingsSavedFiles,
          detail: t.graphCanNoKeys,
          checked: settingsInFiles,
          onSelect: () => set({ settingsInFiles: !settingsInFiles }),
        },
      ]}
    />
  );
}
