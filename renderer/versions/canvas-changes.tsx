import type { ReactElement } from 'react';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { Button } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './compare.module.css';

const t = words.versions.canvasChanges;

/** How many frames and notes differ from a version, with what brings them back. */
export function CanvasChanges({
  operations,
  onRestore,
}: {
  operations: readonly CanvasOperation[];
  onRestore: () => void;
}): ReactElement | null {
  const count = new Set(operations.map(({ kind, id }) => `${kind} ${id}`)).size;
  if (count === 0) return null;
  return (
    <section className={css['changes']} aria-label={t.framesNotes}>
      <h3 className={css['group']}>{t.framesNotes}</h3>
      <div className={css['changeHead']}>
        <span className={css['changeName']}>{words.counts.changes(count)}</span>
        <Button size="small" aria-label={t.restoreFramesNotes} onClick={onRestore}>
          {t.restore}
        </Button>
      </div>
    </section>
  );
}
