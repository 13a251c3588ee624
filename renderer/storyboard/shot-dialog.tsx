import { Trash2 } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { ShotWords } from '#shared/storyboard/editing.ts';
import { Button, Dialog, NumberField, TextArea } from '#renderer/ui/index.ts';
import css from './storyboard.module.css';

/** A shot at full size: its panels, what happens in it and how long it lasts. */
export function ShotDialog({
  title,
  words,
  defaultSeconds,
  panels,
  saveLabel,
  onSave,
  onDelete,
  onClose,
}: {
  title: string;
  words: ShotWords;
  defaultSeconds: number;
  panels: ReactNode;
  saveLabel: string;
  onSave: (words: ShotWords) => void;
  /** Null for a shot that is not there yet. */
  onDelete: (() => void) | null;
  onClose: () => void;
}): ReactElement {
  const [description, setDescription] = useState(words.description);
  const [seconds, setSeconds] = useState(words.durationSeconds);
  return (
    <Dialog
      open
      width={640}
      title={title}
      onClose={onClose}
      footer={
        <>
          {onDelete ? (
            <span className={css['footStart']}>
              <Button variant="quiet" icon={<Trash2 aria-hidden />} onClick={onDelete}>
                Delete shot
              </Button>
            </span>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => onSave({ description: description.trim(), durationSeconds: seconds })}
          >
            {saveLabel}
          </Button>
        </>
      }
    >
      <div className={css['panels']}>
        {panels}
        <TextArea label="What happens" rows={3} value={description} onValueChange={setDescription} />
        <div className={css['seconds']}>
          <NumberField
            label={`Seconds (${defaultSeconds} when empty)`}
            value={seconds}
            min={0}
            step={0.5}
            onValueChange={setSeconds}
          />
        </div>
      </div>
    </Dialog>
  );
}
