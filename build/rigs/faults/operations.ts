import { editingOperations } from './editing-operations.ts';
import { endpointOperations } from './endpoint-operations.ts';
import { fileOperations } from './file-operations.ts';
import { mediaDocumentOperations } from './media-document-operations.ts';
import { projectOperations } from './project-operations.ts';
import { readingOperations } from './reading-operations.ts';
import { runOperations } from './run-operations.ts';
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

export const operations: readonly Operation[] = [
  ...projectOperations,
  ...editingOperations,
  ...fileOperations,
  ...runOperations,
  ...mediaDocumentOperations,
  ...readingOperations,
  ...endpointOperations,
];
