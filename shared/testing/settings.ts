import { Settings } from '../desk/schemas.ts';

/** The settings of somebody who changed these alone. */
export const settingsWith = (changes: Partial<Settings> = {}): Settings => ({
  ...Settings.parse({}),
  ...changes,
});
