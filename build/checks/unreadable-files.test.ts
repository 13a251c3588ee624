import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';

/** A door by which files of a person come in: they are uploaded, given to a node, or looked among for a missing one. */
const DOOR = /\b(?:uploadFile\(|uploads\.add\(|localCandidates\(files)/;
/** What says of a file that nothing here reads its format. */
const SAYS = /\b(?:unreadableFormat|mediumRejection|fileReadError|addUpload)\b/;

const WITHOUT: Readonly<Record<string, string>> = {
  'uploads/upload-file.ts': 'it is what doors call',
  'app/editor/mask-in-workspace.tsx': 'the mask was drawn here',
  'player/export-in-window.tsx': 'the film was made here',
  'timeline/relink/candidates.ts': 'its dialog asks before',
  'timeline/relink/use-relink.ts': 'its dialog asks before',
};

test('every door for files of a person says which of them cannot be read', () => {
  const pages = join(root, 'renderer');
  const silent = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('testing/'))
    .filter((file) => {
      const source = readFileSync(join(pages, file), 'utf8');
      return DOOR.test(source) && !SAYS.test(source);
    });
  expect(silent.toSorted(), 'use mediumRejection, unreadableFormat or addUpload').toEqual(
    silent.filter((file) => file in WITHOUT).toSorted(),
  );
});
