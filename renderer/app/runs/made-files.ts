import { queryOptions } from '@tanstack/react-query';
import type { OutputSearch } from '#shared/desk/index.ts';
import type { CreatedFiles } from '#shared/storyboard/film-uses.ts';
import { callDesk, type IntentOf } from '#renderer/desk/index.ts';

const PAGE = 500;
/** Of the newest outputs of a node or run, so that a node that made very many ends as well. */
const MAX_PAGES = 40;

/** The files among the outputs of a search, also those that a person has hidden. */
async function filesOf(search: OutputSearch, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  for (const hidden of [undefined, true] as const) {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const body = { ...search, limit: PAGE, ...(hidden && { hidden }), ...(cursor && { cursor }) };
      const { outputs, nextCursor } = await callDesk('searchOutputs', { body, signal });
      found.push(...outputs.flatMap(({ fileId }) => fileId ?? []));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
  }
  return found;
}

/** Where something is used on storyboard and timeline, as another page asks. */
export type FilmUsesRequest = Omit<IntentOf<'show-film-uses'>, 'kind'>;

/** What nodes or a run made, as far as this computer saw it. */
export const outputFilesQuery = ({ connectionId, projectId, of }: FilmUsesRequest) =>
  queryOptions({
    queryKey: ['made-files', connectionId, projectId, of] as const,
    // What is asked for again may have been made meanwhile.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<CreatedFiles> => {
      if ('fileId' in of) return { fileIds: new Set([of.fileId]), nodeIds: new Set(), runIds: new Set() };
      if ('runId' in of) {
        const fileIds = await filesOf({ connectionId, runId: of.runId }, signal);
        return { fileIds: new Set(fileIds), nodeIds: new Set(), runIds: new Set([of.runId]) };
      }
      const lists = await Promise.all(
        of.nodeIds.map((nodeId) => filesOf({ connectionId, projectId, nodeId }, signal)),
      );
      return { fileIds: new Set(lists.flat()), nodeIds: new Set(of.nodeIds), runIds: new Set() };
    },
  });
