export { contactSheetGraph } from './contact-sheet.ts';
export { photoFinishGraph } from './photo-finish.ts';
export { posterGraph } from './poster.ts';
export { starters, textGraph, typesOf, type Starter, type StarterId } from './starters.ts';
export { titleCardGraph } from './title-card.ts';
export { translateGraph } from './translate-graph.ts';
