import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpoints, type PublicTemplateSummary } from '#shared/api/index.ts';
import { searchTexts } from '#shared/search/index.ts';
import { readFor, readForQuery } from '#renderer/desk/index.ts';
import { usePagesReadOn } from '#renderer/projects/index.ts';

const PAGE = 50;

export const templatesKey = (connectionId: string, search: string, onlyWithEndpoint: boolean) =>
  ['templates', connectionId, 'list', search, onlyWithEndpoint] as const;

/** Templates of the key's owner, a page at a time; searched by the service. */
export const templateListQuery = (connectionId: string, search: string, onlyWithEndpoint: boolean) =>
  infiniteQueryOptions({
    queryKey: templatesKey(connectionId, search, onlyWithEndpoint),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readForQuery(connectionId, templatesKey(connectionId, search, onlyWithEndpoint))(
        endpoints.templates.list,
        {
          query: {
            limit: PAGE,
            cursor: pageParam,
            search: search || undefined,
            hasEndpoint: onlyWithEndpoint ? true : undefined,
          },
          signal,
        },
      ),
    getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
  });

const useTemplatePages = (
  connectionId: string,
  search: string,
  onlyWithEndpoint: boolean,
  enabled: boolean,
) =>
  useInfiniteQuery({
    ...templateListQuery(connectionId, search, onlyWithEndpoint),
    enabled,
    placeholderData: keepPreviousData,
  });

/** The words that a service searches templates by. */
const textOf = ({ name, description, category, tags }: PublicTemplateSummary): string =>
  [name, description ?? '', category ?? '', ...(tags ?? [])].join('\n');

/** What the service finds; where it finds nothing, those of the newest 2,000 that are near what was typed, and of more when asked. */
export function useTemplates(connectionId: string, search: string, onlyWithEndpoint: boolean) {
  const found = useTemplatePages(connectionId, search, onlyWithEndpoint, true);
  const isNone =
    search !== '' && found.isSuccess && !found.isPlaceholderData && found.data.pages[0]?.data.length === 0;
  const all = useTemplatePages(connectionId, '', onlyWithEndpoint, isNone);
  const pages = isNone ? all : found;
  const { data } = pages;
  const list = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const templates = useMemo(
    () => (isNone ? searchTexts(list, search, textOf) : list),
    [isNone, list, search],
  );
  // A typing error may be in the name of any: all have to be here.
  const fuzzySearch = usePagesReadOn(pages, list.length, isNone);
  const isLoading = pages.isPending || (fuzzySearch.isReading && templates.length === 0);
  return { ...pages, templates, isLoading, fuzzySearch };
}

export const useTemplate = (connectionId: string, templateId: string) =>
  useQuery({
    queryKey: ['templates', connectionId, 'detail', templateId],
    queryFn: ({ signal }) =>
      readFor(connectionId)(endpoints.templates.get, { params: { template_id: templateId }, signal }),
  });

export const useTemplateEndpoints = (connectionId: string, templateId: string) =>
  useQuery({
    queryKey: ['templates', connectionId, 'endpoints', templateId],
    queryFn: async ({ signal }) =>
      (
        await readFor(connectionId)(endpoints.templates.listEndpoints, {
          params: { template_id: templateId },
          signal,
        })
      ).data,
  });

export const useEndpointDocs = (connectionId: string, templateId: string, endpointId: string) =>
  useQuery({
    queryKey: ['templates', connectionId, 'docs', templateId, endpointId],
    queryFn: ({ signal }) =>
      readFor(connectionId)(endpoints.templates.getEndpointDocs, {
        params: { template_id: templateId, endpoint_id: endpointId },
        signal,
      }),
  });
