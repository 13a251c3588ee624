import { createOutputs } from '../library/outputs.ts';
import { createRunOutputs } from '../runs/run-outputs.ts';

/** The table of what runs made, with what the gallery reads of it. */
export function openTestOutputs(options: Parameters<typeof createRunOutputs>[0]) {
  const recorded = createRunOutputs(options);
  return {
    ...recorded,
    ...createOutputs(options.database, recorded),
    find: (id: string) => recorded.rows.find(id),
  };
}
