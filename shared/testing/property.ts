import * as fc from 'fast-check';

/**
 * fast-check with one seed for all property tests: a test run says the same thing twice, so a red one is about the change
 * at hand. Look for new cases by hand with `PATCHBAY_SEED=<number>`; a case that is found belongs in a test of its own.
 */
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process?.env['PATCHBAY_SEED'] ?? 20_261_122),
});

export * from 'fast-check';
export { runs } from './size.ts';
