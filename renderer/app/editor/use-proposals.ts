import { useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { acceptItems, keysOf, openProposal, type OpenProposal } from '#shared/agents/index.ts';
import type { Proposal, ProposalDecision } from '#shared/desk/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { words } from '#renderer/words/index.ts';
import { settleProposal, useProposals } from '../parts/proposals.ts';

const t = words.agents.proposal;

/** What is open of a proposal over the graph of the moment. */
function useOpenProposal(session: EditorSession, proposal: Proposal | null): OpenProposal | null {
  const { store, catalog } = session;
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  // Typing goes first: what is proposed follows in its own time.
  const graph = useDeferredValue(useSyncExternalStore(subscribe, () => store.getGraph()));
  return useMemo(
    () => (proposal === null ? null : openProposal(proposal, graph, catalog)),
    [proposal, graph, catalog],
  );
}

/** Whether nothing is left of a proposal once some of its operations are settled. */
const isSettled = (
  session: EditorSession,
  proposal: Proposal,
  { accepted, dismissed }: Omit<ProposalDecision, 'closed'>,
) =>
  openProposal(
    {
      ...proposal,
      accepted: [...proposal.accepted, ...accepted],
      dismissed: [...proposal.dismissed, ...dismissed],
    },
    session.store.getGraph(),
    session.catalog,
  ).items.length === 0;

/** Accepts items of a proposal: one step of the graph, with the agent's name. */
export function acceptProposal(session: EditorSession, proposal: Proposal, ids: readonly string[]): void {
  const { store, catalog } = session;
  const open = openProposal(proposal, store.getGraph(), catalog);
  const { operations, keys } = acceptItems(open, ids, store.getGraph(), catalog);
  if (!session.apply(t.acceptedStep(proposal.title, proposal.author), operations)) return;
  const settled = { accepted: keys, dismissed: [] };
  void settleProposal(proposal, { ...settled, closed: isSettled(session, proposal, settled) });
}

/** Lets items of a proposal go. */
export function dismissProposal(
  session: EditorSession,
  proposal: Proposal,
  ids: readonly string[] | null,
): void {
  const open = openProposal(proposal, session.store.getGraph(), session.catalog);
  const items = open.items.filter(({ id }) => ids === null || ids.includes(id));
  const settled = { accepted: [], dismissed: keysOf(items) };
  void settleProposal(proposal, {
    ...settled,
    closed: ids === null || isSettled(session, proposal, settled),
  });
}

/** The proposal that lies over the graph, and the way to the next one. */
export function useVisibleProposal({
  connectionId,
  projectId,
  session,
}: {
  connectionId: string;
  projectId: string;
  session: EditorSession;
}): { visible: Proposal | null; open: OpenProposal | null; next: (() => void) | null } {
  const list = useProposals(connectionId, projectId).data?.open ?? [];
  const [id, setId] = useState<string | null>(null);
  const index = Math.max(
    0,
    list.findIndex((proposal) => proposal.id === id),
  );
  const visible = list[index] ?? null;
  const open = useOpenProposal(session, visible);
  const following = list[(index + 1) % Math.max(1, list.length)];
  return {
    visible,
    open,
    next: list.length > 1 && following ? () => setId(following.id) : null,
  };
}
