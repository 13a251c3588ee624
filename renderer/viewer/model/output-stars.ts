import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import type { LibraryOutput, OutputPage } from '#shared/desk/index.ts';
import { callDesk, describeProblem, onDeskEvent, onDeskReconnect } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { NamedOutput } from './viewed-item.ts';

/** The most that a page of the gallery's search has. */
const PAGE_SIZE = 500;

export interface OutputStars {
  /** It is not known yet what the gallery lists. */
  isPending: boolean;
  /** Null of what the gallery does not list, as far as is known: it cannot have a star. */
  isStarred(named: Pick<NamedOutput, 'key' | 'output'>): boolean | null;
  /** Stars it, or takes the star away. What fails is said in a toast. */
  toggle(named: Pick<NamedOutput, 'key' | 'output'>): void;
}

/** Which outputs are asked about: those of a run, else what is one file. */
export type StarSource = { runId: string } | { fileId: string } | null;

/** Of a run where it is known, else of the file; null of a value that no known run made. */
export function starSourceOf({ runId, output }: Pick<NamedOutput, 'runId' | 'output'>): StarSource {
  if (typeof runId === 'string') return { runId };
  return isFileOutput(output) ? { fileId: output.fileId } : null;
}

/** All outputs of the gallery that are of one source. */
async function readEntries(
  connectionId: string,
  source: NonNullable<StarSource>,
  signal: AbortSignal,
): Promise<LibraryOutput[]> {
  const outputs: LibraryOutput[] = [];
  let cursor: string | null = null;
  do {
    const body = { connectionId, ...source, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const page: OutputPage = await callDesk('searchOutputs', { body, signal });
    outputs.push(...page.outputs);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return outputs;
}

/** By its name in the run; what an inner node made, by the file that the run gives out under another name. */
function findEntry(
  outputs: readonly LibraryOutput[],
  { key, output }: Pick<NamedOutput, 'key' | 'output'>,
): LibraryOutput | undefined {
  const isSameFile = ({ fileId }: LibraryOutput): boolean => isFileOutput(output) && fileId === output.fileId;
  return (
    outputs.find((entry) => entry.key === key && (entry.fileId === null || isSameFile(entry))) ??
    outputs.find(isSameFile)
  );
}

/** The stars of the gallery for outputs that are looked at elsewhere, current while they are shown. */
export function useOutputStars(connectionId: string, source: StarSource): OutputStars {
  const client = useQueryClient();
  const id = source === null ? null : 'runId' in source ? source.runId : source.fileId;
  const queryKey = ['desk', 'outputs', connectionId, 'stars', id] as const;
  const query = {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      source === null ? [] : readEntries(connectionId, source, signal),
  };
  const { data: outputs = [], isPending } = useQuery({ ...query, enabled: source !== null });
  useEffect(() => {
    if (id === null) return undefined;
    const refresh = (): void =>
      void client.invalidateQueries({ queryKey: ['desk', 'outputs', connectionId, 'stars', id] });
    const stops = [
      onDeskEvent((event) => {
        if (event.type === 'outputs' && event.connectionId === connectionId) refresh();
      }),
      onDeskReconnect(refresh),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, connectionId, id]);

  const patch = (outputId: string, starred: boolean): void =>
    void client.setQueryData<LibraryOutput[]>(queryKey, (entries) =>
      entries?.map((each) => (each.id === outputId ? { ...each, starred } : each)),
    );
  async function toggle(named: Pick<NamedOutput, 'key' | 'output'>): Promise<void> {
    // A star that is pressed before the gallery is known is set once it is.
    const entries = await client.ensureQueryData(query).catch(() => []);
    const entry = findEntry(entries, named);
    if (entry === undefined) return showToast({ id: 'star', title: words.viewer.notInGallery });
    const starred = !entry.starred;
    // A read that is out would bring the star from before back.
    await client.cancelQueries({ queryKey });
    patch(entry.id, starred);
    try {
      await callDesk('changeOutputs', { body: { outputIds: [entry.id], starred } });
      void client.invalidateQueries({ queryKey: ['desk', 'outputs', connectionId] });
    } catch (error) {
      patch(entry.id, entry.starred);
      showToast({ kind: 'error', title: words.viewer.starNotSaved, description: describeProblem(error) });
    }
  }
  return {
    isPending: source !== null && isPending,
    isStarred: (named) => findEntry(outputs, named)?.starred ?? null,
    toggle: (named) => void toggle(named),
  };
}
