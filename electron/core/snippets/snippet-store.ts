import { createSerialize } from '#shared/language/serialize.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MAX_SNIPPETS, MAX_SNIPPETS_LETTERS, Snippet, type SnippetDraft } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { jsonFile } from '../storage/atomic-file.ts';

/** Snippets of the person, in `snippets.json`. Each change resolves when it is on the disk. */
export interface SnippetStore {
  load(): Promise<void>;
  list(): readonly Snippet[];
  /** @throws DeskError where there are too many, or they are too large together. */
  create(draft: SnippetDraft, at: string): Promise<Snippet>;
  /** @throws DeskError `NOT_FOUND` */
  rename(id: string, name: string): Promise<Snippet>;
  /** One that is gone already is no error. */
  remove(id: string): Promise<void>;
}

const SnippetFile = z.object({ version: z.literal(1), snippets: z.array(Snippet) });

const byName = (a: Snippet, b: Snippet): number => a.name.localeCompare(b.name) || a.id.localeCompare(b.id);

/** @param onQuarantine called when the file was damaged, and whether an earlier copy could be used. */
export function snippetStore(
  path: string,
  getTime: () => number,
  onQuarantine: (isReadable: boolean) => void,
): SnippetStore {
  let isDamaged = false;
  const file = jsonFile(path, SnippetFile, {
    now: getTime,
    onQuarantine: () => {
      isDamaged = true;
    },
  });
  let snippets: readonly Snippet[] = [];
  const serialize = createSerialize();

  /** One change after the other; what could not be written is as if it had not been asked for. */
  function change<T>(make: () => { next: readonly Snippet[]; result: T }): Promise<T> {
    return serialize(async () => {
      const { next, result } = make();
      await file.save({ version: 1, snippets: [...next] });
      snippets = next;
      return result;
    });
  }

  return {
    async load() {
      const stored = await file.load();
      if (isDamaged) onQuarantine(stored !== null);
      snippets = stored?.snippets.toSorted(byName) ?? [];
    },
    list: () => snippets,
    create: (draft, at) =>
      change(() => {
        const letters = snippets.reduce((sum, { clip }) => sum + clip.length, draft.clip.length);
        if (snippets.length >= MAX_SNIPPETS || letters > MAX_SNIPPETS_LETTERS) {
          throw new DeskError(
            'INVALID_REQUEST',
            'There is no room for another snippet. Delete some that you no longer need.',
          );
        }
        const snippet: Snippet = { ...draft, id: `snippet_${randomUUID()}`, createdAt: at };
        return { next: [...snippets, snippet].sort(byName), result: snippet };
      }),
    rename: (id, name) =>
      change(() => {
        const found = snippets.find((snippet) => snippet.id === id);
        if (!found) throw new DeskError('NOT_FOUND', 'This snippet no longer exists.');
        const renamed = { ...found, name };
        const remaining = snippets.filter((snippet) => snippet !== found);
        return { next: [...remaining, renamed].sort(byName), result: renamed };
      }),
    remove: (id) =>
      change(() => ({ next: snippets.filter((snippet) => snippet.id !== id), result: undefined })),
  };
}
