/** The database cannot be used at present, or ended what was under way. The message says so to people. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** As that, and nothing was kept: the same may be asked again. */
export class DatabaseUnreachable extends DatabaseUnavailable {
  override name = 'DatabaseUnreachable';
}

/** The database cannot be used as it is; the message says why and what to do. */
export class DatabaseProblem extends Error {
  override name = 'DatabaseProblem';
}
