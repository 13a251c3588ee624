/** A marked part of a film, in seconds. */
export interface FilmRange {
  from: number;
  to: number;
}
