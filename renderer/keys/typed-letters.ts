/**
 * Which letter a key types, by `event.code`. With Option held a Mac reports the sign that the letter has there, which other layouts
 * have on other letters: only the layout tells. Chromium gives it; elsewhere it is learned from what is typed.
 */
const letters = new Map<string, string>();

const LETTER = /^[a-z]$/;

interface TypedKey {
  readonly key?: string;
  readonly code?: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
}

/** Takes note of what a key types by itself. */
export function learnLetter({ key = '', code = '', altKey, ctrlKey }: TypedKey): void {
  const letter = key.toLowerCase();
  if (!altKey && !ctrlKey && code !== '' && LETTER.test(letter)) letters.set(code, letter);
}

/** Undefined where nobody said. */
export const letterOfCode = (code: string): string | undefined => letters.get(code);

interface WithLayout {
  keyboard: { getLayoutMap: () => Promise<ReadonlyMap<string, string>> };
}
const hasLayout = (source: object): source is WithLayout => 'keyboard' in source;

/** Reads the layout of the keyboard where the browser tells it. */
async function readLayout(source: object): Promise<void> {
  if (!hasLayout(source)) return;
  const map = await source.keyboard.getLayoutMap();
  letters.clear();
  for (const [code, key] of map) if (LETTER.test(key)) letters.set(code, key);
}

/** Follows the layout, which people change while a page is open. */
export function followLayout(target: Window): void {
  const read = (): void => void readLayout(target.navigator).catch(() => undefined);
  read();
  target.addEventListener('focus', read);
  target.addEventListener('keydown', learnLetter, { capture: true });
}
