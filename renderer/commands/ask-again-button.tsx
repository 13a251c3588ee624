import { RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '#renderer/ui/index.ts';
import { commands } from './registry.ts';

/**
 * Asks a model again whose answer is lost, which may be paid twice: only a person does that. The node is run as by “Run to
 * here”.
 * @param label with the price where one is set. @param onSelect selects the node alone.
 */
export function RetryButton({ label, onSelect }: { label: string; onSelect: () => void }): ReactElement {
  return (
    <Button
      size="small"
      icon={<RotateCcw aria-hidden />}
      onClick={() => {
        onSelect();
        commands.run('run.to-here');
      }}
    >
      {label}
    </Button>
  );
}
