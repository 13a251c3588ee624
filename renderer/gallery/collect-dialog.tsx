import { FolderOpen, FolderPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import type { OutputCollection } from '#shared/desk/index.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './gallery.module.css';

const t = words.gallery.collectDialog;

/** Asks which collection outputs are added to. @param onChoose null for a new one. */
export function CollectDialog({
  count,
  collections,
  onClose,
  onSelect,
}: {
  count: number;
  collections: readonly OutputCollection[];
  onClose: () => void;
  onSelect: (collectionId: string | null) => void;
}): ReactElement {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.addCollection(count)}
      footer={<Button onClick={onClose}>{words.common.cancel}</Button>}
    >
      <ul className={css['choices']} aria-label={t.collections}>
        {collections.map(({ id, name, count: size }) => (
          <li key={id}>
            <Button icon={<FolderOpen aria-hidden />} onClick={() => onSelect(id)}>
              <bdi>{name.slice(0, 80)}</bdi> · {words.counts.outputs(size)}
            </Button>
          </li>
        ))}
        <li>
          <Button icon={<FolderPlus aria-hidden />} onClick={() => onSelect(null)}>
            {t.newCollection}
          </Button>
        </li>
      </ul>
    </Dialog>
  );
}
