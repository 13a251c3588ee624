import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

const { grepInvert: _, ...stories } = config;

const isSlice = process.env['PATCHBAY_RIGS'] === 'slice';

/**
 * Stories that `npm test` leaves out. Those with the tag `@rig` (kills, full disks, very large files, a service that goes
 * away, two windows at once) are played by `npm run test:slice` and `npm run test:long`, those with `@long` by the latter alone.
 */
export default defineConfig({ ...stories, grep: isSlice ? /@rig\b/ : /@(?:rig|long)\b/ });
