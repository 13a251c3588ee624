export { graphToBegin } from './begin-from.ts';
export { StartersRow } from './starters-row.tsx';
