import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AgentDraft } from '#shared/desk/index.ts';
import { callDesk, describeProblem, onDeskEvent } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const KEY = ['desk', 'agents'] as const;

/** The door for agents and who may come in. */
export function useAgentGateway() {
  const client = useQueryClient();
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type === 'agents') void client.invalidateQueries({ queryKey: KEY });
      }),
    [client],
  );
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => callDesk('getAgentGateway', { signal }) });
}

/** What an agent did, newest first. */
export const useAgentCalls = (agentId: string) =>
  useQuery({
    queryKey: [...KEY, agentId, 'calls'],
    queryFn: ({ signal }) => callDesk('listAgentCalls', { params: { agentId }, signal }),
  });

/** Changes that say when they did not work. */
export function useAgentActions() {
  const client = useQueryClient();
  const tried = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      showToast({ kind: 'error', title: words.agents.notChanged, description: describeProblem(error) });
      return null;
    } finally {
      void client.invalidateQueries({ queryKey: KEY });
    }
  };
  return {
    setEnabled: (enabled: boolean) => tried(callDesk('changeAgentGateway', { body: { enabled } })),
    add: (body: AgentDraft) => tried(callDesk('addAgent', { body })),
    setStopped: (agentId: string, stopped: boolean) =>
      tried(callDesk('changeAgent', { params: { agentId }, body: { stopped } })),
    remove: (agentId: string) => tried(callDesk('removeAgent', { params: { agentId } })),
  };
}
