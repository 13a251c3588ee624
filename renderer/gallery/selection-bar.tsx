import {
  Columns2,
  Copy,
  Download,
  EyeOff,
  Folder,
  FolderDown,
  FolderPlus,
  Info,
  Repeat2,
  Star,
  Trash2,
  X,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { LibraryOutput, OutputCollection } from '#shared/desk/index.ts';
import { commands, keysLabel } from '#renderer/commands/index.ts';
import { Button, IconButton, Menu, type MenuEntries } from '#renderer/ui/index.ts';
import {
  canSaveFolder,
  DragOut,
  SaveChoices,
  saveOutputsAsFolder,
  viewedOutput,
} from '#renderer/viewer/index.ts';
import { number, words } from '#renderer/words/index.ts';
import type { OutputActions } from './use-output-actions.ts';
import css from './gallery.module.css';

const t = words.gallery.selectionBar;

export interface SelectionBarProps {
  selected: readonly LibraryOutput[];
  actions: OutputActions;
  collections: readonly OutputCollection[];
  /** The collection that is shown. */
  collectionId: string | null;
  onAddTo: (collectionId: string | null) => void;
  onRemoveFrom: (collectionId: string) => void;
  onDelete: () => void;
  onDetails: () => void;
  onClear: () => void;
}

/** What can be done with the outputs that are chosen. */
export function SelectionBar(props: SelectionBarProps): ReactElement {
  const { selected, actions, collections, collectionId } = props;
  const [only] = selected.length === 1 ? selected : [];
  const isStarred = selected.every(({ starred }) => starred);
  const isHidden = selected.every(({ hidden }) => hidden);
  const entries: MenuEntries = [
    ...collections.map(({ id, name, count }) => ({
      id,
      label: name.slice(0, 80),
      detail: words.counts.outputs(count),
      icon: <Folder aria-hidden />,
      onSelect: () => props.onAddTo(id),
    })),
    collections.length > 0 && { kind: 'separator', id: 'separator' },
    {
      id: 'new',
      label: t.newCollection,
      icon: <FolderPlus aria-hidden />,
      onSelect: () => props.onAddTo(null),
    },
  ];
  return (
    <div className={css['selectionBar']} role="toolbar" aria-label={t.selectedOutputs}>
      <IconButton
        label={words.commandWords.commands['gallery.choose-none'].title}
        shortcut={keysLabel('gallery.choose-none', 'gallery')}
        onClick={props.onClear}
      >
        <X />
      </IconButton>
      <span className={css['chosen']} data-several={selected.length > 1 || undefined}>
        {number(selected.length)} <span>{t.countLabel(selected.length)}</span>
      </span>
      {selected.length >= 2 && selected.length <= 4 ? (
        <Button size="small" icon={<Columns2 aria-hidden />} onClick={() => actions.compare(selected)}>
          {t.compare}
        </Button>
      ) : null}
      <Button size="small" icon={<Download aria-hidden />} onClick={() => void actions.save(selected)}>
        {selected.length > 1 ? t.saveZip : t.saveAs}
      </Button>
      <SelectedActions selected={selected} />
      <Menu
        entries={entries}
        trigger={
          <Button size="small" icon={<FolderPlus aria-hidden />}>
            {t.addCollection}
          </Button>
        }
      />
      {collectionId === null ? null : (
        <Button size="small" onClick={() => props.onRemoveFrom(collectionId)}>
          {t.applyOut}
        </Button>
      )}
      <IconButton
        label={isStarred ? t.removeStar : t.star}
        shortcut={keysLabel('gallery.star', 'gallery')}
        aria-pressed={isStarred}
        onClick={() => void actions.star(selected)}
      >
        <Star />
      </IconButton>
      <SelectedDragOut selected={selected} />
      {only === undefined ? null : (
        <SingleSelection output={only} actions={actions} onDetails={props.onDetails} />
      )}
      <IconButton
        label={isHidden ? t.showRetry : t.hide}
        shortcut={keysLabel('gallery.hide', 'gallery')}
        onClick={() => void actions.hide(selected)}
      >
        <EyeOff />
      </IconButton>
      <IconButton label={t.delete} shortcut={keysLabel('gallery.delete', 'gallery')} onClick={props.onDelete}>
        <Trash2 />
      </IconButton>
    </div>
  );
}

/** Makes them again with one change. */
const RemakeButton = (): ReactElement => (
  <IconButton
    label={t.remake}
    shortcut={keysLabel('gallery.remake', 'gallery')}
    onClick={() => commands.run('gallery.remake')}
  >
    <Repeat2 />
  </IconButton>
);

/** Nothing for a single text or value, which is copied instead. */
function SelectedDragOut({ selected }: Pick<SelectionBarProps, 'selected'>): ReactElement | null {
  const [first] = selected;
  if (first === undefined) return null;
  if (selected.length > 1) return <DragOut source={{ outputIds: selected.map(({ id }) => id) }} />;
  return first.fileId === null || first.missing ? null : <DragOut source={{ item: viewedOutput(first) }} />;
}

/** What can be done with one output alone. */
function SingleSelection({
  output,
  actions,
  onDetails,
}: Pick<SelectionBarProps, 'actions' | 'onDetails'> & { output: LibraryOutput }): ReactElement {
  return (
    <>
      <IconButton
        label={t.copy}
        shortcut={keysLabel('gallery.copy', 'gallery')}
        onClick={() => void actions.copy(output)}
      >
        <Copy />
      </IconButton>
      <IconButton label={t.details} shortcut={keysLabel('gallery.details', 'gallery')} onClick={onDetails}>
        <Info />
      </IconButton>
    </>
  );
}

/** Saving them as a folder, how they are saved, and making them again. */
const SelectedActions = ({ selected }: Pick<SelectionBarProps, 'selected'>): ReactElement => (
  <>
    <SaveFolderButton selected={selected} />
    <span className={css['roomy']}>
      <RemakeButton />
    </span>
  </>
);

function SaveFolderButton({ selected }: Pick<SelectionBarProps, 'selected'>): ReactElement | null {
  const [first = null] = selected;
  const only = selected.length === 1 && first?.fileId != null ? first : null;
  if (selected.length < 2 || !canSaveFolder()) return <SaveChoices output={only} />;
  return (
    <>
      <Button
        size="small"
        aria-label={t.saveFolder}
        icon={<FolderDown aria-hidden />}
        onClick={() => void saveOutputsAsFolder(selected.map(({ id }) => id))}
      >
        {t.asFolder}
      </Button>
      <SaveChoices />
    </>
  );
}
