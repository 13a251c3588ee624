import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { parseShortcut } from '#renderer/keys/hotkeys.ts';
import { keyMapOf } from '#shared/commands/key-changes.ts';
import { commandIds, commandTable, keyScopeIds, keyScopes, type KeyScope } from '#shared/commands/index.ts';
import { root } from '../bundle/targets.ts';

/** Sources of the pages that answer keys, and the part of the Shortcuts page that has to list them. */
const areaOf: Readonly<Record<string, KeyScope>> = {
  'editor/canvas/input/use-stage-keys.ts': 'canvas',
  'editor/node/node-items.tsx': 'items',
  'editor/node/number-scrub.tsx': 'number',
  'fields/curves-field.tsx': 'curves',
  'editor/panels/files-panel.tsx': 'files',
  'editor/panels/file-row.tsx': 'files',
  'editor/panels/file-rows.tsx': 'files',
  'app/editor/editor-panels.tsx': 'sidePanel',
  'batches/remake-wall.tsx': 'grid',
  'editor/panels/outline-panel.tsx': 'outline',
  'editor/panels/palette-panel.tsx': 'palette',
  'gallery/output-grid.tsx': 'gallery',
  'handles/model/key-step.ts': 'handles',
  'handles/page/hands-dialog.tsx': 'handles',
  'handles/parts/handle-button.tsx': 'handles',
  'masks/page/mask-window.tsx': 'mask',
  'masks/page/mask-tools.ts': 'mask',
  'projects/projects-grid.tsx': 'projects',
  'projects/grid-navigation.ts': 'projects',
  'projects/projects-header.tsx': 'projects',
  'queue/queue-list.tsx': 'queue',
  'storyboard/model/use-playback.ts': 'animatic',
  'storyboard/page/board.tsx': 'storyboard',
  'storyboard/model/board-focus.ts': 'storyboard',
  'templates/templates-page.tsx': 'templates',
  'timeline/commands/add-files.tsx': 'timeline',
  'timeline/model/layout.ts': 'timeline',
  'variants/grid-table.tsx': 'grid',
  'versions/diff-canvas.tsx': 'comparison',
  'versions/version-list.tsx': 'history',
  'viewer/page/compare.tsx': 'compared',
  'viewer/page/viewer.tsx': 'output',
};

/** Text fields, pickers, drags that Escape gives up, and what makes ready for keys of the browser: these do the same everywhere. */
const fields = new Set([
  'editor/canvas/view/away-nodes.ts',
  'editor/canvas/view/focused-node.ts',
  'commands/command-palette.tsx',
  'editor/canvas/overlays/canvas-items.tsx',
  'editor/canvas/overlays/connect-picker.tsx',
  'editor/canvas/overlays/convert-picker.tsx',
  'editor/canvas/overlays/find-node.tsx',
  'editor/canvas/overlays/quick-add.tsx',
  'editor/canvas/overlays/replace-picker.tsx',
  'editor/canvas/overlays/name-wire.tsx',
  'editor/canvas/overlays/group-library-dialog.tsx',
  'editor/canvas/overlays/snippets-dialog.tsx',
  'editor/node/title-field.tsx',
  'ui/follow-pointer.ts',
  'fields/text-input.tsx',
  'ui/color-field.tsx',
  'ui/dialog.tsx',
  'ui/tab-loop.ts',
  'chat/chat-panel.tsx',
  'timeline/inspector/time-field.tsx',
  'timeline/inspector/marker-details.tsx',
  'timeline/tracks/track-height.tsx',
  'storyboard/parts/in-place-text.tsx',
  'storyboard/parts/seconds-field.tsx',
  'storyboard/parts/shot-card.tsx',
  'ui/inline-name-field.tsx',
  'ui/number-field.tsx',
  'ui/pick-field.tsx',
  'ui/select-button.tsx',
  'ui/suggest-field.tsx',
  'versions/name-dialog.tsx',
  'viewer/model/control-keys.ts',
]);
/** Rows of choices, where arrows do what they do in every menu. */
const choices = new Set(['ui/menu-swatches.tsx']);
const fieldKeys = ['Enter', 'Space', 'Escape', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Tab'];

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
  if (!/\bpressedKey\(|switch \(key\)|key: ClipMove/.test(code)) return [];
  const single = [...code.matchAll(/(?:pressedKey\(\w+\) === |case )'(.)'/g)].map(([, key]) => key ?? '');
  const inTable = [...code.matchAll(/^\s+'(.)': \(\) =>/gm)].map(([, key]) => key ?? '');
  const quoted = [...code.matchAll(named)].map(([, inQuotes, asName]) => inQuotes ?? asName ?? '');
  return [...new Set(quoted.concat(single, inTable))];
}

const sources = readdirSync(pages, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !path.includes('/testing/'))
  .map((path) => ({ name: relative(pages, path), code: codeOf(path), text: readFileSync(path, 'utf8') }));

const listed = (scope: KeyScope): string[] =>
  [
    ...keyScopes[scope].keys.flatMap(({ keys }) => keys),
    ...keyMapOf({})
      .bindingsOf(scope)
      .map(({ chord }) => chord),
  ].map((key) => parseShortcut(key).key);

test('each key that a part of a page answers is on the Shortcuts page', () => {
  const missing = sources.flatMap(({ name, code }) => {
    const area = areaOf[name];
    const allowed = area
      ? listed(area)
      : fields.has(name)
        ? fieldKeys.map((key) => parseShortcut(key).key)
        : [];
    if (!area && !/\bpressedKey\(/.test(code)) return [];
    if (choices.has(name) || name.startsWith('keys/')) return [];
    return answeredKeys(code)
      .filter((key) => !allowed.includes(key.toLowerCase()))
      .map((key) => `${name}: ${key === ' ' ? 'Space' : key}`);
  });
  expect(missing).toEqual([]);
});

test('each part that lists keys is answered by a source that is there', () => {
  const there = new Set(sources.map(({ name }) => name));
  expect(Object.keys(areaOf).filter((name) => !there.has(name))).toEqual([]);
  const withKeys = keyScopeIds.filter((scope) => keyScopes[scope].keys.length > 0);
  const answered = new Set(Object.values(areaOf));
  expect(withKeys.filter((scope) => !answered.has(scope))).toEqual([]);
  expect([...fields].filter((name) => !there.has(name))).toEqual([]);
});

/** No text is typed there, or none that a key ends. */
const withoutWords = new Set([
  'editor/canvas/overlays/convert-picker.tsx',
  'editor/canvas/view/away-nodes.ts',
  'editor/canvas/view/focused-node.ts',
  'ui/follow-pointer.ts',
  'storyboard/parts/shot-card.tsx',
  'timeline/tracks/track-height.tsx',
  'ui/select-button.tsx',
  'ui/tab-loop.ts',
  'viewer/model/control-keys.ts',
]);

test('each field that answers keys is tried with the input methods of every system', () => {
  const tried = globSync('**/input-methods.test.tsx', { cwd: pages })
    .map((file) => readFileSync(join(pages, file), 'utf8'))
    .join('\n');
  expect([...fields].filter((name) => !withoutWords.has(name) && !tried.includes(name))).toEqual([]);
});

test('each provider of the command table is a part of a page that handles its commands', () => {
  const code = sources.map((source) => source.code).join('\n');
  const providers = new Set(commandIds.flatMap((id) => commandTable[id].handledBy));
  const without = [...providers]
    .filter((provider) => !new RegExp(`useCommands\\(\\s*'${provider}'`).test(code))
    .map((provider) => `Nobody calls useCommands('${provider}', …): its commands do nothing.`);
  expect(without).toEqual([]);
});

test('each scope in which commands have keys is a part of a page that runs them', () => {
  const code = sources.map((source) => source.code).join('\n');
  const without = keyScopeIds
    .filter((scope) => keyMapOf({}).bindingsOf(scope).length > 0)
    .filter((scope) => !code.includes(`runKeyCommand('${scope}'`))
    .map((scope) => `Nobody calls runKeyCommand('${scope}', …): the keys of its commands do nothing.`);
  expect(without).toEqual([]);
});

test('no source of a page writes the title or the keys of a command a second time', () => {
  const titles = new Set(
    commandIds.map((id) => commandTable[id].title).filter((title) => /[ …]/.test(title)),
  );
  const again = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:label|title|shortcut)(?:=|: )\{?(['"`])([^'"`]+)\1/g)]
      .map(([, , words]) => words ?? '')
      .filter((words) => titles.has(words) || /^(?:Mod|Ctrl)\+/.test(words))
      .map((words) => `${name} writes “${words}”: take it from the command table.`),
  );
  expect(again).toEqual([]);
});

test('each menu made from the table is pressed, entry by entry, on a page that was just opened', () => {
  // Their commands ask nothing of what has the focus: the table's own test presses them.
  const ofTheBar = new Set([
    'app/pages/more-menu.tsx',
    'app/editor/project-page.tsx',
    'app/editor/run-button.tsx',
    'app/parts/theme-menu.tsx',
    'starters/begin-menu.tsx',
    'runs/use-run-list-commands.ts',
  ]);
  const tried = globSync('**/*.test.tsx', { cwd: pages })
    .map((file) => readFileSync(join(pages, file), 'utf8'))
    .filter((text) => text.includes('pressEveryEntry('))
    .join('\n');
  const untried = sources
    .filter(({ name, code }) => /\bcommandMenu\(\s*['\w]/.test(code) && !name.startsWith('commands/'))
    .filter(({ name }) => !ofTheBar.has(name) && !tried.includes(name))
    .map(({ name }) => `${name} has a menu: press its entries with pressEveryEntry in a test that names it.`);
  expect(untried).toEqual([]);
});
