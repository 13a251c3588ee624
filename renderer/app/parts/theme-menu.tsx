import type { ReactElement } from 'react';
import { CommandIconView, commandMenu } from '#renderer/commands/index.ts';
import { useSettings } from '#renderer/desk/index.ts';
import { IconButton, Menu, type ThemeChoice } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appParts.themeMenu;

export const themeChoices: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: t.system },
  { value: 'light', label: t.light },
  { value: 'dark', label: t.dark },
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
        <IconButton label={t.theme}>
          <CommandIconView id={`view.theme-${current}`} />
        </IconButton>
      }
      entries={() => commandMenu('theme')}
    />
  );
}
