/** How much of an output came from models, and how a file says so. */
export { addressOfSourceType, readSourceType } from './source-types.ts';
export { describeMixture, mixtureOf, type FileOrigin, type Provenance } from './provenance.ts';
export type { Mixture } from './ingredients.ts';
