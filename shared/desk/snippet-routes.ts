import { z } from 'zod';
import { route } from './route.ts';

/** Selections of nodes that a person saved by name, on this computer and for all services. */

export const MAX_SNIPPETS = 200;
/** Letters of one snippet's nodes. */
export const MAX_SNIPPET_LETTERS = 1_000_000;
/** Letters of all snippets together. */
export const MAX_SNIPPETS_LETTERS = 16_000_000;
const MAX_TYPES = 1000;

const Name = z
  .string()
  .trim()
  .min(1, 'Give the snippet a name.')
  .max(120, 'Choose a name of at most 120 letters.');

export const Snippet = z.object({
  id: z.string(),
  name: Name,
  /** The nodes as clipboard text. */
  clip: z.string().max(MAX_SNIPPET_LETTERS, 'This selection is too large for a snippet. Select fewer nodes.'),
  /** Of its nodes, each once. */
  types: z.array(z.string().max(200)).max(MAX_TYPES),
  nodeCount: z.int().min(0),
  /** ISO. */
  createdAt: z.string(),
});
export type Snippet = z.infer<typeof Snippet>;

export const SnippetDraft = Snippet.pick({ name: true, clip: true, types: true, nodeCount: true });
export type SnippetDraft = z.infer<typeof SnippetDraft>;

export const snippetRoutes = {
  /** By name. */
  listSnippets: route('GET', '/desk/snippets', { response: z.object({ snippets: z.array(Snippet) }) }),
  createSnippet: route('POST', '/desk/snippets', { body: SnippetDraft, response: Snippet }),
  renameSnippet: route('PATCH', '/desk/snippets/{snippetId}', {
    body: z.strictObject({ name: Name }),
    response: Snippet,
  }),
  deleteSnippet: route('DELETE', '/desk/snippets/{snippetId}'),
} as const;
