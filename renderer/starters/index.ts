export { graphToBegin, isEmptyBeginning } from './begin-from.ts';
export { BeginMenu } from './begin-menu.tsx';
export { StartersRow } from './starters-row.tsx';
export { useBeginnings } from './use-beginnings.ts';
