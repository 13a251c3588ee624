import { readFileSync } from 'node:fs';
import type { Language } from '#shared/desk/languages.ts';
import { posterGraph, translateGraph } from '#shared/starters/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { writeGraph } from '#service/graphs/rows.ts';
import { cacheGraph } from '#service/graphs/graph-cache.ts';
import { insertProject, saveProject } from '#service/projects/rows.ts';
import { samplePicture, translatorTo } from './language.ts';

/** The project that a person finds at first: it looks good, runs at once, and shows what a graph is. */

export const SAMPLE_NAME = 'Welcome poster';

/** Stores the sample's picture. @returns what adds the project to an account; call it inside a transaction. */
export async function prepareSampleProject(
  ctx: ServiceContext,
  language: Language,
): Promise<(accountId: string) => Promise<void>> {
  const translate = translatorTo(language);
  const graph = translateGraph(posterGraph, translate);
  // What the sample's run gives, small: a new account sees the picture before it has run anything.
  const picture = await ctx.blobs.write(readFileSync(samplePicture('sample-project', language)));
  return async (accountId) => {
    const name = translate(SAMPLE_NAME);
    const project = await insertProject(ctx, { accountId, name, thumbnailBlob: picture.hash });
    await writeGraph(ctx, project.id, graph);
    const saved = await saveProject(ctx, project, { nodeCount: graph.nodes.length });
    cacheGraph(ctx, saved.id, saved.version, graph);
  };
}
