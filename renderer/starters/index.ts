export { graphToBegin, isEmptyStart as isEmptyBeginning } from './begin-from.ts';
export { BeginMenu } from './begin-menu.tsx';
export { StartersRow } from './starters-row.tsx';
export { useProjectStarts as useBeginnings } from './use-beginnings.ts';
