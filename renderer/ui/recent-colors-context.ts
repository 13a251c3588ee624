import { createContext } from 'react';

/** The colors chosen last, on every page. */
interface RecentColorsState {
  /** The newest first, as `#rrggbb` or `#rrggbbaa`. */
  colors: readonly string[];
  remember: (color: string) => void;
}

export const RecentColorsContext = createContext<RecentColorsState>({
  colors: [],
  remember: () => undefined,
});
