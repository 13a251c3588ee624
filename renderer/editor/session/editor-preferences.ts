import type { Settings } from '#shared/desk/index.ts';

/** What a person has set about working on the canvas. */
export type EditorPreferencesState = Pick<Settings, 'navigation' | 'snapToGrid' | 'showGuides'>;

/** Owns the preferences of one open document and notifies whoever draws by them. */
export class EditorPreferences {
  #state: EditorPreferencesState = { navigation: 'mouse', snapToGrid: true, showGuides: true };
  #listeners = new Set<() => void>();

  /** The same object until something changes. */
  get = (): EditorPreferencesState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set({ navigation, snapToGrid, showGuides }: EditorPreferencesState): void {
    const next = { navigation, snapToGrid, showGuides };
    const now = this.#state;
    if (navigation === now.navigation && snapToGrid === now.snapToGrid && showGuides === now.showGuides)
      return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
