import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ModelProvider } from '#shared/administration/index.ts';
import type { Chat, ChatChange, ChatQuestion } from '#shared/desk/index.ts';
import { callDesk, describeProblem, onDeskEvent } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.chat;

interface ProjectKey {
  connectionId: string;
  projectId: string;
}

/** The conversation about a project, as it goes on. */
export function useChat({ connectionId, projectId }: ProjectKey) {
  const client = useQueryClient();
  const key = useMemo(() => ['desk', 'chat', connectionId, projectId] as const, [connectionId, projectId]);
  useEffect(
    () =>
      onDeskEvent((event) => {
        // What runs of it cost comes with what is known of agents.
        const isOurs =
          event.type === 'agents' ||
          (event.type === 'chat' && event.connectionId === connectionId && event.projectId === projectId);
        if (isOurs) void client.invalidateQueries({ queryKey: key });
      }),
    [client, key, connectionId, projectId],
  );
  const query = useQuery({
    queryKey: key,
    // What was told while the panel was closed has not been heard.
    refetchOnMount: 'always',
    queryFn: ({ signal }) => callDesk('getChat', { params: { connectionId, projectId }, signal }),
  });
  const actions = useMemo(() => {
    const params = { connectionId, projectId };
    /** @returns whether it worked */
    const tried = async (work: Promise<Chat>, problem: string): Promise<boolean> => {
      try {
        client.setQueryData(key, await work);
        return true;
      } catch (error) {
        showToast({ kind: 'error', title: problem, description: describeProblem(error) });
        return false;
      }
    };
    return {
      submit: (body: ChatQuestion) => tried(callDesk('addChatQuestion', { params, body }), t.questionFailed),
      stop: () => tried(callDesk('stopChat', { params }), t.notChanged),
      renew: () => tried(callDesk('clearChat', { params }), t.notChanged),
      change: (body: ChatChange) => tried(callDesk('changeChat', { params, body }), t.notChanged),
    };
  }, [client, key, connectionId, projectId]);
  return { query, actions };
}

export type ChatActions = ReturnType<typeof useChat>['actions'];

/** A connected service with a text model. */
export interface TextModel {
  service: string;
  model: string | null;
}

const textModelsOf = (providers: readonly ModelProvider[]): TextModel[] =>
  providers.flatMap(({ name, models }) =>
    models.filter(({ kind }) => kind === 'text').map(({ model }) => ({ service: name, model })),
  );

/** The text models that are connected, sorted by the names of their services; followed while they change. */
export function useTextModels() {
  const client = useQueryClient();
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type === 'node-types') void client.invalidateQueries({ queryKey: ['chat', 'models'] });
      }),
    [client],
  );
  return useQuery({
    queryKey: ['chat', 'models'],
    // A model is connected on another page, while nothing here listens.
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => textModelsOf((await callDesk('listModelProviders', { signal })).providers),
  });
}
