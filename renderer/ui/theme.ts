/** Which theme the person asked for; `system` follows the computer. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'patchbay.theme';
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
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Storage may be refused; the setting arrives a moment later anyway.
  }
  show();
}

/** Shows the remembered theme and follows the system from now on. Call once, before the first render. */
export function startTheme(): void {
  let storedTheme: string | null = null;
  try {
    storedTheme = localStorage.getItem(STORAGE_KEY);
  } catch {
    // As above.
  }
  choice = storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system';
  systemIsDark().addEventListener('change', show);
  show();
}
