import { z } from 'zod';
import { EditableInputValue } from '../api/schemas/documents.ts';

/** The node of the run that exports a film, by which such runs are known. */
export const FILM_NODE_ID = 'exported-film';

/** An input that a run had otherwise than its graph. */
export const RunChange = z.object({
  nodeId: z.string(),
  nodeTitle: z.string(),
  name: z.string(),
  value: EditableInputValue,
});
export type RunChange = z.infer<typeof RunChange>;

/** What a run was for that is not the project as it stands: a graph run once more, with what was changed of it, or a film. */
export const RunPurpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once'), changes: z.array(RunChange) }),
  z.object({ kind: z.literal('film'), filename: z.string() }),
]);
export type RunPurpose = z.infer<typeof RunPurpose>;
