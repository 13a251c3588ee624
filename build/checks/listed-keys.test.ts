import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { parseShortcut } from '#renderer/commands/hotkeys.ts';
import { keyAreas, type KeyAreaId } from '#renderer/commands/area-keys.ts';
import { commandIds, commandTable, type CommandDescription } from '#shared/desk/commands.ts';
import { root } from '../bundle/targets.ts';

/** Sources of the pages that answer keys, and the part of the Shortcuts page that has to list them. */
const areaOf: Readonly<Record<string, KeyAreaId>> = {
  'editor/canvas/editor-canvas.tsx': 'canvas',
  'editor/node/number-scrub.tsx': 'number',
  'editor/panels/files-panel.tsx': 'files',
  'editor/panels/outline-panel.tsx': 'outline',
  'editor/panels/palette-panel.tsx': 'palette',
  'projects/grid-navigation.ts': 'projects',
  'projects/projects-page.tsx': 'projects',
  'runs/lightbox.tsx': 'output',
  'storyboard/storyboard-page.tsx': 'storyboard',
  'templates/templates-page.tsx': 'templates',
  'timeline/layout.ts': 'timeline',
  'timeline/timeline-view.tsx': 'timeline',
  'versions/diff-canvas.tsx': 'comparison',
  'versions/history-panel.tsx': 'history',
};

/** Text fields and pickers, where these keys do what they do in every one. */
const fields = new Set([
  'commands/command-palette.tsx',
  'editor/canvas/find-node.tsx',
  'editor/canvas/quick-add.tsx',
  'editor/node/node-view.tsx',
  'ui/inline-name-field.tsx',
  'versions/name-dialog.tsx',
]);
const fieldKeys = ['Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Tab'];

const NAMES = 'Arrow(?:Left|Right|Up|Down)|Tab|Enter|Escape|Delete|Backspace|Home|End|PageUp|PageDown|F\\d+';
const named = new RegExp(`['"](${NAMES})['"]|\\b(${NAMES}): `, 'g');
const pages = join(root, 'renderer');

/** A source without comments and without what only names keys for people. */
function codeOf(path: string): string {
  return readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/(?:title|label|shortcut|aria-label|aria-roledescription)(?:=|: )\{?(['"`])[\s\S]*?\1/g, '');
}

/** Keys that a source compares a press with. */
function answeredKeys(code: string): string[] {
  if (!/\.key\b|switch \(key\)|key: ClipMove/.test(code)) return [];
  const single = [...code.matchAll(/(?:\.key === |case )'(.)'/g)].map(([, key]) => key ?? '');
  const inTable = [...code.matchAll(/^\s+'(.)': \(\) =>/gm)].map(([, key]) => key ?? '');
  const quoted = [...code.matchAll(named)].map(([, inQuotes, asName]) => inQuotes ?? asName ?? '');
  return [...new Set(quoted.concat(single, inTable))];
}

const sources = readdirSync(pages, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !path.includes('/testing/') && !path.includes('/commands/area-keys'))
  .map((path) => ({ name: relative(pages, path), code: codeOf(path) }));

const listed = (area: KeyAreaId): string[] =>
  keyAreas[area].keys.flatMap(({ keys }) => keys.map((key) => parseShortcut(key).key));

test('each key that a part of a page answers is on the Shortcuts page', () => {
  const missing = sources.flatMap(({ name, code }) => {
    const area = areaOf[name];
    const allowed = area ? listed(area) : fields.has(name) ? fieldKeys.map((key) => key.toLowerCase()) : [];
    if (!area && !/(?:event|press)\.key\b/.test(code)) return [];
    if (name === 'commands/hotkeys.ts') return [];
    return answeredKeys(code)
      .filter((key) => !allowed.includes(key.toLowerCase()))
      .map((key) => `${name}: ${key === ' ' ? 'Space' : key}`);
  });
  expect(missing).toEqual([]);
});

test('each part that lists keys is answered by a source that is there', () => {
  const there = new Set(sources.map(({ name }) => name));
  expect(Object.keys(areaOf).filter((name) => !there.has(name))).toEqual([]);
  expect(Object.keys(keyAreas).toSorted()).toEqual([...new Set(Object.values(areaOf))].toSorted());
  expect([...fields].filter((name) => !there.has(name))).toEqual([]);
});

test('each command has a source that does something for it', () => {
  const code = sources.map((source) => source.code).join('\n');
  const without = commandIds.filter((id) => !code.includes(`'${id}'`));
  expect(without).toEqual([]);
});

test('each key of a command is a command of the table', () => {
  const shortcuts = commandIds.flatMap((id) => {
    const { shortcut }: CommandDescription = commandTable[id];
    return shortcut === undefined ? [] : [shortcut];
  });
  const own = sources
    .filter(({ code }) => code.includes('useCommands(') || code.includes('): Command'))
    .flatMap(({ name, code }) =>
      [...code.matchAll(/\bid: ['"`]([a-z]+\.[a-z-]+)/g)].map(([, id]) => `${name}: ${id}`),
    );
  expect(own).toEqual([]);
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});
