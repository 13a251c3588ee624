import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The browser's own controls look otherwise on every system, and cannot take units, sums or the project's colors. */
const BROWSER_CONTROLS = [
  /<select\b/,
  /\btype="(?:color|number|date|time|month|week|datetime-local)"/,
  /<(?:audio|video)\b[^>]*\bcontrols\b/,
];

/** What a source has of them, without what is in its tests. */
const found = (text: string): string[] =>
  BROWSER_CONTROLS.flatMap((control) => control.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? []);

test('tells the browser’s own controls', () => {
  expect(found('<select value={a}>')).toHaveLength(1);
  expect(found('<input\n  className={a}\n  type="color"')).toHaveLength(1);
  expect(found('<video src={a} controls />')).toHaveLength(1);
  expect(found('<SelectButton /><input type="text" /><video src={a} />')).toEqual([]);
});

test('pages have the app’s own choices, colors, numbers and players', () => {
  const sources = readdirSync(`${root}/renderer`, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'),
  );
  expect(sources.length).toBeGreaterThan(200);
  const controls = sources.flatMap((path) =>
    found(readFileSync(`${root}/renderer/${path}`, 'utf8')).map((control) => `${path}: ${control}`),
  );
  expect(controls).toEqual([]);
});
