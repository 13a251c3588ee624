import { Sparkles } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '#renderer/ui/index.ts';
import { commands } from './registry.ts';

/** Leads to the page where models are connected. @param label what is to be done there; null: no button. */
export function ModelsButton({ label }: { label: string | null }): ReactElement | null {
  if (label === null) return null;
  return (
    <Button size="small" icon={<Sparkles aria-hidden />} onClick={() => commands.run('go.models')}>
      {label}
    </Button>
  );
}
