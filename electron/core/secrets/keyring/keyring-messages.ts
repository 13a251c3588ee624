import { z } from 'zod';

/** What the keyring's process is asked. Secrets go over the pipe between the two processes and nowhere else. */
export const KeyringRequest = z.discriminatedUnion('operation', [
  z.object({ id: z.int(), operation: z.literal('get'), account: z.string() }),
  z.object({ id: z.int(), operation: z.literal('set'), account: z.string(), secret: z.string() }),
  z.object({ id: z.int(), operation: z.literal('delete'), account: z.string() }),
]);
export type KeyringRequest = z.infer<typeof KeyringRequest>;

export const KeyringReply = z.object({
  id: z.int(),
  /** What was found by `get`; null for the others. */
  secret: z.string().nullable(),
  /** Why it was not done; null when it was. */
  error: z.string().nullable(),
});
export type KeyringReply = z.infer<typeof KeyringReply>;
