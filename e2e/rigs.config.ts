import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

const { grepInvert: _, ...stories } = config;

/** The stories with the tag `@rig`: kills, full disks and very large files. `npm run test:slice` and `npm run test:long`. */
export default defineConfig({ ...stories, grep: /@rig/ });
