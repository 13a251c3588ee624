import type { Transfer } from '#shared/desk/index.ts';

/** Tells how far a transfer is; what is left out stays as it was. */
export type TransferReport = (
  change: Partial<Omit<Transfer, 'id' | 'kind' | 'state' | 'error' | 'connectionId'>>,
) => void;
