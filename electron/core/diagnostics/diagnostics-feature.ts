import { join } from 'node:path';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { diagnosticsResponse, type BundleOptions } from './bundle.ts';

/** The bundle that a person sends when something is wrong. */
export function openDiagnostics(
  { options, folder, clock }: CoreContext,
  deps: Omit<BundleOptions, 'journal' | 'logFile' | 'clock'>,
) {
  return {
    routes: {
      getDiagnostics: () =>
        diagnosticsResponse({
          ...deps,
          journal: join(folder, 'journal'),
          logFile: join(options.dataDirectory, 'logs', 'desk.log'),
          clock,
        }),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature;
}
