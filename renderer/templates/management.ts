import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PublicationDraft } from '#shared/administration/index.ts';
import type { RunInputValue } from '#shared/api/index.ts';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { publishableIn } from './publishable-words.ts';

/** Calls from elsewhere are no events of this computer. */
const CALLS_INTERVAL_MS = 15_000;

/** Managing the templates of the local workspace; the API has no call for it, so that hosted services do it themselves. */

export const isManaged = (connectionId: string): boolean => connectionId === LOCAL_CONNECTION_ID;

const keys = {
  all: ['template-management'] as const,
  pictures: ['template-management', 'pictures'] as const,
  form: (templateId: string) => ['template-management', 'form', templateId] as const,
  template: (templateId: string) => ['template-management', 'template', templateId] as const,
};

/** What can be published of a project as it is saved; read anew for each dialog. @param saveFirst called before. */
export const usePublishable = (
  projectId: string,
  saveFirst: (() => Promise<unknown>) | null,
  enabled: boolean,
) =>
  useQuery({
    queryKey: ['template-management', 'publishable', projectId],
    queryFn: async ({ signal }) => {
      await saveFirst?.();
      const publishable = await callDesk('getPublishable', { params: { projectId }, signal });
      return publishableIn(words.nodeTypes, publishable);
    },
    enabled,
    gcTime: 0,
    staleTime: Infinity,
  });

/** Pictures of templates by their id. */
export const useTemplatePictures = (connectionId: string) =>
  useQuery({
    queryKey: keys.pictures,
    queryFn: ({ signal }) => callDesk('listTemplatePictures', { signal }),
    select: ({ pictures }) => new Map(pictures.map(({ templateId, fileId }) => [templateId, fileId])),
    enabled: isManaged(connectionId),
  });

/** How the inputs of a template are declared; never read of a hosted service, which says no more than its API does. */
export const templateFormQuery = (connectionId: string, templateId: string) =>
  queryOptions({
    queryKey: keys.form(templateId),
    queryFn: ({ signal }) => callDesk('getTemplateForm', { params: { templateId }, signal }),
    enabled: isManaged(connectionId),
    retry: false,
    // A form that comes again shows the template as it is now.
    gcTime: 0,
  });

/** Endpoints and calls of a template; kept current by the runs that this computer sees, and looked at now and then for others. */
export function useManagedTemplate(templateId: string) {
  const client = useQueryClient();
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'run' || event.run.templateId !== templateId) return;
        void client.invalidateQueries({ queryKey: keys.template(templateId) });
      }),
    [client, templateId],
  );
  return useQuery({
    queryKey: keys.template(templateId),
    queryFn: ({ signal }) => callDesk('getManagedTemplate', { params: { templateId }, signal }),
    refetchInterval: CALLS_INTERVAL_MS,
  });
}

/** Publishes, and changes what was published; lists on screen follow each answer. */
export function useTemplateActions(connectionId: string) {
  const client = useQueryClient();
  const refresh = async (): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({
        queryKey: keys.all,
        predicate: ({ queryKey }) => queryKey[1] !== 'publishable',
      }),
      client.invalidateQueries({ queryKey: ['templates', connectionId] }),
    ]);
  };
  // A new key is in the answer and nowhere else: no cache keeps it.
  const publish = useMutation({
    gcTime: 0,
    mutationFn: async ({
      draft,
      saveFirst,
    }: {
      draft: PublicationDraft;
      saveFirst: (() => Promise<unknown>) | null;
    }) => {
      await saveFirst?.();
      return callDesk('publishTemplate', { body: draft });
    },
    onSuccess: (_result, { draft }) => (draft.isTrial ? undefined : refresh()),
  });
  const renewKey = useMutation({
    gcTime: 0,
    mutationFn: (params: { templateId: string; endpointId: string }) =>
      callDesk('renewEndpointKey', { params }),
    onSuccess: refresh,
  });
  const addEndpoint = useMutation({
    gcTime: 0,
    mutationFn: (templateId: string) => callDesk('addEndpoint', { params: { templateId } }),
    onSuccess: refresh,
  });
  const switchEndpoint = useMutation({
    mutationFn: ({ isActive, ...params }: { templateId: string; endpointId: string; isActive: boolean }) =>
      callDesk('switchEndpoint', { params, body: { isActive } }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (templateId: string) => callDesk('deleteTemplate', { params: { templateId } }),
    onSuccess: refresh,
  });
  const open = useMutation({
    mutationFn: ({ templateId, inputs }: { templateId: string; inputs: Record<string, RunInputValue> }) =>
      callDesk('openTemplate', { params: { templateId }, body: { inputs } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['projects', connectionId] }),
  });
  return { publish, renewKey, addEndpoint, switchEndpoint, remove, open };
}
