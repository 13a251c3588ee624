import { cp } from 'node:fs/promises';

/** The variable that names the folder made by `prepared-data.setup.ts`. */
export const preparedData = 'PATCHBAY_E2E_PREPARED_DATA';

/** Makes a data folder of a workspace that was started once, in which nobody has done anything. */
export async function copyPreparedData(to: string): Promise<void> {
  const from = process.env[preparedData];
  if (from === undefined) throw new Error('The data folder of the stories was not prepared.');
  await cp(from, to, { recursive: true });
}
