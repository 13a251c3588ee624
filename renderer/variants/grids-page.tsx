import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { Batch } from '#shared/desk/index.ts';
import { progressText, useBatches } from '#renderer/batches/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  RelativeTime,
  Skeleton,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { GridView, type GridViewProps } from './grid-view.tsx';
import css from './variants.module.css';

const t = words.variants.gridsPage;

/** The grids of a project: all of them, or the one that is open. */
export function GridsPage({
  connectionId,
  projectId,
  gridId,
  hrefOf,
  onVary,
  onDeleted,
  onApply,
}: {
  connectionId: string;
  projectId: string;
  gridId: string | null;
  /** Address of a grid; null for the list. */
  hrefOf: (gridId: string | null) => string;
  /** Leads to the graph, where inputs are chosen. */
  onVary: () => void;
  onDeleted: () => void;
  onApply: GridViewProps['onApply'];
}): ReactElement {
  const grids = useBatches({ connectionId, projectId });
  if (gridId !== null) {
    return (
      <GridView key={gridId} id={gridId} listHref={hrefOf(null)} onDeleted={onDeleted} onApply={onApply} />
    );
  }
  if (grids.isError) {
    return (
      <ErrorState
        title={t.gridsCouldNotRead}
        text={describeProblem(grids.error)}
        onRetry={() => void grids.refetch()}
      />
    );
  }
  const gridBatches = grids.data?.filter(({ kind }) => kind === 'grid');
  if (gridBatches === undefined) {
    return (
      <Page busy>
        <PageHeader title={t.grids} />
        <Skeleton height={56} radius={10} />
        <Skeleton height={56} radius={10} style={{ marginTop: 8 }} />
      </Page>
    );
  }
  if (gridBatches.length === 0) {
    return (
      <EmptyState
        drawing="grids"
        title={t.noGridsYet}
        text={t.varyThreeInputsSee}
        action={
          <Button variant="primary" onClick={onVary}>
            {t.varyInput}
          </Button>
        }
      />
    );
  }
  return (
    <Page>
      <PageHeader
        title={t.grids}
        actions={
          <Button icon={<Plus aria-hidden />} onClick={onVary}>
            {t.varyInput}
          </Button>
        }
      />
      <ul className={css['list']}>
        {gridBatches.map((grid) => (
          <GridRow key={grid.id} grid={grid} href={hrefOf(grid.id)} />
        ))}
      </ul>
    </Page>
  );
}

function GridRow({ grid, href }: { grid: Batch; href: string }): ReactElement {
  return (
    <li>
      <Link className={css['gridRow']} href={href}>
        <span className={css['gridName']} dir="auto">
          {grid.name}
        </span>
        <span className={css['quiet']}>{progressText(grid)}</span>
        <span className={css['quiet']}>
          <RelativeTime at={grid.createdAt} />
        </span>
      </Link>
    </li>
  );
}
