/** How many days entries of the audit log are kept where nobody says otherwise. */
export const DEFAULT_AUDIT_DAYS = 365;
