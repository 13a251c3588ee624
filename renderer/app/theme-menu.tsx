import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactElement } from 'react';
import { useChangeSettings, useSettings } from '#renderer/desk/index.ts';
import { IconButton, Menu, type ThemeChoice } from '#renderer/ui/index.ts';

export const themeChoices: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const icons: Record<ThemeChoice, ReactElement> = {
  system: <Monitor />,
  light: <Sun />,
  dark: <Moon />,
};

/** Light, dark, or as the system. */
export function ThemeMenu({ side = 'top' }: { side?: 'top' | 'bottom' }): ReactElement {
  const settings = useSettings();
  const change = useChangeSettings();
  const current = settings.data?.theme ?? 'system';
  return (
    <Menu
      side={side}
      align="end"
      trigger={<IconButton label="Theme">{icons[current]}</IconButton>}
      entries={themeChoices.map(({ value, label }) => ({
        id: value,
        label,
        checked: value === current,
        onSelect: () => change.mutate({ theme: value }),
      }))}
    />
  );
}
