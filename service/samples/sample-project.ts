import { readFileSync } from 'node:fs';
import { posterGraph } from '#shared/starters/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { writeGraph } from '#service/graphs/rows.ts';
import { cacheGraph } from '#service/graphs/graph-cache.ts';
import { insertProject, saveProject } from '#service/projects/rows.ts';

/** The project that a person finds at first: it looks good, runs at once, and shows what a graph is. */

export const SAMPLE_NAME = 'Welcome poster';

/** What the sample's run gives, small: a new account sees the picture before it has run anything. */
const samplePicture = new URL('sample-project.webp', import.meta.url);

/** Stores the sample's picture. @returns what adds the project to an account; call it inside a transaction. */
export async function prepareSampleProject(
  ctx: ServiceContext,
): Promise<(accountId: string) => Promise<void>> {
  const picture = await ctx.blobs.write(readFileSync(samplePicture));
  return async (accountId) => {
    const project = await insertProject(ctx, { accountId, name: SAMPLE_NAME, thumbnailBlob: picture.hash });
    await writeGraph(ctx, project.id, posterGraph);
    const saved = await saveProject(ctx, project, { nodeCount: posterGraph.nodes.length });
    cacheGraph(ctx, saved.id, saved.version, posterGraph);
  };
}
