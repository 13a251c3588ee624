/** What a page is asked to open. */
export interface ToOpen {
  /** One-time address of the app. */
  link: string;
  /** Null: it makes the project first, of so many nodes. */
  projectId: string | null;
  nodes: number;
}

/** How the opening went; times in milliseconds from its beginning. */
export interface Opening {
  projectId: string;
  ms: number;
  requests: { name: string; from: number; to: number }[];
}
