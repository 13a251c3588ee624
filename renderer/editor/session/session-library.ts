import type { GroupSource } from '#shared/canvas/group-items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { latestOf, MAX_DEFINITION_LETTERS, type LibraryGroup } from '#shared/desk/index.ts';
import {
  DEPTH_LIMIT,
  definitionOf,
  IN_ITSELF,
  insertDefinition,
  templateDefinition,
  updateToDefinition,
  type Definition,
  type DefinitionUpdate,
} from '#shared/groups/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { formatList, words } from '#renderer/words/index.ts';
import type { XY } from '../geometry.ts';
import { newItemId, snapped } from '../model/editing.ts';
import { groupText, readGroup, summarizeDefinition, type ReadGroup } from '../model/group-file.ts';
import type { EditorPorts, TemplateEntry } from '../ports.ts';
import { itemKey } from '../scene/canvas-places.ts';
import { NODE_WIDTH } from '../scene/node-layout.ts';
import { clipPosition } from './place-clip.ts';
import type { SessionCore } from './session-core.ts';
import type { SessionGroups } from './session-groups.ts';

const t = words.groupLibrary;

/** About the size of a tile. Canvas units. */
const TILE_SIZE = { width: NODE_WIDTH, height: 240 };
const MAX_TYPES = 5;
const LABEL_LETTERS = 40;

/** What can be placed as a group: of the library, or a template. */
export interface GroupOrigin {
  kind: GroupSource['kind'];
  id: string;
  name: string;
  /** The latest version. */
  version: string;
  nodeCount: number;
}

const NO_GROUPS: readonly LibraryGroup[] = [];
const NO_ORIGINS: readonly GroupOrigin[] = [];

const originOfGroup = (group: LibraryGroup): GroupOrigin => ({
  kind: 'library',
  id: group.id,
  name: group.name,
  version: String(latestOf(group)),
  nodeCount: group.versions.at(-1)?.nodeCount ?? 0,
});
const originOfTemplate = (entry: TemplateEntry): GroupOrigin => ({ kind: 'template', ...entry });

/** Groups of the person's library and templates: read when somebody looks, saved, placed, and brought to later versions. */
export class SessionLibrary {
  readonly #session: SessionCore;
  readonly #groups: SessionGroups;
  readonly #ports: Pick<EditorPorts, 'groupLibrary' | 'templates'>;
  readonly #listeners = new Set<() => void>();
  #library = NO_GROUPS;
  #origins = NO_ORIGINS;

  constructor(
    session: SessionCore,
    groups: SessionGroups,
    ports: Pick<EditorPorts, 'groupLibrary' | 'templates'>,
  ) {
    this.#session = session;
    this.#groups = groups;
    this.#ports = ports;
  }

  /** By name, as they were read last. */
  library = (): readonly LibraryGroup[] => this.#library;
  /** The same, and templates after them. */
  origins = (): readonly GroupOrigin[] => this.#origins;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Reads both anew: another window may have changed them. */
  async load(): Promise<void> {
    const { groupLibrary, templates } = this.#ports;
    try {
      const library = (await groupLibrary?.list()) ?? NO_GROUPS;
      // A service that gives no templates now takes no groups along.
      const entries = await Promise.resolve(templates?.list()).catch(() => undefined);
      this.#library = library;
      this.#origins = [...library.map(originOfGroup), ...(entries ?? []).map(originOfTemplate)];
      for (const listener of this.#listeners) listener();
    } catch (error) {
      this.#session.ui.notify(t.couldNotRead(describeProblem(error)));
    }
  }

  /** From where the group of an instance came. */
  sourceOf(instance: string): GroupSource | undefined {
    const { groups, instances } = this.#session.store.canvas.items;
    return groups[instances[instance]?.of ?? '']?.source;
  }
  /** Where an instance's group came from, as that is now; undefined where it is gone, or came from nowhere. */
  originOf(instance: string): GroupOrigin | undefined {
    const source = this.sourceOf(instance);
    return source && this.#origins.find(({ kind, id }) => kind === source.kind && id === source.id);
  }
  /** Whether there is another version than the one that an instance was brought to. */
  hasUpdate(instance: string): boolean {
    const origin = this.originOf(instance);
    return origin !== undefined && origin.version !== this.sourceOf(instance)?.version;
  }

  /**
   * Saves the group of an instance, as a further version of what it came from, or as a new one.
   * @returns a sentence why it was not saved, else null.
   */
  async save(instance: string, name: string, isNew: boolean): Promise<string | null> {
    const { store, ui } = this.#session;
    const definition = definitionOf({ graph: store.getGraph(), items: store.canvas.items }, instance);
    if (!definition) return t.selectGroup;
    const group = store.canvas.items.instances[instance]!.of;
    const text = groupText({ name, definition });
    if (text.length > MAX_DEFINITION_LETTERS) return t.sizeExceeded;
    const content = { definition: text, ...summarizeDefinition(definition) };
    const source = this.sourceOf(instance);
    let saved: LibraryGroup | null = null;
    const problem = await this.#change(async (port) => {
      saved =
        isNew || source?.kind !== 'library'
          ? await port.create({ name, ...content })
          : await port.saveVersion(source.id, { after: Number(source.version), ...content });
    });
    if (problem !== null || saved === null) return problem;
    const { id, version } = originOfGroup(saved);
    this.#noteSource(group, { kind: 'library', id, version });
    ui.notify(t.saved(name, Number(version)));
    return null;
  }
  /** @returns a sentence why not, else null. */
  rename(id: string, name: string): Promise<string | null> {
    return this.#change((port) => port.rename(id, name));
  }
  /** @returns a sentence why not, else null. */
  remove(id: string): Promise<string | null> {
    return this.#change((port) => port.remove(id));
  }
  /** Takes the text of a file into the library. @returns a sentence why not, else null. */
  async importText(text: string): Promise<string | null> {
    const read = readGroup(text);
    if (!read.ok) return read.problem;
    const { name, definition } = read;
    const draft = { name, definition: groupText(read), ...summarizeDefinition(definition) };
    if (draft.definition.length > MAX_DEFINITION_LETTERS) return t.sizeExceeded;
    const problem = await this.#change((port) => port.create(draft));
    if (problem === null) this.#session.ui.notify(t.imported(name));
    return problem;
  }
  /** The latest version as the text of a file. @throws DeskError */
  async exportText(id: string): Promise<string> {
    const group = this.#library.find((each) => each.id === id);
    return (await this.#ports.groupLibrary?.definition(id, group ? latestOf(group) : 1)) ?? '';
  }

  /** The latest version of an origin, and its version. @throws DeskError */
  async read(origin: GroupOrigin): Promise<ReadGroup & { version: string }> {
    const { groupLibrary, templates } = this.#ports;
    if (origin.kind === 'library') {
      const text = await groupLibrary?.definition(origin.id, Number(origin.version));
      return { ...readGroup(text ?? ''), version: origin.version };
    }
    const template = await templates?.graph(origin.id);
    if (!template || template.graph.nodes.length === 0)
      return { ok: false, problem: t.templateUnusable, version: origin.version };
    const definition = templateDefinition(template.name, template.graph, template);
    return { ok: true, name: template.name, definition, version: template.version };
  }

  /**
   * Puts a group on the canvas as one step: linked with those of the project that came from the same, else a new one. Says why not.
   * @param at where exactly; where it covers nothing when left out. Canvas units.
   */
  async insert(origin: GroupOrigin, at?: XY): Promise<void> {
    const { store, ui } = this.#session;
    const groups = Object.entries(store.canvas.items.groups);
    const existing = groups.find(
      ([id, { source }]) =>
        source?.kind === origin.kind && source.id === origin.id && this.#groups.tree.instancesOf.has(id),
    );
    const position = at ?? clipPosition(this.#session, TILE_SIZE);
    if (existing) {
      const [group, { source }] = existing;
      this.#groups.insert(group, position);
      if (source && source.version !== origin.version && origin.kind === 'library')
        ui.notify(t.linkedOlder(origin.name, source.version));
      return;
    }
    try {
      const read = await this.read(origin);
      if (!read.ok) ui.notify(read.problem);
      else this.#insertNew(read, { kind: origin.kind, id: origin.id, version: read.version }, position);
    } catch (error) {
      ui.notify(describeProblem(error));
    }
  }
  #insertNew({ name, definition }: Extract<ReadGroup, { ok: true }>, source: GroupSource, at: XY): void {
    const { catalog, items, snapToGrid, store, ui } = this.#session;
    const missing = summarizeDefinition(definition).types.filter((type) => catalog.isMissing(type));
    if (missing.length > 0) return ui.notify(t.missingTypes(formatList(missing.slice(0, MAX_TYPES))));
    const edit = insertDefinition(
      { graph: store.getGraph(), items: store.canvas.items },
      definition,
      { groupPath: this.#groups.groupPath, position: snapped(at, snapToGrid) },
      { newId: newItemId, source },
    );
    if (edit === null) return undefined;
    if (edit === DEPTH_LIMIT || edit === IN_ITSELF) return ui.notify(words.groups.depthLimit);
    const step = t.insertStep(name.slice(0, LABEL_LETTERS));
    if (this.#session.apply(step, edit.operations, { canvas: edit.canvas, skipsLinked: false }))
      items.select([itemKey('instances', edit.instance)]);
    return undefined;
  }

  /** What bringing all instances of a group to a definition changes, as the project is now; null where it is gone. */
  plan(instance: string, definition: Definition, source: GroupSource): DefinitionUpdate | null {
    const { store } = this.#session;
    const group = store.canvas.items.instances[instance]?.of;
    if (group === undefined) return null;
    return updateToDefinition({ graph: store.getGraph(), items: store.canvas.items }, group, definition, {
      newId: newItemId,
      source,
    });
  }
  /** Does that, as one step. */
  update(instance: string, definition: Definition, source: GroupSource): void {
    const plan = this.plan(instance, definition, source);
    const count = this.#groups.countOf(instance);
    if (!plan) return;
    const { operations, canvas } = plan;
    if (this.#session.apply(t.updateStep, operations, { canvas, skipsLinked: true }))
      this.#session.ui.notify(t.updated(count));
  }

  #noteSource(group: string, value: GroupSource): void {
    const canvas: CanvasOperation[] = [
      { op: 'setCanvasField', kind: 'groups', id: group, field: 'source', value },
    ];
    this.#session.apply(t.saveStep, [], { canvas });
  }
  async #change(
    act: (port: NonNullable<EditorPorts['groupLibrary']>) => Promise<unknown>,
  ): Promise<string | null> {
    const port = this.#ports.groupLibrary;
    if (!port) return t.unavailable;
    try {
      await act(port);
      return null;
    } catch (error) {
      return describeProblem(error);
    } finally {
      // Also where it was refused: somebody else may have changed it.
      await this.load();
    }
  }
}
