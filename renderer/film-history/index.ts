export {
  HistoryFilterSelect,
  ProjectHistoryButton,
  useFilmHistories as useFilmParts,
  type HistoryFilter,
} from './film-history.tsx';
export { mergeByDate as newestOf } from './newest-of.ts';
