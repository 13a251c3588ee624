import { useQueryClient } from '@tanstack/react-query';
import { FolderOpen, MoreHorizontal, PencilLine, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { OutputCollection } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, IconButton, Menu, Select, showToast, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { galleryKeys } from './queries.ts';
import css from './gallery.module.css';

const t = words.gallery.collectionsMenu;

/** What is being named: a new collection of these outputs, or one that there is. */
export type Naming =
  | { kind: 'new'; outputIds: readonly string[] }
  | { kind: 'rename'; collection: OutputCollection };

/** Making, changing and undoing collections. What fails is said in a toast. */
export function useCollectionActions(connectionId: string, onShow: (collectionId: string | null) => void) {
  const client = useQueryClient();
  const [naming, setNaming] = useState<Naming | null>(null);

  async function attempt(title: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      await client.invalidateQueries({ queryKey: galleryKeys.collections(connectionId) });
      return true;
    } catch (error) {
      showToast({ kind: 'error', title, description: describeProblem(error) });
      return false;
    }
  }
  const changeItems = (collectionId: string, body: { add?: string[]; remove?: string[] }) =>
    attempt(t.collectionNotChanged, () =>
      callDesk('changeCollectionItems', { params: { collectionId }, body }),
    );
  const change = (collectionId: string, body: { name?: string; deleted?: boolean }) =>
    attempt(t.collectionNotChanged, () => callDesk('changeCollection', { params: { collectionId }, body }));

  return {
    naming,
    setNaming,
    async add(collection: OutputCollection, outputIds: readonly string[]) {
      if (!(await changeItems(collection.id, { add: [...outputIds] }))) return;
      showToast({
        kind: 'ok',
        title: t.addedTo(collection.name),
        action: {
          label: t.undo,
          run: () => void changeItems(collection.id, { remove: [...outputIds] }),
        },
      });
    },
    async remove(collectionId: string, outputIds: readonly string[]) {
      if (!(await changeItems(collectionId, { remove: [...outputIds] }))) return;
      showToast({
        title: t.outCollection,
        action: { label: t.undo, run: () => void changeItems(collectionId, { add: [...outputIds] }) },
      });
    },
    async name(name: string) {
      if (naming === null) return;
      setNaming(null);
      if (naming.kind === 'rename') {
        await change(naming.collection.id, { name });
        return;
      }
      const outputIds = [...naming.outputIds];
      const created = await attempt(t.collectionNot, () =>
        callDesk('createCollection', { body: { connectionId, name, outputIds } }),
      );
      if (created)
        showToast({
          kind: 'ok',
          title: words.gallery.collectionMade(name),
          description: words.gallery.collectionHolds(outputIds.length),
        });
    },
    async delete(collection: OutputCollection) {
      if (!(await change(collection.id, { deleted: true }))) return;
      onShow(null);
      showToast({
        title: t.collectionDeleted(collection.name),
        description: t.outputsRemain,
        action: { label: t.undo, run: () => void change(collection.id, { deleted: false }) },
      });
    },
  };
}

export type CollectionActions = ReturnType<typeof useCollectionActions>;

/** Chooses the collection that is shown, and changes it. */
export function CollectionsMenu({
  collections,
  selectedId,
  onShow,
  actions,
}: {
  collections: readonly OutputCollection[];
  selectedId: string | null;
  onShow: (collectionId: string | null) => void;
  actions: CollectionActions;
}): ReactElement | null {
  const selected = collections.find(({ id }) => id === selectedId);
  if (collections.length === 0) return null;
  return (
    <div className={css['collections']}>
      <FolderOpen aria-hidden />
      <Select
        label={t.collection}
        hideLabel
        value={selected?.id ?? ''}
        options={[
          { value: '', label: t.allOutputs },
          ...collections.map(({ id, name, count }) => ({
            value: id,
            label: `${name.slice(0, 60)} (${count})`,
          })),
        ]}
        onValueChange={(id) => onShow(id === '' ? null : id)}
      />
      {selected === undefined ? null : (
        <Menu
          align="end"
          trigger={
            <IconButton label={t.actionsCollection(selected.name.slice(0, 80))}>
              <MoreHorizontal />
            </IconButton>
          }
          entries={[
            {
              id: 'rename',
              label: t.rename,
              icon: <PencilLine aria-hidden />,
              onSelect: () => actions.setNaming({ kind: 'rename', collection: selected }),
            },
            {
              id: 'delete',
              label: t.deleteCollection,
              icon: <Trash2 aria-hidden />,
              isDestructive: true,
              onSelect: () => void actions.delete(selected),
            },
          ]}
        />
      )}
    </div>
  );
}

/** Asks for the name of a collection. */
export function CollectionNameDialog({ actions }: { actions: CollectionActions }): ReactElement | null {
  const { naming } = actions;
  if (naming === null) return null;
  return <NameForm key={naming.kind} naming={naming} actions={actions} />;
}

function NameForm({ naming, actions }: { naming: Naming; actions: CollectionActions }): ReactElement {
  const [name, setName] = useState(naming.kind === 'rename' ? naming.collection.name : '');
  const close = () => actions.setNaming(null);
  const isEmpty = name.trim() === '';
  const submit = () => {
    if (!isEmpty) void actions.name(name.trim());
  };
  return (
    <Dialog
      open
      onClose={close}
      title={naming.kind === 'rename' ? t.renameCollection : t.newCollection}
      footer={
        <>
          <Button onClick={close}>{words.common.cancel}</Button>
          <Button variant="primary" disabledReason={isEmpty ? words.whyNot.name : null} onClick={submit}>
            {naming.kind === 'rename' ? t.rename2 : t.createCollection}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField label={t.name} value={name} maxLength={200} onValueChange={setName} />
      </form>
    </Dialog>
  );
}
