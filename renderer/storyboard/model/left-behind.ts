import type { StoryboardWarning } from '#shared/api/schemas/storyboards.ts';
import type { StoryboardDocument, StoryboardMedia } from '#shared/storyboard/document.ts';
import { inOrder, resolveMedia, type FindLibraryFile } from '#shared/storyboard/media.ts';
import { displayFileName } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** A shot and what of it does not come to the timeline. */
export interface LeftBehind {
  key: string;
  /** What the shot is called: its number, and its name where it has one. */
  name: string;
  text: string;
}

const AT_MEDIA = /^(?:document\.)?sequences\.(\d+)\.shots\.(\d+)(?:\.panels\.(\d+)(?:\.media(?:\.(\d+))?)?)?/;

/** What the warnings of a service say against a shot: pictures beyond the first, and its sentences about others. */
interface OfShot {
  name: string;
  extra: string[];
  remaining: Map<string, string[]>;
}

/**
 * What shots leave behind: a line for each shot and reason, and one for each sentence that is about no shot.
 * @param board as it was sent. @param warnings what the service said of it.
 */
export function leftBehind(
  board: StoryboardDocument,
  warnings: readonly StoryboardWarning[],
  find: FindLibraryFile,
): LeftBehind[] {
  const shots = new Map<string, OfShot>();
  const unassigned = new Set<string>();
  for (const { code, message, path } of warnings) {
    const [, scene = '', shot = '', panel, index] = AT_MEDIA.exec(path) ?? [];
    const name = nameOfShot(board, Number(scene), Number(shot));
    if (scene === '' || name === null) {
      unassigned.add(message);
      continue;
    }
    const key = `${scene} ${shot}`;
    const found = shots.get(key) ?? { name, extra: [], remaining: new Map<string, string[]>() };
    shots.set(key, found);
    const media = board.sequences[Number(scene)]?.shots[Number(shot)]?.panels[Number(panel ?? NaN)]?.media;
    const medium = Array.isArray(media) ? media[Number(index ?? NaN)] : media;
    const file = medium === undefined || medium === null ? words.boardUpdate.picture : nameOf(medium, find);
    if (code === 'EXTRA_PANEL_MEDIA_SKIPPED') found.extra.push(file);
    else found.remaining.set(message, [...(found.remaining.get(message) ?? []), file]);
  }
  return [
    ...[...shots].flatMap(([key, { name, extra, remaining: filesByMessage }]) =>
      [
        ...(extra.length > 0 ? [words.boardUpdate.onlyFirst(extra)] : []),
        ...[...filesByMessage].map(([message, files]) =>
          words.boardUpdate.skipped([...new Set(files)], message),
        ),
      ].map((text) => ({ key: `${key} ${text}`, name, text })),
    ),
    ...[...unassigned].map((text) => ({ key: text, name: '', text })),
  ];
}

/** `1.2 Harbor`: the number of a shot as it plays, and its name; null where there is none. */
function nameOfShot({ sequences }: StoryboardDocument, scene: number, shot: number): string | null {
  const sceneAt = inOrder(sequences).findIndex(({ index }) => index === scene);
  const shots = sequences[scene]?.shots ?? [];
  const shotAt = inOrder(shots).findIndex(({ index }) => index === shot);
  const found = shots[shot];
  if (!found || sceneAt === -1 || shotAt === -1) return null;
  return words.boardUpdate.shot(`${sceneAt + 1}.${shotAt + 1}`, found.name || found.description);
}

function nameOf(media: StoryboardMedia, find: FindLibraryFile): string {
  const resolved = resolveMedia({ media, path: '' }, find);
  if (resolved.kind === 'file') return displayFileName(resolved.file.filename);
  if (typeof media === 'string') return media;
  return media.filename || media.url || media.fileId || media.documentId || words.boardUpdate.picture;
}
