/** How much of an output came from models, and how a file says so. */
export { addressOfSourceType, readSourceType, SOURCE_TYPES, type SourceType } from './source-types.ts';
export { describeMade, madeBy, provenanceOf, type FileOrigin, type Provenance } from './provenance.ts';
export type { Made } from './ingredients.ts';
