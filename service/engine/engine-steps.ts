import { createSerialize, type Serialize } from '#shared/language/serialize.ts';
import { EventLoopYield } from './event-loop-yield.ts';

/**
 * Steps of the engine, one after the other. Of thousands of items there is always a next one, and the database answers
 * before the event loop turns: others get their turn between them.
 */
export function createSteps(run: <T>(work: () => Promise<T>) => Promise<T>): Serialize {
  const serialize = createSerialize();
  const eventLoop = new EventLoopYield();
  return (work) =>
    serialize(async () => {
      await eventLoop.next();
      return await run(async () => work());
    });
}
