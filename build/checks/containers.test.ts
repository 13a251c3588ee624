import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** mediabunny's lists with playlists in them: an uploaded playlist would have further files or addresses opened. */
const PLAYLISTS = /\b(?:ALL_FORMATS|HLS|HLS_FORMATS)\b/;
/** Where they are told apart. */
const TELLS = 'native/decoders/mediabunny.ts';

/** Code of a source, without its comments. */
const found = (text: string): boolean =>
  /mediabunny/i.test(text) && PLAYLISTS.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ''));

test('tells a reader that would follow playlists', () => {
  expect(found('const { ALL_FORMATS, Input } = await loadMediabunny();')).toBe(true);
  expect(found("import { HLS, Input } from 'mediabunny';")).toBe(true);
  expect(found("import { MP4 } from 'mediabunny';\n/** No HLS, no ALL_FORMATS. */")).toBe(false);
});

test('no reader of videos and sounds takes playlists', () => {
  const sources = ['native', 'service', 'electron', 'renderer', 'shared'].flatMap((room) =>
    readdirSync(`${root}/${room}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${room}/${path}`),
  );
  expect(sources.length).toBeGreaterThan(1000);
  const followers = sources.filter(
    (path) => path !== TELLS && found(readFileSync(`${root}/${path}`, 'utf8')),
  );
  expect(followers).toEqual([]);
});
