import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, EmptyState, ErrorState, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { usePagesReadOn } from './use-pages-read-on.ts';
import css from './projects-page.module.css';

const t = words.projects.noProjects;

export const LoadingCards = (): ReactElement => (
  <div className={css['grid']} aria-busy="true">
    {Array.from({ length: 8 }, (_, card) => (
      <div key={card} className={css['skeletonCard']}>
        <Skeleton height="auto" radius={10} style={{ aspectRatio: '16 / 10' }} />
        <Skeleton width="70%" height={14} />
        <Skeleton width="40%" height={12} />
      </div>
    ))}
  </div>
);

/** What stands in the place of the cards when there are none, and why. */
export function NoProjects({
  problem,
  search,
  fuzzySearch: { readOnly, readOn },
  newButton,
  onRetry,
  onShowAll,
}: {
  problem: string | null;
  search: string;
  /** How far it was looked for typing errors. */
  fuzzySearch: Pick<ReturnType<typeof usePagesReadOn>, 'readOnly' | 'readOn'>;
  newButton: ReactElement;
  onRetry: () => void;
  onShowAll: () => void;
}): ReactElement {
  return (
    <div className={css['fill']}>
      {problem !== null ? (
        <ErrorState title={t.projectsCouldNotRead} text={problem} onRetry={onRetry} />
      ) : search ? (
        <EmptyState
          icon={<Search />}
          title={t.noProjectCalled(search)}
          text={readOnly === null ? t.namesSearchedTryFewer : t.typoLimit(readOnly)}
          action={
            <>
              {readOnly === null ? null : <Button onClick={readOn}>{words.common.readOlder}</Button>}
              <Button onClick={onShowAll}>{t.showAllProjects}</Button>
            </>
          }
        />
      ) : (
        <EmptyState
          drawing="projects"
          title={words.projects.none}
          text={words.projects.noneDetail}
          action={newButton}
        />
      )}
    </div>
  );
}
