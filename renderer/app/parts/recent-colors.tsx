import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useChangeSettings, useSettings } from '#renderer/desk/index.ts';
import { RecentColorsContext } from '#renderer/ui/index.ts';

const MAX_COLORS = 16;
const NONE: readonly string[] = [];

/** Stores the colors that are chosen, so that every color field offers them again. */
export function RecentColors({ children }: { children: ReactNode }): ReactElement {
  const colors = useSettings().data?.recentColors ?? NONE;
  const { mutate } = useChangeSettings();
  const state = useMemo(
    () => ({
      colors,
      remember: (color: string) => {
        if (colors[0] === color) return;
        mutate({
          recentColors: [color, ...colors.filter((recent) => recent !== color)].slice(0, MAX_COLORS),
        });
      },
    }),
    [colors, mutate],
  );
  return <RecentColorsContext value={state}>{children}</RecentColorsContext>;
}
