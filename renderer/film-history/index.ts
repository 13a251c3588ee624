export { FilmHistory } from './film-history.tsx';
