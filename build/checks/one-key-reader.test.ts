import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const EVENT = String.raw`(?:\w*[eE]vent|e|ev|pressed|press|keyPress|keyboard|native)`;
const NAMES = String.raw`(?:Enter|Escape|Esc|Tab|Delete|Backspace|Home|End|PageUp|PageDown|Arrow\w+|F\d+| )`;

/** Ways to read a key beside `pressedKey` of renderer/keys, which knows compositions and AltGr. */
const READINGS: readonly { pattern: RegExp; what: string }[] = [
  {
    pattern: /\.code\s*[!=]==?\s*['"](?:Key[A-Z]|Digit\d|Numpad\w+|Space)['"]/g,
    what: 'the place of a key',
  },
  {
    pattern: new RegExp(String.raw`\b${EVENT}(?:\?)?\.key\b(?!\()`, 'g'),
    what: 'the key of an event',
  },
  {
    pattern: /\.(?:isComposing|keyCode|charCode|getModifierState)\b/g,
    what: 'the state of an input method',
  },
  {
    pattern: /pressedKey\([^()]*\)\s*[!=]==?\s*['"][A-Za-z]['"]/g,
    what: 'a letter as it is typed, which Caps Lock and other layouts change',
  },
  {
    pattern: new RegExp(String.raw`\.(?:key|code)\s*[!=]==?\s*['"]${NAMES}['"]`, 'g'),
    what: 'a key by its name',
  },
  {
    pattern: /\(\s*\{[^{}()]*\b(?:key|code)\b[^{}()]*\}\s*:\s*(?:React\.)?KeyboardEvent/g,
    what: 'the key of an event, by its parts',
  },
  {
    pattern: /on(?:Key(?:Down|Up))=\{\(\s*\{[^}]*\b(?:key|code)\b/g,
    what: 'the key of an event, by its parts',
  },
  {
    pattern: /addEventListener\(\s*['"]key(?:down|up)['"],\s*\(\s*\{[^}]*\b(?:key|code)\b/g,
    what: 'the key of an event, by its parts',
  },
  {
    pattern: /\{[^{}=]*\b(?:key|code)\b[^{}=]*\}\s*=\s*(?:\w+\.)*(?:nativeEvent|event)\b/g,
    what: 'the key of an event, by its parts',
  },
];

const readingsIn = (text: string): string[] => {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return READINGS.flatMap(({ pattern, what }) =>
    [...code.matchAll(pattern)].map(([found]) => `“${found.replaceAll(/\s+/g, ' ')}” reads ${what}`),
  );
};

test('keys are read in one place, so that those of input methods and of AltGr stay with their field', () => {
  const files = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/^renderer\/keys\/|\.test\.|\.rig\.|\/testing\//.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    readingsIn(readFileSync(`${root}/${file}`, 'utf8')).map(
      (reading) =>
        `${file}: ${reading}. Ask pressedKey(event) of #renderer/keys instead, for a letter matchesShortcut.`,
    ),
  );
  expect(found).toEqual([]);
});

test('each way to read a key is seen, and what only has a key is not', () => {
  const seen = [
    `if (event.key === 'Enter') save();`,
    `const step = { ArrowUp: 1 }[event.key];`,
    `if (nativeEvent.code === 'KeyA') go();`,
    `if (event.isComposing) return;`,
    `if (event.nativeEvent.keyCode === 229) return;`,
    `if (down.key === 'Escape') close();`,
    `onKeyDown={({ key }) => KEYS.has(key) && take()}`,
    `window.addEventListener('keydown', ({ key }) => go(key));`,
    `const { key } = nativeEvent;`,
    `if (event.ctrlKey && pressedKey(event) === 'a') all();`,
    `const pressed = ({ key, shiftKey }: KeyboardEvent) => key;`,
  ];
  expect(seen.filter((line) => readingsIn(line).length === 0)).toEqual([]);
  const others = [
    `if (pressedKey(event) === 'Enter') save();`,
    `list.find((item) => item.key === key);`,
    `if (error.code === 'UNREACHABLE') retry();`,
    `const { key, value } = entry;`,
  ];
  expect(others.flatMap(readingsIn)).toEqual([]);
});
