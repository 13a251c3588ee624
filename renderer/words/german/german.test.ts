import { expect, it } from 'vitest';
import { english } from '../english/index.ts';
import { german } from './index.ts';

type Words = (...values: readonly unknown[]) => unknown;
const isFunction = (value: unknown): value is Words => typeof value === 'function';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What both languages say of one key, or of one call of it. */
interface Pair {
  readonly path: string;
  readonly values: readonly unknown[];
  readonly en: unknown;
  readonly de: unknown;
}

/** Arguments of functions that take more than texts, numbers and switches. */
const report = { withoutWords: 2, withoutLength: 3, covered: 4, shortened: 5, joined: 6, unseparated: 7 };
const special: Record<string, readonly (readonly unknown[])[]> = {
  'canvas.connect.description': [['input'], ['output']],
  'documents.clashWords.unsavedChangesFoundComputer': [['storyboard'], ['timeline']],
  'interchange.rateName': [[30, { rate: 30, reason: 'project' }]],
  'interchange.rateReason': ['said', 'drop', 'lengths', 'project', 'numbers'].map((reason) => [
    { rate: 30, reason },
  ]),
  'projects.importedWith': [
    [{ nodes: 2, shots: 3, clips: 4, files: 5 }],
    [{ nodes: 0, shots: 0, clips: 0, files: 0 }],
  ],
  'projects.deletion.removed': [
    [{ projects: 2, nodes: 3, boards: { count: 4, shots: 5 }, timelines: { count: 6, clips: 7 } }],
    [{ projects: 1, nodes: 3, boards: null, timelines: null }],
  ],
  'projects.deletion.remains': [
    [{ runs: 3, outputs: 4 }],
    [{ runs: 1, outputs: 1 }],
    [{ runs: 0, outputs: 0 }],
    [{ runs: null, outputs: 2 }],
  ],
  'storyboard.entrance.printed': [
    ['dissolve', 'Q0q'],
    ['fade', 'Q0q'],
  ],
  'storyboard.entrance.comesIn': ['cut', 'dissolve', 'fade', 'Q0q'].flatMap((transition) => [
    [transition, 'Q1q', true],
    [transition, 'Q1q', false],
  ]),
  'storyboard.shotCard.shot': [
    [{ number: '1.2', length: '3\u00a0s', words: 'Q0q', isSelected: true }],
    [{ number: '1.2', length: '3\u00a0s', words: 'Q0q', isSelected: false }],
  ],
  'textFiles.encodingGuessed': [['koi8-r']],
  'textFiles.decoded': [
    [{ encoding: 'koi8-r', isGuess: true, controls: 2, replaced: 3 }],
    [{ encoding: 'koi8-r', isGuess: false, controls: 1, replaced: 1 }],
  ],
  'textFiles.captionReport': [
    [{ ...report, unsorted: 8, styled: 9, rolled: 11, cut: 10 }],
    [
      {
        withoutWords: 1,
        withoutLength: 1,
        covered: 1,
        shortened: 1,
        joined: 1,
        unseparated: 1,
        unsorted: 1,
        styled: 1,
        rolled: 1,
        cut: 1,
      },
    ],
  ],
};

const COUNTED = String.raw`(?:pluralForm|number|seconds|frames|shots|clips|values|files|changes|captions|decibels|rateName|Math\.\w+)\)?\(P\b|\bP (?:[<>]|[!=]==? \d|[-+*])|\w \/ P\b`;
const LISTED = String.raw`\bP(?:\.(?:map|join|length|slice\(0, MAX)|\[0\])|(?:withCounts|formatList|joinNames|named)\)?\(P\b`;
const SWITCHED = String.raw`!P\b|\bP \?|\bP ===? (?:true|false)`;

/** A function of a catalog, and what its parameters are called. */
interface Source {
  readonly body: string;
  readonly names: readonly string[];
}

function sourceOf(words: Words): Source {
  const body = words.toString();
  const list = /^\w*\s*\(([^)]*)\)/.exec(body)?.[1] ?? /^(\w+)\s*=>/.exec(body)?.[1] ?? '';
  const names = list.split(',').map((name) => name.trim());
  return { body, names: names.filter((name) => name !== '') };
}

/** What is given for a parameter, by how both languages use it; each is told from the others in what comes out. */
function samplesOf(sources: readonly Source[], at: number): readonly unknown[] {
  const uses = (pattern: string): boolean =>
    sources.some(({ body, names }) => {
      const name = names[at];
      return name !== undefined && new RegExp(pattern.replaceAll('P', name)).test(body);
    });
  const missing = [
    ...(uses(String.raw`\bP === null`) ? [null] : []),
    ...(uses(String.raw`\bP === undefined`) ? [undefined] : []),
  ];
  if (uses(LISTED))
    return [[`Q${at}q`], [`Q${at}q`, `Z${at}z`], ['A', 'B', 'C', 'D'].map((letter) => `${letter}${at}x`)];
  if (uses(COUNTED)) return [1, 20 + at, ...missing];
  if (uses(SWITCHED)) return [true, false, ...missing];
  return [`Q${at}q`, ...(uses(String.raw`\bP === ''`) ? [''] : []), ...missing];
}

/** Every combination of one sample of each parameter. */
const combinations = (samples: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] =>
  samples.reduce<readonly (readonly unknown[])[]>(
    (lists, own) => lists.flatMap((list) => own.map((value) => [...list, value])),
    [[]],
  );

function callsOf(path: string, en: Words, de: Words): readonly (readonly unknown[])[] {
  const own = special[path];
  if (own) return own;
  const sources = [sourceOf(en), sourceOf(de)];
  return combinations((sources[0]?.names ?? []).map((_name, at) => samplesOf(sources, at)));
}

/** Texts and calls of one key and of what lies below it; a key that one side lacks is a pair with undefined. */
function pairsOf(path: string, en: unknown, de: unknown): Pair[] {
  if (isFunction(en) && isFunction(de)) {
    return callsOf(path, en, de).flatMap((values) =>
      textsOf(en(...values), de(...values)).map((texts) => ({ path, values, ...texts })),
    );
  }
  if (isObject(en) && isObject(de)) {
    const keys = [...new Set([...Object.keys(en), ...Object.keys(de)])];
    return keys.flatMap((key) => pairsOf(path === '' ? key : `${path}.${key}`, en[key], de[key]));
  }
  return [{ path, values: [], en, de }];
}

/** Of lists their items, by their order; else the two themselves. */
const textsOf = (en: unknown, de: unknown): Pick<Pair, 'en' | 'de'>[] =>
  Array.isArray(en) && Array.isArray(de)
    ? Array.from({ length: Math.max(en.length, de.length) }, (_item, at) => ({ en: en[at], de: de[at] }))
    : [{ en, de }];

/** What has functions of whole objects has tests of its own: in `shared/commands/german` and `build/checks`. */
const OWN_TEST = new Set(['commandWords', 'nodeTypes']);
const without = (catalog: object): object =>
  Object.fromEntries(Object.entries(catalog).filter(([page]) => !OWN_TEST.has(page)));

const pairs = pairsOf('', without(english), without(german));

/** Those of which something is wrong, each path once, as `path: “English” – “German”`. */
function faulty(isWrong: (en: string, de: string, pair: Pair) => boolean): string[] {
  const found = new Map<string, string>();
  for (const pair of pairs) {
    const { path, en, de } = pair;
    if (typeof en !== 'string' || typeof de !== 'string' || found.has(path)) continue;
    if (isWrong(en, de, pair)) found.set(path, `${path}: ${en} – ${de}`);
  }
  return [...found.values()];
}

/** How often the parts of a text that match stand in it. */
const countsOf = (text: string, pattern: RegExp): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [part] of text.matchAll(pattern)) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
};

const lacksPart = (en: string, de: string, pattern: RegExp): boolean => {
  const own = countsOf(de, pattern);
  return [...countsOf(en, pattern)].some(([part, count]) => (own.get(part) ?? 0) < count);
};

/** Styles, keys of undo and names of fields that stand in the catalog and are read by no person. */
const TECHNICAL =
  /\.(?:translateScale|colorMixOklab|filmRunRequest\.media|boardRows\.row|sessionItems\.item)$/;

/** What German software calls as English does; names; and what both languages have in common. */
const SAME = new Set(
  (
    'Alt Animatic Audio Clip Clips CMX Credits Details EDL Esc Export FCP Film Format Frame Frames Graph Live Limits Marker Monitor Name ' +
    'Lasso px Offline OpenAI OTIOZ Out PDF Panel Panels Patchbay Pause Position Prompt Proxy Shot Shots Start Storyboard Tab Takes Text Tour ' +
    'Unicode Uploads UTF Version Video Videos XML Zoom in In'
  ).split(' '),
);

it('has every text of the English catalog, and no other', () => {
  const missing = pairs
    .filter(({ en, de }) => typeof en !== typeof de || (en === null) !== (de === null))
    .map(({ path }) => path);
  expect([...new Set(missing)]).toEqual([]);
});

it('says everything that is filled in, as often as English does', () => {
  const lacks = (en: string, de: string): boolean => lacksPart(en, de, /[QZ]\d[qz]|[ABCD]\dx|\d+/g);
  // English writes the number out with a point, which would be a thousand in German.
  expect(faulty((en, de, { path }) => path !== 'batches.commaDecimal' && lacks(en, de))).toEqual([]);
});

it('is German, but for words that both languages have', () => {
  const bare = (text: string): string => text.replaceAll(/[QZ]\d[qz]|[ABCD]\dx|\{[\w.-]+\}/g, ' ');
  const isSame = (text: string): boolean =>
    (bare(text).match(/\p{L}{2,}/gu) ?? []).every((word) => SAME.has(word));
  expect(faulty((en, de, { path }) => en === de && !TECHNICAL.test(path) && !isSame(en))).toEqual([]);
});

it('has the quotes of German', () => {
  const isOpen = (de: string): boolean => de.split('„').length !== de.split('“').length;
  expect(faulty((_en, de, { path }) => /["'”‘]/.test(de) || (isOpen(de) && !TECHNICAL.test(path)))).toEqual(
    [],
  );
});

it('begins and ends as English does, for what is put beside it', () => {
  const edges = (text: string): string =>
    `${/^[\s,;:·.]*/.exec(text)?.[0] ?? ''}|${/[\s:?…]*$/.exec(text)?.[0] ?? ''}`;
  expect(faulty((en, de) => edges(en) !== edges(de))).toEqual([]);
});

/** Keys as the keyboards of both have them. */
const KEYS: Readonly<Record<string, string>> = {
  Ctrl: 'Strg',
  Shift: 'Umschalt',
  Enter: 'Eingabetaste',
  Space: 'Leertaste',
  'Arrow keys': 'Pfeiltasten',
  'arrow key': 'Pfeiltaste',
};

it('keeps keys, endings of files, links and the places for keys of commands', () => {
  const KEY =
    /\b(?:Ctrl|Shift(?!-JIS)|Enter(?! (?:the|an?|how)\b)|Space|Tab|Alt|Esc|AltGr|F\d|Arrow keys|arrow key)\b|⌘|\([A-Z]\)/g;
  const lacksKey = (en: string, de: string): boolean =>
    [...en.matchAll(KEY)].some(([key]) => !de.includes(KEYS[key] ?? key));
  expect(faulty((en, de, { path }) => !TECHNICAL.test(path) && lacksKey(en, de))).toEqual([]);
  expect(faulty((en, de) => lacksPart(en, de, /\.[a-z]{3,}\b|\]\([/\w-]+\)|\{[\w.-]+\}/g))).toEqual([]);
});

it('addresses nobody, and keeps numbers beside their units', () => {
  expect(faulty((_en, de) => /\p{L}en Sie\b|\b(?:du|dein\w*|dir|dich)\b/u.test(de))).toEqual([]);
  expect(faulty((_en, de) => /\d (?:%|s|ms|min|h|dB|kHz|[KMG]B|kB|fps|LUFS)(?![\p{L}\d])/u.test(de))).toEqual(
    [],
  );
});
