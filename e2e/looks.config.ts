import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/**
 * `npm run looks`: photographs every page, menus and dialogs, and the canvas at every level of detail, in both themes and
 * three windows. The pictures are for looking at and go to the folder that PATCHBAY_LOOKS names, else to `patchbay-looks`
 * in the system's temporary folder.
 */
export default defineConfig(config, { testMatch: '**/*.looks.ts', timeout: 900_000, retries: 0 });
