import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm run screenshots`: plays the tour and writes the pictures of README and docs anew. */
export default defineConfig(config, { testMatch: '**/*.shots.ts', timeout: 240_000 });
