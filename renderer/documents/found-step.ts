/** The step of what was left unsaved on this computer. */
export const FOUND_STEP = 'unsaved changes found here';
