/** One step of the database's schema. */
export interface Migration {
  number: number;
  name: string;
  /** Never edited once released; a change is a new migration. */
  sql: string;
  /** The same for PostgreSQL, where it differs in more than types. Never edited once released either. */
  postgres?: string;
}
