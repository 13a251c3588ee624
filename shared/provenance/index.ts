/** How much of an output came from models, and how a file says so. */
export { addressOfSourceType, readSourceType, SOURCE_TYPES, type SourceType } from './source-types.ts';
export { describeMixture, mixtureOf, provenanceOf, type FileOrigin, type Provenance } from './provenance.ts';
export type { Mixture } from './ingredients.ts';
