/** A backup cannot be made, proved or put back; the message says why and what to do. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}
