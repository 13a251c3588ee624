import type { Settings } from '#shared/desk/index.ts';

/** What a person has set about working on the canvas. */
export type EditorPreferencesState = Pick<Settings, 'navigation' | 'fingers' | 'snapToGrid' | 'showGuides'>;

/** Owns the preferences of one open document and notifies whoever draws by them. */
export class EditorPreferences {
  #state: EditorPreferencesState = {
    navigation: 'mouse',
    fingers: 'pans',
    snapToGrid: true,
    showGuides: true,
  };
  #listeners = new Set<() => void>();

  /** The same object until something changes. */
  get = (): EditorPreferencesState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set({ navigation, fingers, snapToGrid, showGuides }: EditorPreferencesState): void {
    const next = { navigation, fingers, snapToGrid, showGuides };
    const { navigation: was, ...current } = this.#state;
    const isSame = navigation === was && fingers === current.fingers;
    if (isSame && snapToGrid === current.snapToGrid && showGuides === current.showGuides) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
