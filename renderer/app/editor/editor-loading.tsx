import type { ReactElement } from 'react';
import { LiveRegion, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import workbench from '../parts/workbench.module.css';
import css from './editor-loading.module.css';

const t = words.appEditor.editorLoading;

/** The editor's structure before its content. */
export function EditorLoading(): ReactElement {
  return (
    <div className={workbench['page']} aria-busy="true">
      <header className={workbench['bar']}>
        <Skeleton width={28} height={28} />
        <Skeleton width={180} height={16} />
        <span className={css['spring']} />
        <Skeleton width={84} height={28} />
      </header>
      <div className={css['loading']}>
        <aside className={css['loadingSide']}>
          {Array.from({ length: 9 }, (_, row) => (
            <Skeleton key={row} height={28} />
          ))}
        </aside>
      </div>
      <LiveRegion>{t.openingProject}</LiveRegion>
    </div>
  );
}
