export {
  HistoryFilterSelect,
  ProjectHistoryButton,
  useFilmParts,
  type HistoryFilter,
} from './film-history.tsx';
export { newestOf } from './newest-of.ts';
