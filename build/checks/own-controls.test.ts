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

/** React's own way to wait for code, which shows what has come 300 ms after its fallback; `lazyComponent` does not. */
const REACT_LAZY = /\bimport \{[^}]*\b(?:lazy|Suspense)\b[^}]*\} from 'react'/;

/** What a source has of them, without what is in its tests. */
const found = (text: string): string[] =>
  BROWSER_CONTROLS.flatMap((control) => control.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? []);

test('tells the browser’s own controls', () => {
  expect(found('<select value={a}>')).toHaveLength(1);
  expect(found('<input\n  className={a}\n  type="color"')).toHaveLength(1);
  expect(found('<video src={a} controls />')).toHaveLength(1);
  expect(found('<SelectButton /><input type="text" /><video src={a} />')).toEqual([]);
});

const sources = readdirSync(`${root}/renderer`, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
);

test('pages wait for code by lazyComponent', () => {
  expect(REACT_LAZY.test("import { lazy, useState } from 'react';")).toBe(true);
  expect(REACT_LAZY.test("import { useState } from 'react';\nimport { Suspense } from './own.ts';")).toBe(
    false,
  );
  const lazy = sources.filter((path) => REACT_LAZY.test(readFileSync(`${root}/renderer/${path}`, 'utf8')));
  expect(lazy).toEqual([]);
});

test('pages have the app’s own choices, colors, numbers and players', () => {
  expect(sources.length).toBeGreaterThan(200);
  const controls = sources.flatMap((path) =>
    found(readFileSync(`${root}/renderer/${path}`, 'utf8')).map((control) => `${path}: ${control}`),
  );
  expect(controls).toEqual([]);
});
