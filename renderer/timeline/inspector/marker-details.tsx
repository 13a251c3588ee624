import { Trash2 } from 'lucide-react';
import { useEffect, useRef, type ReactElement, type RefObject } from 'react';
import type { Marker } from '#shared/timeline/ext.ts';
import {
  changeMarker,
  removeMarker,
  type MarkerFields,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import { useStore } from 'zustand';
import { pressedKey } from '#renderer/keys/index.ts';
import { Button, pane, TextArea, TextField } from '#renderer/ui/index.ts';
import { words as texts } from '#renderer/words/index.ts';
import type { EditStore } from '../model/edit-store.ts';
import { TimeField } from './time-field.tsx';
import { MARKER_COLORS } from '../model/marker-colors.ts';
import css from './clip-inspector.module.css';

const t = texts.timelineInspector.markerDetails;

/** The name, color, time and words of a marker. */
export function MarkerDetails({
  store,
  marker,
  frameRate,
  change,
  onClose,
}: {
  store: EditStore;
  marker: Marker;
  frameRate: number;
  change: (name: string, edit: TimelineEdit, gesture?: string) => void;
  onClose: () => void;
}): ReactElement {
  const set = (fields: Partial<MarkerFields>) =>
    change(
      t.changeMarker,
      changeMarker(marker.id, fields),
      `marker ${marker.id} ${Object.keys(fields).join()}`,
    );
  const edit = useStore(store, ({ editingMarker }) =>
    editingMarker?.id === marker.id ? editingMarker : null,
  );
  const endEdit = () => {
    store.setState({ editingMarker: null });
    edit?.focused?.focus();
  };
  const panel = useRef<HTMLElement>(null);
  useEscapeIn(panel, onClose);
  return (
    <aside ref={panel} {...pane} className={css['inspector']} aria-label={t.marker}>
      <header className={css['names']}>
        <span className={css['name']}>{t.marker}</span>
      </header>
      <div className={css['section']}>
        <TextField
          label={t.name}
          size="small"
          maxLength={200}
          value={marker.name}
          autoFocus={edit !== null}
          onValueChange={(name) => set({ name })}
          onKeyDown={(event) => {
            if (edit === null || (pressedKey(event) !== 'Enter' && pressedKey(event) !== 'Escape')) return;
            event.preventDefault();
            event.stopPropagation();
            endEdit();
          }}
        />
        <TextArea
          label={t.words}
          maxLength={10_000}
          value={marker.words}
          onValueChange={(words) => set({ words })}
        />
        <div className={css['grid']}>
          <TimeField
            label={t.time}
            seconds={marker.time}
            frameRate={frameRate}
            onCommit={(time) => set({ time })}
          />
          <TimeField
            label={t.length}
            seconds={marker.duration}
            frameRate={frameRate}
            onCommit={(duration) => set({ duration })}
          />
        </div>
        <Colors selected={marker.color} onSelect={(color) => set({ color })} />
        <Actions
          onDelete={() => {
            change(t.deleteMarkerStep, removeMarker(marker.id));
            onClose();
          }}
          onClose={onClose}
        />
      </div>
    </aside>
  );
}

/** Escape in any field of a panel closes it; fields that give up what is typed keep the key to themselves. */
function useEscapeIn(panel: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && panel.current?.contains(event.target);
      if (pressedKey(event) === 'Escape' && !event.defaultPrevented && isInside) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [panel, close]);
}

function Actions({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }): ReactElement {
  return (
    <div className={css['actions']}>
      <Button size="small" variant="quiet" icon={<Trash2 aria-hidden />} onClick={onDelete}>
        {t.deleteMarker}
      </Button>
      <Button size="small" onClick={onClose}>
        {texts.common.finished}
      </Button>
    </div>
  );
}

function Colors({
  selected,
  onSelect,
}: {
  selected: string;
  onSelect: (color: string) => void;
}): ReactElement {
  return (
    <div className={css['colors']} role="group" aria-label={t.color}>
      {Object.entries(MARKER_COLORS).map(([color, token]) => (
        <button
          key={color}
          type="button"
          className={css['swatch']}
          style={{ background: token }}
          aria-label={color}
          title={color}
          aria-pressed={selected === color}
          onClick={() => onSelect(color)}
        />
      ))}
    </div>
  );
}
