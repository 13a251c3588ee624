import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';
import { textsOf, unplainTexts } from './plain-words.ts';

/**
 * Where people call a template from programs of their own: there the words of the API are the right ones. What stands for
 * sentences of services is in their words.
 */
const FOR_DEVELOPERS =
  /^renderer\/templates\/endpoint-(?:docs|snippets)\.tsx?$|^renderer\/words\/english\/endpoints\.ts$|^renderer\/words\/german\/sentences\//;

test('texts are found in strings, templates and elements, and words for developers in them', () => {
  const source = `
    import { x } from './payload.ts';
    // Nothing of an Endpoint here.
    const a = 'Costs 3 microcredits'; const b = 'image/blur'; const key = 'payload';
    throw new Error(\`The \${name} came with status 409.\`);
    return <p title="Plain words">The endpoint is <b>gone</b></p>;`;
  expect(textsOf(source)).toContain('The endpoint is');
  expect(unplainTexts(source)).toEqual([
    '“Costs 3 microcredits”: say credits',
    '“The … came with status 409.”: say what happened',
    '“The endpoint is”: say what it is for: a form, a call, an address',
  ]);
  expect(unplainTexts(`label('Blur'); say('The version of image/blur is gone')`)).toHaveLength(1);
});

test('numbers and dates are written by the pieces that know the person’s locale, and by no others', () => {
  const found = globSync('renderer/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|^renderer\/(?:words\/|ui\/format\.ts$)/.test(path))
    .filter((path) =>
      /\.toLocale\w+String\(|new Intl\.(?!Collator|PluralRules|Segmenter)/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
  // Write them by renderer/ui/format.ts, or by `number` of renderer/words.
  expect(found).toEqual([]);
});

test('what people read on the pages has no words for developers', () => {
  const found = globSync(['renderer/**/*.{ts,tsx}', 'shared/desk/**/*.ts'], { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path) && !FOR_DEVELOPERS.test(path))
    .flatMap((path) =>
      unplainTexts(readFileSync(join(root, path), 'utf8')).map((text) => `${path}: ${text}`),
    );
  // Say it in words of everybody, or put it into the catalog of renderer/words.
  expect(found).toEqual([]);
});
