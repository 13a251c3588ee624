import type { ReactElement } from 'react';
import { RelativeTime } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useProposals } from '../parts/proposals.ts';
import css from './closed-proposals.module.css';

const t = words.agents.proposal;

/** What agents proposed for this project and what became of it. Nothing where no agent ever did. */
export function ClosedProposals({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string;
}): ReactElement | null {
  const closed = useProposals(connectionId, projectId).data?.closed ?? [];
  if (closed.length === 0) return null;
  return (
    <details className={css['list']}>
      <summary>{t.history}</summary>
      <ul>
        {closed.map((proposal) => (
          <li key={proposal.id}>
            <div className={css['title']} dir="auto">
              {proposal.title}
            </div>
            <div className={css['fact']}>
              {t.documents[proposal.kind]} · <bdi>{proposal.author}</bdi> ·{' '}
              <RelativeTime at={proposal.createdAt} />
            </div>
            <div className={css['fact']}>
              {t.historyLine(proposal.acceptedCount, proposal.dismissedCount, proposal.operationCount)}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
