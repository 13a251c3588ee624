import type { ReactElement } from 'react';
import { CommandIconView, commandMenu } from '#renderer/commands/index.ts';
import { useSettings } from '#renderer/desk/index.ts';
import { IconButton, Menu, type ThemeChoice } from '#renderer/ui/index.ts';

export const themeChoices: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Light, dark, or as the system; at the foot of the sidebar. */
export function ThemeMenu(): ReactElement {
  const settings = useSettings();
  const current = settings.data?.theme ?? 'system';
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <IconButton label="Theme">
          <CommandIconView id={`view.theme-${current}`} />
        </IconButton>
      }
      entries={() => commandMenu('theme')}
    />
  );
}
