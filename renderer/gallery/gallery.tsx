import { Images } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { runKeyCommand } from '#renderer/commands/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, EmptyState, ErrorState, LiveRegion, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { CollectDialog } from './collect-dialog.tsx';
import { CollectionNameDialog, CollectionsMenu, useCollectionActions } from './collections-menu.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DetailsPanel, type DetailsPanelProps } from './details-panel.tsx';
import { FilterBar, FilterChips } from './filter-bar.tsx';
import { isFiltered, noFilters, searchOf, type GalleryFilters } from './filters.ts';
import { OutputGrid } from './output-grid.tsx';
import { useCollections, useFacets, useOutputList } from './queries.ts';
import { emptySelection, retainExisting, type Selection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { PendingChanges } from './pending-changes.tsx';
import { useGalleryCommands } from './use-gallery-commands.ts';
import { useOutputActions, type OutputActions } from './use-output-actions.ts';
import css from './gallery.module.css';

const t = words.gallery.gallery;

export interface GalleryProps extends Pick<DetailsPanelProps, 'onOpenAsItWas' | 'onAgain'> {
  connectionId: string;
  /** Null shows the outputs of all projects. */
  projectId: string | null;
  projectHref: (projectId: string) => string;
  onCover: (output: LibraryOutput) => void;
}

/** Everything that runs made, found again: a project's outputs, or those of all. */
export function Gallery(props: GalleryProps): ReactElement {
  const { connectionId, projectId } = props;
  const [filters, setFilters] = useState<GalleryFilters>(noFilters);
  const change = useCallback(
    (next: Partial<GalleryFilters>) => setFilters((current) => ({ ...current, ...next })),
    [],
  );
  // Typing does not wait for the list.
  const settled = useDeferredValue(filters);
  const [date] = useState(() => new Date());
  const search = useMemo(
    () => searchOf({ connectionId, projectId }, settled, date),
    [connectionId, projectId, settled, date],
  );
  const list = useOutputList(search);
  const facets = useFacets(connectionId, projectId).data;
  const collections = useCollections(connectionId).data ?? [];
  const showCollection = (collectionId: string | null) => change({ collectionId });
  const collecting = useCollectionActions(connectionId, showCollection);
  const actions = useOutputActions(connectionId, list);
  return (
    <section className={css['gallery']} aria-label={words.common.outputs} data-notices="below">
      <div className={css['head']}>
        <FilterBar
          connectionId={connectionId}
          filters={filters}
          onFilters={change}
          facets={facets}
          showsNodes={projectId !== null}
        />
        <CollectionsMenu
          collections={collections}
          selectedId={filters.collectionId}
          onShow={showCollection}
          actions={collecting}
        />
        <FilterChips filters={filters} onFilters={change} />
      </div>
      <Found
        {...props}
        key={JSON.stringify(search)}
        list={list}
        filters={filters}
        onFilters={change}
        actions={actions}
        collections={collections}
        collecting={collecting}
      />
      <CollectionNameDialog actions={collecting} />
    </section>
  );
}

interface FoundProps extends GalleryProps {
  list: ReturnType<typeof useOutputList>;
  filters: GalleryFilters;
  onFilters: (change: Partial<GalleryFilters>) => void;
  actions: OutputActions;
  collections: NonNullable<ReturnType<typeof useCollections>['data']>;
  collecting: ReturnType<typeof useCollectionActions>;
}

/** What the search found, what is chosen of it, and the details of one. */
function Found(props: FoundProps): ReactElement {
  const { list, filters, onFilters, actions, collections, collecting } = props;
  const { outputs, total, hasMore, phase, error, unreadRuns } = useStore(list.store);
  const [selected, setSelection] = useState<Selection>(emptySelection);
  const [showsDetails, setShowsDetails] = useState(true);
  const [notingId, setNotingId] = useState<string | null>(null);
  const [collected, setCollected] = useState<readonly LibraryOutput[] | null>(null);
  const [deleting, setDeleting] = useState<readonly LibraryOutput[] | null>(null);
  const selection = useMemo(() => retainExisting(selected, idsOf(outputs)), [selected, outputs]);
  const picked = useMemo(() => outputs.filter(({ id }) => selection.ids.has(id)), [outputs, selection]);
  const [only] = picked.length === 1 ? picked : [];
  const loadNextPage = useCallback(() => void list.loadNextPage(), [list]);
  const addTo = (adding: readonly LibraryOutput[], collectionId: string | null) => {
    const outputIds = idsOf(adding);
    const collection = collections.find((item) => item.id === collectionId);
    if (collection === undefined) collecting.setNaming({ kind: 'new', outputIds });
    else void collecting.add(collection, outputIds);
  };
  const selectNone = () => setSelection({ ...selection, ids: new Set() });
  const remakeDialog = useGalleryCommands({
    selected: picked,
    focused: outputs.find(({ id }) => id === selection.focusId),
    actions,
    showsDetails,
    onDetails: setShowsDetails,
    onNote: ({ id }) => {
      setSelection({ ids: new Set([id]), focusId: id, anchorId: id });
      setShowsDetails(true);
      setNotingId(id);
    },
    onCollect: setCollected,
    onDelete: setDeleting,
    onSelectNone: selectNone,
    onOpenAsItWas: props.onOpenAsItWas,
    onAgain: props.onAgain,
  });

  if (outputs.length === 0) return <NoOutputs {...props} {...{ phase, error, unreadRuns }} />;
  return (
    <>
      {picked.length > 0 ? (
        <SelectionBar
          selected={picked}
          actions={actions}
          collections={collections}
          collectionId={filters.collectionId}
          onAddTo={(id) => addTo(picked, id)}
          onRemoveFrom={(id) => void collecting.remove(id, idsOf(picked))}
          onDelete={() => setDeleting(picked)}
          onDetails={() => setShowsDetails(true)}
          onClear={selectNone}
        />
      ) : (
        <OutputCount connectionId={props.connectionId} {...{ unreadRuns, total: total ?? outputs.length }} />
      )}
      <div className={css['body']}>
        <OutputGrid
          label={words.common.outputs}
          outputs={outputs}
          total={total ?? outputs.length}
          selection={selection}
          onSelection={setSelection}
          showsProject={props.projectId === null}
          hasNextPage={hasMore && error === null}
          onLoadNextPage={loadNextPage}
          onOpen={actions.open}
          onStar={(output) => void actions.star([output])}
          onStack={(output) =>
            onFilters({ stackOf: { id: output.id, label: t.stackOf(output.title.slice(0, 60)) } })
          }
          onKey={(event) => runKeyCommand('gallery', event.nativeEvent)}
        />
        {only !== undefined && showsDetails ? (
          <DetailsPanel
            output={only}
            projectHref={only.projectId === null ? null : props.projectHref(only.projectId)}
            onClose={() => setShowsDetails(false)}
            onOpen={actions.open}
            onNote={(output, note) => void actions.change([output], { note })}
            acceptsNote={notingId === only.id}
            onNoteRead={() => setNotingId(null)}
            onShowRun={(output) =>
              onFilters({ run: { id: output.runId, label: t.runOf(output.title.slice(0, 60)) } })
            }
            onShowBatch={({ id, kind, name }) => onFilters({ madeBy: { id, kind, name } })}
            onOpenAsItWas={props.onOpenAsItWas}
            onAgain={props.onAgain}
            onCover={props.onCover}
          />
        ) : null}
      </div>
      {remakeDialog}
      <ListProblem error={error} onRetry={() => void list.refresh()} />
      <LiveRegion>{picked.length > 1 ? t.selected(picked.length) : ''}</LiveRegion>
      <FoundDialogs
        collected={collected}
        onCollected={setCollected}
        collections={collections}
        onAddTo={addTo}
        deleting={deleting}
        onDeleting={setDeleting}
        onDelete={(outputs) => void actions.delete(outputs)}
      />
    </>
  );
}

/** How many there are, and what is still on its way: earlier runs to here, changes to the service. */
const OutputCount = (props: { connectionId: string; total: number; unreadRuns: number }): ReactElement => (
  <p className={css['count']}>
    {words.counts.outputs(props.total)}
    {props.unreadRuns > 0 ? t.reading(props.unreadRuns) : ''}
    <PendingChanges connectionId={props.connectionId} />
  </p>
);

/** What went wrong below a list that is shown all the same. */
function ListProblem({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement | null {
  if (error === null) return null;
  return (
    <p role="alert" className={css['count']}>
      {describeProblem(error)}{' '}
      <Button size="small" onClick={onRetry}>
        {words.common.tryRetry}
      </Button>
    </p>
  );
}

const idsOf = (outputs: readonly LibraryOutput[]): string[] => outputs.map(({ id }) => id);

type Some = readonly LibraryOutput[] | null;

/** Questions about some of the outputs: which collection they join, and whether they are deleted. */
function FoundDialogs({
  collected,
  onCollected,
  collections,
  onAddTo,
  deleting,
  onDeleting,
  onDelete,
}: Pick<FoundProps, 'collections'> & {
  collected: Some;
  onCollected: (outputs: Some) => void;
  onAddTo: (outputs: readonly LibraryOutput[], collectionId: string | null) => void;
  deleting: Some;
  onDeleting: (outputs: Some) => void;
  onDelete: (outputs: readonly LibraryOutput[]) => void;
}): ReactElement {
  return (
    <>
      {collected === null ? null : (
        <CollectDialog
          count={collected.length}
          collections={collections}
          onClose={() => onCollected(null)}
          onSelect={(id) => {
            onCollected(null);
            onAddTo(collected, id);
          }}
        />
      )}
      {deleting === null ? null : (
        <DeleteDialog
          outputs={deleting}
          onClose={() => onDeleting(null)}
          onDelete={() => {
            onDeleting(null);
            onDelete(deleting);
          }}
        />
      )}
    </>
  );
}

function NoOutputs({
  phase,
  error,
  unreadRuns,
  filters,
  onFilters,
  list,
}: FoundProps & { phase: string; error: unknown; unreadRuns: number }): ReactElement {
  if (phase === 'loading') {
    return (
      <div className={css['loading']} aria-busy="true">
        {Array.from({ length: 12 }, (_, tile) => (
          <Skeleton key={tile} height="auto" radius={10} style={{ aspectRatio: '4 / 3' }} />
        ))}
      </div>
    );
  }
  if (error !== null) {
    return (
      <ErrorState
        title={t.outputsCouldNotRead}
        text={describeProblem(error)}
        onRetry={() => void list.refresh()}
      />
    );
  }
  return isFiltered(filters) ? (
    <EmptyState
      icon={<Images />}
      title={t.noOutputsMatch}
      text={isFiltered({ ...filters, text: '' }) ? t.changeRemoveFilterSee : t.tryAnotherWordFewer}
      action={<Button onClick={() => onFilters(noFilters)}>{t.showAllOutputs}</Button>}
    />
  ) : (
    <EmptyState
      drawing="gallery"
      title={unreadRuns > 0 ? t.reading2(unreadRuns) : t.noBeenYet}
      text={t.runsMakeCollectedFrom}
    />
  );
}
