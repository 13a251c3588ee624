/** Which theme the person asked for; `system` follows the computer. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const REMEMBERED = 'patchbay.theme';
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

let choice: ThemeChoice = 'system';

const show = (): void => {
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark().matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
};

/**
 * Shows a theme and remembers it for the next start's first paint; the setting itself is stored by the desktop process.
 */
export function applyTheme(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(REMEMBERED, next);
  } catch {
    // Storage may be refused; the setting arrives a moment later anyway.
  }
  show();
}

/** Shows the remembered theme and follows the system from now on. Call once, before the first render. */
export function startTheme(): void {
  let remembered: string | null = null;
  try {
    remembered = localStorage.getItem(REMEMBERED);
  } catch {
    // As above.
  }
  choice = remembered === 'light' || remembered === 'dark' ? remembered : 'system';
  systemIsDark().addEventListener('change', show);
  show();
}
