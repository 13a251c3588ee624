import { useQueryClient } from '@tanstack/react-query';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { askForFilmUses } from '#renderer/model/film-uses-request.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DetailsPanelProps } from './details-panel.tsx';
import { detailsQuery } from './queries.ts';
import { untouchedQuery } from './use-made-from.ts';
import type { OutputActions } from './use-output-actions.ts';

export interface GalleryCommands extends Pick<DetailsPanelProps, 'onOpenAsItWas' | 'onAgain'> {
  chosen: readonly LibraryOutput[];
  /** The one that the keyboard is at. */
  focused: LibraryOutput | undefined;
  actions: OutputActions;
  showsDetails: boolean;
  onDetails: (shows: boolean) => void;
  onNote: (output: LibraryOutput) => void;
  onCollect: (outputs: readonly LibraryOutput[]) => void;
  onDelete: (outputs: readonly LibraryOutput[]) => void;
  onChooseNone: () => void;
}

/** What can be done with the chosen outputs, by keys and from the menu of a tile. */
export function useGalleryCommands(gallery: GalleryCommands): void {
  const { chosen, focused, actions, showsDetails } = gallery;
  const about = chosen.length > 0 ? chosen : focused === undefined ? [] : [focused];
  const [first] = about;
  const again = useAgain(gallery);
  useCommandContext({
    galleryOutputs: about.length,
    galleryChosen: chosen.length,
    galleryStarred: about.length > 0 && about.every(({ starred }) => starred),
    galleryHidden: about.length > 0 && about.every(({ hidden }) => hidden),
    galleryDetails: showsDetails && about.length === 1,
  });
  useCommands('gallery', {
    'gallery.open': () =>
      first && actions.open(focused !== undefined && about.includes(focused) ? focused : first),
    'gallery.compare': () => actions.compare(about),
    'gallery.details': () => gallery.onDetails(!showsDetails),
    'gallery.star': () => void actions.star(about),
    'gallery.note': () => first && gallery.onNote(first),
    'gallery.collect': () => gallery.onCollect(about),
    'gallery.save': () => void actions.save(about),
    'gallery.copy': () => void (first && actions.copy(first)),
    'gallery.as-it-was': () => first && gallery.onOpenAsItWas(first),
    'gallery.again': () => void (first && again(first)),
    'gallery.find-in-film': () => first && findInFilm(first),
    'gallery.hide': () => void actions.hide(about),
    'gallery.delete': () => gallery.onDelete(about),
    'gallery.choose-none': gallery.onChooseNone,
  });
}

function findInFilm({ connectionId, projectId, fileId, title }: LibraryOutput): void {
  if (projectId === null || fileId === null) return showToast({ title: words.filmUses.noProject });
  return askForFilmUses({ connectionId, projectId, title, of: { fileId } });
}

/** Asks for one change, once it is known what an output was made from; what stands against it is said. */
function useAgain({ onAgain }: Pick<GalleryCommands, 'onAgain'>): (output: LibraryOutput) => Promise<void> {
  const client = useQueryClient();
  return async (output) => {
    const title = `“${output.title.slice(0, 80)}” cannot be made again`;
    try {
      const details = await client.fetchQuery(detailsQuery(output.connectionId, output.id));
      const untouched =
        details.canOpen && output.nodeId !== null ? await client.fetchQuery(untouchedQuery(output)) : [];
      const inputs = [...details.inputs, ...untouched];
      if (details.canOpen && inputs.length > 0) return onAgain(output, inputs, null);
      showToast({ title, description: details.openProblem ?? 'Its inputs are not known on this computer.' });
    } catch (error) {
      showToast({ kind: 'error', title, description: describeProblem(error) });
    }
  };
}
