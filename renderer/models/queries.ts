import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ModelListRequest, ModelProviderDraft, ModelTestRequest } from '#shared/administration/index.ts';
import { callDesk } from '#renderer/desk/index.ts';

const keys = { providers: ['models', 'providers'] as const };

/** The providers of the local service, sorted by name; read anew whenever the window gets the focus. */
export function useModelProviders() {
  const query = useQuery({
    queryKey: keys.providers,
    queryFn: ({ signal }) => callDesk('listModelProviders', { signal }),
    // The command line changes them too.
    staleTime: 0,
  });
  const { refetch } = query;
  useEffect(() => {
    // A terminal beside the window never hides the page: only the focus says that a person is back.
    const onFocus = (): void => void refetch();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [refetch]);
  return query;
}

/** Adds, changes and removes providers; the list on screen follows each answer. */
export function useModelProviderActions() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.providers });
  const save = useMutation({
    // A typed key is in this call and nowhere else: no cache keeps what a finished call was given.
    gcTime: 0,
    mutationFn: ({ replaces, draft }: { replaces: string | null; draft: ModelProviderDraft }) =>
      replaces === null
        ? callDesk('addModelProvider', { body: draft })
        : callDesk('changeModelProvider', { params: { name: replaces }, body: draft }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (name: string) => callDesk('removeModelProvider', { params: { name } }),
    onSuccess: refresh,
  });
  return { save, remove };
}

export const useModelList = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (request: ModelListRequest) => callDesk('listModels', { body: request }),
  });

/** Tries each model in turn, and ends at the first that does not work. */
export const useModelTest = () =>
  useMutation({
    gcTime: 0,
    mutationFn: async (requests: readonly ModelTestRequest[]) => {
      const messages: string[] = [];
      for (const body of requests) {
        const { problem, message } = await callDesk('testModel', { body });
        if (problem !== null) return { ok: false, messages: [message] };
        if (!messages.includes(message)) messages.push(message);
      }
      return { ok: true, messages };
    },
  });

export const useLocalModels = () => useMutation({ mutationFn: () => callDesk('findLocalModels', {}) });
