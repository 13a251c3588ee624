import type { ReactElement } from 'react';
import { Button } from '#renderer/ui/index.ts';
import { commands } from './registry.ts';

/**
 * Leads to the page where models are connected.
 * @param label what is to be done there; null: no button.
 * @param text instead of the label, where there is little room; the label is read aloud.
 */
export function ModelsButton({
  label,
  text = label,
}: {
  label: string | null;
  text?: string | null;
}): ReactElement | null {
  if (label === null) return null;
  return (
    <Button size="small" aria-label={label} onClick={() => commands.run('go.models')}>
      {text}
    </Button>
  );
}
