import { FolderOpen, FolderPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import type { OutputCollection } from '#shared/desk/index.ts';
import { Button, Dialog, plural } from '#renderer/ui/index.ts';
import css from './gallery.module.css';

/** Asks which collection outputs are added to. @param onChoose null for a new one. */
export function CollectDialog({
  count,
  collections,
  onClose,
  onChoose: onSelect,
}: {
  count: number;
  collections: readonly OutputCollection[];
  onClose: () => void;
  onChoose: (collectionId: string | null) => void;
}): ReactElement {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add ${plural(count, 'output')} to a collection`}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <ul className={css['choices']} aria-label="Collections">
        {collections.map(({ id, name, count: size }) => (
          <li key={id}>
            <Button icon={<FolderOpen aria-hidden />} onClick={() => onSelect(id)}>
              <bdi>{name.slice(0, 80)}</bdi> · {plural(size, 'output')}
            </Button>
          </li>
        ))}
        <li>
          <Button icon={<FolderPlus aria-hidden />} onClick={() => onSelect(null)}>
            New collection…
          </Button>
        </li>
      </ul>
    </Dialog>
  );
}
