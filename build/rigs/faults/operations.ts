import { agentOperations } from './agent-operations.ts';
import { editingOperations } from './editing-operations.ts';
import { endpointOperations } from './endpoint-operations.ts';
import { filmOperations } from './film-operations.ts';
import { libraryOperations } from './library-operations.ts';
import { fileOperations } from './file-operations.ts';
import { mediaDocumentOperations } from './media-document-operations.ts';
import { projectOperations } from './project-operations.ts';
import { readingOperations } from './reading-operations.ts';
import { runOperations } from './run-operations.ts';
import { teamOperations } from './team-operations.ts';
import type { Operation } from './operation.ts';

export const operations: readonly Operation[] = [
  ...projectOperations,
  ...editingOperations,
  ...fileOperations,
  ...runOperations,
  ...libraryOperations,
  ...teamOperations,
  ...mediaDocumentOperations,
  ...filmOperations,
  ...readingOperations,
  ...endpointOperations,
  ...agentOperations,
];
