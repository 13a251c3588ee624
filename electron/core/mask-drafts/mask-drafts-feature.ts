import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_MASK_DRAFTS, MaskDraft } from '#shared/desk/index.ts';
import { createSerialize } from '#shared/language/serialize.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { jsonFile, quarantineOptions } from '../storage/atomic-file.ts';

interface DraftAddress {
  connectionId: string;
  projectId: string;
  nodeId: string;
  input: string;
}

/** A draft with whose it is. */
const StoredDraft = MaskDraft.extend({
  connectionId: z.string(),
  projectId: z.string(),
  nodeId: z.string(),
  input: z.string(),
});

/** Masks that are drawn and not saved, a file for each in `mask-drafts`. */
export function openMaskDrafts(
  { folder, clock, log }: CoreContext,
  { signals }: { signals: ConnectionSignals },
) {
  const directory = join(folder, 'mask-drafts');
  const serialize = createSerialize();
  const pathOf = ({ connectionId, projectId, nodeId, input }: DraftAddress): string => {
    const name = createHash('sha256').update(JSON.stringify([connectionId, projectId, nodeId, input]));
    return join(directory, `${name.digest('hex')}.json`);
  };

  const fileOf = (path: string) =>
    jsonFile(
      path,
      StoredDraft,
      quarantineOptions(
        () => clock.now(),
        // What is damaged stays for those who can mend it.
        (quarantined) => log.warn({ path: quarantined }, 'a mask that was stored cannot be read'),
      ),
    );
  const remove = async (path: string): Promise<void> => {
    await rm(path, { force: true });
    await rm(`${path}.last-good`, { force: true });
  };

  const files = async (): Promise<string[]> =>
    (await readdir(directory).catch(() => []))
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(directory, name));

  async function evictOldest(): Promise<void> {
    const ages = await Promise.all(
      (await files()).map(async (path) => ({
        path,
        time: (await stat(path).catch(() => null))?.mtimeMs ?? 0,
      })),
    );
    const oldest = ages.toSorted((a, b) => b.time - a.time).slice(MAX_MASK_DRAFTS);
    for (const { path } of oldest) await remove(path);
  }

  signals.removed.listen((connectionId) =>
    serialize(async () => {
      for (const path of await files())
        if ((await fileOf(path).load())?.connectionId === connectionId) await remove(path);
    }),
  );

  return {
    routes: {
      readMaskDraft: ({ params }) =>
        serialize(async () => {
          const stored = await fileOf(pathOf(params)).load();
          return { draft: stored && { png: stored.png, savedAt: stored.savedAt } };
        }),
      writeMaskDraft: ({ params, body }) =>
        serialize(async () => {
          const { connectionId, projectId, nodeId, input } = params;
          const savedAt = new Date(clock.now()).toISOString();
          const stored = { connectionId, projectId, nodeId, input, png: body.png, savedAt };
          await fileOf(pathOf(params)).save(stored);
          await evictOldest();
        }),
      removeMaskDraft: ({ params }) => serialize(() => remove(pathOf(params))),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
