import { z } from 'zod';
import { EditableGraph, PublicRunCreateRequest } from '../api/index.ts';
import { DEFAULT_LIMITS, parseJsonBytes, validate } from '../reading/index.ts';

/** What made an output, as a saved file carries it: its graph as it ran, and what it was called. */

const KIND = 'patchbay/settings';
/** The ending of the file beside a saved output that cannot carry its settings itself. */
export const SIDECAR_ENDING = '.patchbay.json';
/** Bytes of the unpacked settings. */
const MAX_SETTINGS_BYTES = DEFAULT_LIMITS.bytes;

const Name = z.string().max(500).nullable();

export const SavedSettings = z.object({
  kind: z.literal(KIND),
  version: z.literal(1),
  /** The program's version that wrote it. */
  writtenBy: z.string().max(100),
  project: z.object({ name: Name, version: z.int().nullable() }),
  /** Its name for people, and the node that made it. */
  output: z.object({ title: Name, nodeId: Name }),
  /** Inputs that the run had instead of those of its graph; they are in `graph` already. */
  inputOverrides: PublicRunCreateRequest.shape.inputOverrides.default({}),
  /** False where the run may have had other values in some inputs. */
  isExact: z.boolean(),
  /** How many values were left out, because they looked like keys, signed addresses or places on a computer. */
  removed: z.int().min(0),
  /** As it ran. */
  graph: EditableGraph,
});
export type SavedSettings = z.infer<typeof SavedSettings>;

export const newSettings = (settings: Omit<SavedSettings, 'kind' | 'version'>): SavedSettings => ({
  kind: KIND,
  version: 1,
  ...settings,
});

/** Settings that were read, nothing that looks like them, or a sentence why they cannot be read. */
export type ReadSettingsResult =
  | { found: 'settings'; settings: SavedSettings }
  | { found: 'nothing' }
  | { found: 'problem'; problem: string };

const problem = (sentence: string): ReadSettingsResult => ({ found: 'problem', problem: sentence });

export const DAMAGED_SETTINGS =
  'The settings in this file are damaged. Add it as a file, or save it again from where it was made.';

/** Reads settings from JSON that anybody may have written. @param isOurs whether it was found where ours are. */
export function readSettings(bytes: Uint8Array, isOurs: boolean): ReadSettingsResult {
  const json = parseJsonBytes(bytes, {
    label: 'The settings in this file',
    hint: 'Add it as a file.',
    limits: { ...DEFAULT_LIMITS, bytes: MAX_SETTINGS_BYTES },
  });
  if (!json.ok) {
    if (json.problem.limit !== undefined) return problem(json.problem.message);
    return isOurs ? problem(DAMAGED_SETTINGS) : { found: 'nothing' };
  }
  const { value } = json;
  const head = z.object({ kind: z.literal(KIND), version: z.int() }).safeParse(value);
  if (!head.success) return isOurs ? problem(DAMAGED_SETTINGS) : { found: 'nothing' };
  if (head.data.version > 1) {
    return problem(
      'The settings in this file were written by a newer version of Patchbay. Update Patchbay, or add it as a file.',
    );
  }
  const settings = validate(SavedSettings, value);
  return settings.ok ? { found: 'settings', settings: settings.value } : problem(DAMAGED_SETTINGS);
}
