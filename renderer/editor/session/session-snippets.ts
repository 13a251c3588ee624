import type { Snippet } from '#shared/desk/index.ts';
import { MAX_SNIPPET_LETTERS } from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { XY } from '../geometry.ts';
import { summarizeClip } from '../model/clip.ts';
import type { EditorPorts } from '../ports.ts';
import type { SessionClipboard } from './session-clipboard.ts';
import type { SessionCore } from './session-core.ts';

const t = words.editorSession.sessionSnippets;

const NONE: readonly Snippet[] = [];

/** Selections that a person saved by name: read when somebody looks, saved, placed, renamed and deleted. */
export class SessionSnippets {
  readonly #session: SessionCore;
  readonly #clipboard: SessionClipboard;
  readonly #port: EditorPorts['snippets'];
  #list = NONE;
  readonly #listeners = new Set<() => void>();

  constructor(session: SessionCore, clipboard: SessionClipboard, port: EditorPorts['snippets']) {
    this.#session = session;
    this.#clipboard = clipboard;
    this.#port = port;
  }

  /** By name, as they were read last. */
  list = (): readonly Snippet[] => this.#list;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Reads them anew: another window may have changed them. */
  async load(): Promise<void> {
    if (!this.#port) return;
    try {
      this.#setList(await this.#port.list());
    } catch (error) {
      this.#session.ui.notify(t.snippetsCouldNotRead(describeProblem(error)));
    }
  }

  /** Saves the selection. @returns a sentence why it was not saved, else null. */
  async save(name: string): Promise<string | null> {
    const clip = this.#clipboard.selectionText();
    const summary = clip === null ? null : summarizeClip(clip);
    if (clip === null || summary === null) return t.noSelectedSelectSave;
    if (clip.length > MAX_SNIPPET_LETTERS) return t.selectionLargeSnippetSelect;
    const problem = await this.#change((port) => port.create({ name, clip, ...summary }));
    if (problem === null) this.#session.ui.notify(t.savedYourSnippets(name));
    return problem;
  }
  /** @returns a sentence why not, else null. */
  rename(id: string, name: string): Promise<string | null> {
    return this.#change((port) => port.rename(id, name));
  }
  /** @returns a sentence why not, else null. */
  remove(id: string): Promise<string | null> {
    return this.#change((port) => port.remove(id));
  }

  /** Types of a snippet that the service does not have. */
  missingTypes({ types }: Snippet): string[] {
    return types.filter((type) => this.#session.catalog.isMissing(type));
  }
  /**
   * Puts a snippet on the canvas as one step. Where the service lacks some of its types, nothing is placed and the person
   * is asked, unless they said that these are left out.
   * @param at where exactly; where it covers nothing when left out. Canvas units.
   */
  insert(snippet: Snippet, { at, leaveOut = false }: { at?: XY; leaveOut?: boolean } = {}): void {
    const missing = this.missingTypes(snippet);
    const { ui } = this.#session;
    if (missing.length > 0 && !leaveOut) {
      ui.set({ snippets: { mode: 'ask', snippet } });
      return;
    }
    ui.set({ snippets: null });
    this.#clipboard.pasteText(snippet.clip, at, {
      label: t.position(snippet.name.slice(0, 40)),
      leaveOut: new Set(missing),
    });
  }

  async #change(
    act: (port: NonNullable<EditorPorts['snippets']>) => Promise<unknown>,
  ): Promise<string | null> {
    if (!this.#port) return t.snippetsCannotSaved;
    try {
      await act(this.#port);
      this.#setList(await this.#port.list());
      return null;
    } catch (error) {
      return describeProblem(error);
    }
  }
  #setList(list: readonly Snippet[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}
