/** That several services use the media of one database. */
export interface SharedMedia {
  /** Whether no other one is there at the moment: only then may bytes go that another may be about to use. */
  isExclusive: boolean;
}
