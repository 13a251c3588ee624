import { useQueryClient } from '@tanstack/react-query';
import { createElement, useState, type ReactElement } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { describeProblem, sendIntent } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DetailsPanelProps } from './details-panel.tsx';
import { detailsQuery } from './queries.ts';
import { RemakeDialog } from './remake-dialog.tsx';
import { untouchedQuery } from './use-made-from.ts';
import type { OutputActions } from './use-output-actions.ts';

const t = words.gallery.useGalleryCommands;

export interface GalleryCommands extends Pick<DetailsPanelProps, 'onOpenAsItWas' | 'onAgain'> {
  selected: readonly LibraryOutput[];
  /** The one that the keyboard is at. */
  focused: LibraryOutput | undefined;
  actions: OutputActions;
  showsDetails: boolean;
  onDetails: (shows: boolean) => void;
  onNote: (output: LibraryOutput) => void;
  onCollect: (outputs: readonly LibraryOutput[]) => void;
  onDelete: (outputs: readonly LibraryOutput[]) => void;
  onSelectNone: () => void;
}

/** What can be done with the chosen outputs, by keys and from the menu of a tile. @returns what asks for one change of them */
export function useGalleryCommands(gallery: GalleryCommands): ReactElement | null {
  const [remade, setRemade] = useState<readonly LibraryOutput[] | null>(null);
  const { selected, focused, actions, showsDetails } = gallery;
  const targets = selected.length > 0 ? selected : focused === undefined ? [] : [focused];
  const [first] = targets;
  const rerun = useRerun(gallery);
  useCommandContext({
    galleryOutputs: targets.length,
    gallerySelected: selected.length,
    galleryStarred: targets.length > 0 && targets.every(({ starred }) => starred),
    galleryHidden: targets.length > 0 && targets.every(({ hidden }) => hidden),
    galleryDetails: showsDetails && targets.length === 1,
  });
  useCommands('gallery', {
    'gallery.open': () =>
      first && actions.open(focused !== undefined && targets.includes(focused) ? focused : first),
    'gallery.compare': () => actions.compare(targets),
    'gallery.details': () => gallery.onDetails(!showsDetails),
    'gallery.star': () => void actions.star(targets),
    'gallery.note': () => first && gallery.onNote(first),
    'gallery.collect': () => gallery.onCollect(targets),
    'gallery.save': () => void actions.save(targets),
    'gallery.copy': () => void (first && actions.copy(first)),
    'gallery.as-it-was': () => first && gallery.onOpenAsItWas(first),
    'gallery.again': () => void (first && rerun(first)),
    'gallery.remake': () => setRemade(targets),
    'gallery.find-in-film': () => first && findInFilm(first),
    'gallery.hide': () => void actions.hide(targets),
    'gallery.delete': () => gallery.onDelete(targets),
    'gallery.choose-none': gallery.onSelectNone,
  });
  const onClose = () => setRemade(null);
  return remade === null ? null : createElement(RemakeDialog, { outputs: remade, onClose });
}

function findInFilm({ connectionId, projectId, fileId, title }: LibraryOutput): void {
  if (projectId === null || fileId === null) return showToast({ title: words.filmUses.noProject });
  return sendIntent({ kind: 'show-film-uses', connectionId, projectId, title, of: { fileId } });
}

/** Asks for one change, once it is known what an output was made from; what stands against it is said. */
function useRerun({ onAgain }: Pick<GalleryCommands, 'onAgain'>): (output: LibraryOutput) => Promise<void> {
  const client = useQueryClient();
  return async (output) => {
    const title = t.cannotCreatedRetry(output.title.slice(0, 80));
    try {
      const details = await client.fetchQuery(detailsQuery(output.connectionId, output.id));
      const untouched =
        details.canOpen && output.nodeId !== null ? await client.fetchQuery(untouchedQuery(output)) : [];
      const inputs = [...details.inputs, ...untouched];
      if (details.canOpen) return onAgain(output, inputs, null);
      showToast({ title, description: details.openProblem ?? t.inputsNotComputer });
    } catch (error) {
      showToast({ kind: 'error', title, description: describeProblem(error) });
    }
  };
}
