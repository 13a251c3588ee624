import type { FaultKind } from './faults.ts';
import type { World } from './world.ts';

/** Something a person does with the app, and what must be true of it however the network lied meanwhile. */
export interface Operation {
  name: string;
  /** It reads event streams: it meets scrambled ones with every seed, and the others never would. */
  streams?: true;
  /** @throws Error naming the promise that was broken. */
  play(world: World, fault: FaultKind): Promise<void>;
}
