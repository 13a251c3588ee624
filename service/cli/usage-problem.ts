/** What is wrong with a command line, in one line; it ends with status 2. */
export class UsageProblem extends Error {
  override name = 'UsageProblem';
}
