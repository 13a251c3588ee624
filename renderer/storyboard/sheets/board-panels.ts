import type { StoryboardDocument, StoryboardShot } from '#shared/storyboard/document.ts';
import {
  inOrder,
  mediaOfShot,
  resolveMedia,
  type FindLibraryFile,
  type ResolvedMedia,
} from '#shared/storyboard/media.ts';
import { notesIn } from '#shared/storyboard/notes.ts';
import { transitionInOf, transitionSeconds } from '#shared/storyboard/transitions.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.storyboardSheets.boardPanels;

/** A panel as it is printed. */
export interface PrintedPanel {
  /** `2.3`, or `2.3b` for the second panel of a shot that has several. */
  number: string;
  name: string;
  words: string;
  notes: string;
  /** Of the whole shot; null on all but its first panel. */
  seconds: number | null;
  /** How the shot comes in, unless at once; on its first panel. */
  transitionIn: string;
  /** The picture; null where there is none. */
  fileId: string | null;
  /** What stands in the frame where there is no picture. */
  placeholder: string;
}

export interface PrintedScene {
  heading: string;
  caption: string;
  panels: PrintedPanel[];
}

const placeholders = {
  url: words.storyboard.frame.link,
  document: words.storyboard.frame.document,
  unresolved: words.storyboard.frame.notFound,
  unsupported: words.storyboard.frame.notPicture,
} as const;

function frameOf(media: ResolvedMedia | undefined): Pick<PrintedPanel, 'fileId' | 'placeholder'> {
  if (!media) return { fileId: null, placeholder: '' };
  if (media.kind !== 'file') return { fileId: null, placeholder: placeholders[media.kind] };
  const { file, type } = media;
  if (type === 'image') return { fileId: file.fileId, placeholder: file.filename };
  return { fileId: null, placeholder: `${type === 'video' ? t.video : t.sound}: ${file.filename}` };
}

/** `a` to `z` for the panels of a shot, and numbers after those. */
const letterOf = (index: number): string => (index < 26 ? String.fromCharCode(97 + index) : `-${index + 1}`);

function panelsOfShot(
  shot: StoryboardShot,
  number: string,
  { seconds, transitionIn }: Pick<PrintedPanel, 'transitionIn'> & { seconds: number },
  find: FindLibraryFile,
): PrintedPanel[] {
  const frames = inOrder(shot.panels).flatMap(({ item: panel }) => {
    const resolved = mediaOfShot({ ...shot, panels: [panel] }, []).map((media) => resolveMedia(media, find));
    const [first, ...remaining] = resolved;
    if (!first && !panel.name && !panel.description) return [];
    const words = [panel.name, panel.description].filter(Boolean).join(': ');
    return [{ ...frameOf(first), words }, ...remaining.map((media) => ({ ...frameOf(media), words: '' }))];
  });
  const visible = frames.length === 0 ? [{ ...frameOf(undefined), words: '' }] : frames;
  return visible.map((frame, index) => {
    const isFirst = index === 0;
    return {
      ...frame,
      number: visible.length > 1 ? number + letterOf(index) : number,
      name: isFirst ? (shot.name ?? '') : '',
      words: isFirst ? [shot.description, frame.words].filter(Boolean).join('\n') : frame.words,
      notes: isFirst ? notesIn(shot.ext) : '',
      seconds: isFirst ? seconds : null,
      transitionIn: isFirst ? transitionIn : '',
    };
  });
}

function printedTransition(shot: StoryboardShot, seconds: number, isFirst: boolean): string {
  const transition = transitionInOf(shot.transition, isFirst);
  if (transition === 'cut') return '';
  return words.storyboard.entrance.printed(transition, formatSeconds(transitionSeconds(seconds)));
}

/** What is printed of a board, scene by scene; a shot without a panel gets an empty frame. */
export const panelsOfBoard = (
  { sequences, settings }: StoryboardDocument,
  find: FindLibraryFile,
): PrintedScene[] => {
  const first = sequences.find(({ shots }) => shots.length > 0)?.shots[0];
  return sequences.map((scene, index) => ({
    heading: scene.name ? `${index + 1} ${scene.name}` : t.scene(index + 1),
    caption: scene.description ?? '',
    panels: scene.shots.flatMap((shot, shotIndex) => {
      const seconds = shot.durationSeconds ?? settings.defaultFrameDuration;
      const transition = printedTransition(shot, seconds, shot === first);
      return panelsOfShot(shot, `${index + 1}.${shotIndex + 1}`, { seconds, transitionIn: transition }, find);
    }),
  }));
};
