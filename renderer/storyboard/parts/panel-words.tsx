import type { ReactElement } from 'react';
import type { StoryboardShot } from '#shared/storyboard/document.ts';
import type { PanelFields } from '#shared/storyboard/editing.ts';
import { Button, Dialog, DialogStack, TextArea, TextField } from '#renderer/ui/index.ts';
import { words as texts } from '#renderer/words/index.ts';

/** The name and words of a panel, written as they stand. */
export function PanelWords({
  panels,
  panelId,
  onChange,
  onClose,
}: {
  panels: StoryboardShot['panels'];
  panelId: string;
  onChange: (fields: PanelFields, gesture: string) => void;
  onClose: () => void;
}): ReactElement | null {
  const index = panels.findIndex(({ id }) => id === panelId);
  const panel = panels[index];
  if (!panel) return null;
  const { storyboard } = texts;
  return (
    <Dialog
      open
      title={storyboard.panelTitle(index + 1)}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {storyboard.done}
        </Button>
      }
    >
      <DialogStack>
        <TextField
          label={storyboard.panelName}
          value={panel.name ?? ''}
          maxLength={200}
          onValueChange={(name) => onChange({ name }, `name of panel ${panelId}`)}
        />
        <TextArea
          label={storyboard.panelDescription}
          rows={4}
          value={panel.description ?? ''}
          maxLength={20_000}
          onValueChange={(description) => onChange({ description }, `words of panel ${panelId}`)}
        />
      </DialogStack>
    </Dialog>
  );
}
