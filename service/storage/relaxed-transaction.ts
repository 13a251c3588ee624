import { transaction, type Database } from '#service/storage/database.ts';

/**
 * A transaction that does not wait for the disk. It survives the death of the process, and a power cut may take it back,
 * whole: right for what a run can do again (a node that began, a line of its log, a result that cost nothing), and
 * a tenth of the price. What was promised to somebody, or booked, goes through `transaction`.
 */
export function relaxedTransaction<T>(db: Database, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return transaction(db, work);
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}
