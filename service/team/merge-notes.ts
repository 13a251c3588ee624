const GAP = '\n\n';

/**
 * A note that was written while its writer may have seen an earlier one: it replaces what the writer saw, and stands below what
 * somebody else wrote meanwhile.
 * @param limit characters; what together is longer gives way to the later note.
 */
export function mergeNotes(
  { value, before }: { value: string | null; before: string | null },
  present: string | null,
  limit: number,
): string | null {
  if (present === null || present === '' || present === before) return value;
  if (value === null || value === '') return trimSuffix(present, before) ?? present;
  if (present === value || present.endsWith(GAP + value)) return present;
  const merged = (trimSuffix(present, before) ?? present) + GAP + value;
  return merged.length > limit ? value : merged;
}

/** What stands above the part that the writer saw; null where that part is not its end. */
function trimSuffix(present: string, before: string | null): string | null {
  if (before === null || before === '' || !present.endsWith(GAP + before)) return null;
  return present.slice(0, -(GAP + before).length);
}
