import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ProposalDecision } from '#shared/desk/index.ts';
import { callDesk, describeProblem, onDeskEvent } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** What agents proposed for a project: for its graph, its storyboard and its timeline. */
export function useProposals(connectionId: string, projectId: string) {
  const client = useQueryClient();
  const key = useMemo(
    () => ['desk', 'proposals', connectionId, projectId] as const,
    [connectionId, projectId],
  );
  useEffect(
    () =>
      onDeskEvent((event) => {
        const isOurs =
          event.type === 'proposals' && event.connectionId === connectionId && event.projectId === projectId;
        if (isOurs) void client.invalidateQueries({ queryKey: key });
      }),
    [client, key, connectionId, projectId],
  );
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callDesk('listProposals', { params: { connectionId, projectId }, signal }),
  });
}

/** Keeps what a person decided, and says when that did not work. */
export async function settleProposal(
  { connectionId, projectId, id: proposalId }: { connectionId: string; projectId: string; id: string },
  decision: ProposalDecision,
): Promise<void> {
  try {
    await callDesk('settleProposal', { params: { connectionId, projectId, proposalId }, body: decision });
  } catch (error) {
    showToast({
      kind: 'error',
      title: words.agents.proposal.notDecided,
      description: describeProblem(error),
    });
  }
}
