import { z } from 'zod';

/** What a person lets an agent do. `read` is part of each of the others. */
export const AgentScope = z.enum(['read', 'propose', 'run', 'save']);
export type AgentScope = z.infer<typeof AgentScope>;
