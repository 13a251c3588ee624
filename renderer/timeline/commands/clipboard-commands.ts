import { copiedClips } from '#shared/timeline/copied-clips.ts';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { deleteClips, pasteCopied, type NewId, type Placement } from '#shared/timeline/edits/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { sayBriefly, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { readCopied, keepCopied } from '../model/copied-store.ts';
import { changeOver, type Editing } from '../gestures/step-notices.ts';
import { newId } from '../gestures/use-timeline-pointer.ts';

const texts = words.clips;

/** Cutting, copying and pasting of clips, also between windows and projects. A paste over clips says which it cut. */
export function clipboardCommands(segments: Editing & { document: TimelineDocument; playhead: Playhead }) {
  const { document, store, playhead, change } = segments;
  const copy = () => {
    const copied = copiedClips(document, store.getState().selected);
    if (copied) keepCopied(copied);
    return copied;
  };
  const paste = (placement: Placement) => () => {
    const copied = readCopied();
    if (!copied) return showToast({ title: texts.nothingCopied, description: texts.nothingCopiedWhy });
    const at = playhead.getState().time;
    const { keepsStep } = store.getState();
    const name = texts.stepPaste(copied.clips.length);
    const edit = (ids: NewId) => pasteCopied({ copied, at, placement, keepsStep }, ids);
    if (placement === 'insert') change?.(name, edit(newId));
    else changeOver(segments, name, newId, edit);
  };
  return {
    'timeline.copy': () => {
      const copied = copy();
      if (copied) sayBriefly(texts.copied(copied.clips.length));
    },
    'timeline.cut': () => {
      const { selected } = store.getState();
      copy();
      change?.(texts.stepCut(selected.size), deleteClips(selected));
      store.setState({ selected: new Set() });
    },
    'timeline.paste': paste('overwrite'),
    'timeline.paste-insert': paste('insert'),
  };
}
