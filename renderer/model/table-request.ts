type TableListener = (table: File) => void;

const listeners = new Set<TableListener>();

/** Wants each row of a table to be a run of the open project. */
export function requestTableRuns(table: File): void {
  for (const listener of listeners) listener(table);
}

/** Tells of each table whose rows are to be run. @returns what ends that. */
export function onTableRuns(listener: TableListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
