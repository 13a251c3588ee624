/** How safe a storyboard or timeline is; what each stands for is said at `DocumentState`. */
export type DocumentSaveStatus = 'saved' | 'saving' | 'waiting' | 'offline' | 'refused' | 'unjournaled';

interface SaveFacts {
  /** Why the service does not take it, as a sentence. */
  refusal: string | null;
  /** Whether the service does not have all that is shown. */
  isUnsaved: boolean;
  isOffline: boolean;
  isSending: boolean;
}

interface DiskFacts {
  /** Why the disk does not have what is shown, as a sentence. */
  problem: string | null;
  /** Whether the desktop process has answered that the disk has what is shown. */
  isOnDisk: boolean;
}

/** The one state that all words about saving follow: `waiting` and `offline` only where the disk has what is shown. */
export function documentSaveStatus(facts: SaveFacts, disk: DiskFacts): DocumentSaveStatus {
  if (facts.refusal !== null) return 'refused';
  if (facts.isUnsaved && disk.problem !== null) return 'unjournaled';
  if (facts.isUnsaved && !disk.isOnDisk) return 'saving';
  if (facts.isOffline) return 'offline';
  if (facts.isSending) return 'saving';
  return facts.isUnsaved ? 'waiting' : 'saved';
}
