import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

const { grepInvert: _, ...stories } = config;

/** All stories of a file, whichever command plays them: `npm run test:e2e -- e2e/hands.spec.ts`. */
export default defineConfig(stories);
