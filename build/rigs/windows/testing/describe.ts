import type { JournalLine } from '#core/journal/journal-line.ts';
import type { DocumentJournalEvent, DocumentJournalState, DocumentWriting } from '#shared/desk/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/index.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { ofAll, storyboardFields, timelineFields } from '../../kills/documents/fields.ts';

/** How calls, events and documents are called in a trace: short, so that one line is one thing that happened. */
export class Describe {
  readonly #names = new Map<string, string>();

  /** A short name of an id. */
  id = (id: string): string => {
    const name = this.#names.get(id) ?? `#${this.#names.size + 1}`;
    this.#names.set(id, name);
    return name;
  };

  ids(ids: readonly string[]): string {
    return `[${ids.map(this.id).join(' ')}]`;
  }

  /** The counts of all its fields. */
  document(document: unknown): string {
    if (typeof document !== 'object' || document === null) return '-';
    const counts =
      'timeline' in document
        ? ofAll(timelineFields).map((field) => field.countIn(document as TimelineDocument))
        : ofAll(storyboardFields).map((field) => field.countIn(document as StoryboardDocument));
    return `(${counts.map((count) => count ?? '_').join(' ')})`;
  }

  saved(saved: { version: number; document?: unknown } | null | undefined): string {
    return saved ? `v${saved.version} ${this.document(saved.document)}` : 'nothing known';
  }

  writing({ replaced, entries, after, base }: DocumentWriting): string {
    const added = entries.map(({ id, changes }) => `${this.id(id)} ${JSON.stringify(changes)}`);
    const on = base ? ` on ${this.saved(base)}` : '';
    return `without ${this.ids(replaced)} with ${added.join(', ')} behind ${after === null ? '-' : this.id(after)}${on}`;
  }

  event(event: DocumentJournalEvent): string {
    switch (event.kind) {
      case 'writer':
        return `writer ${event.writer}`;
      case 'written':
        return `written ${event.writes}: ${this.writing(event)}`;
      case 'taken':
        return `taken ${event.writes}: ${this.ids(event.ids)}, ${this.saved(event.saved)}`;
      default:
        return event satisfies never;
    }
  }

  line(line: JournalLine): string {
    switch (line.t) {
      case 'replaced':
        return `without ${this.ids(line.entryIds)} with ${this.ids(line.entries.map(({ id }) => id))}`;
      case 'taken':
        return `taken ${this.ids(line.entryIds)}`;
      case 'sending':
        return `sending ${this.id(line.inFlight.idempotencyKey)}`;
      default:
        return line.t;
    }
  }

  claimed({ writing, base, entries, inFlight, saved, writes }: DocumentJournalState): string {
    const requests = inFlight.map(({ idempotencyKey }) => idempotencyKey);
    return `${writing ? 'writes' : 'follows'} from ${writes}: ${this.ids(entries.map(({ id }) => id))} on ${this.saved(base)}, requests ${this.ids(requests)}, saved ${this.saved(saved)}`;
  }
}
