import { ListFilter } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { MODEL_USES, type ModelKind } from '#shared/administration/index.ts';
import { nodeKind, parseKind } from '#shared/desk/run-estimate.ts';
import { formatCredits, IconButton, PickField, type PickGroup } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ModelChoices } from '../ports.ts';
import type { EditorSession } from '../session/editor-session.ts';
import css from './widgets.module.css';

const t = words.editorNode.modelField;

/** The kind of model that an input names; null for any other input, and where services of models are kept elsewhere. */
export function modelKindOf(session: EditorSession, nodeId: string, pin: string): ModelKind | null {
  const node = session.store.getNode(nodeId);
  if (pin !== 'model' || node === undefined || session.ports.availableModels === undefined) return null;
  return MODEL_USES[node.type] ?? null;
}

/** What the service offers that the node asks; undefined while it is not known. */
function useChoices(
  session: EditorSession,
  nodeId: string,
  kind: ModelKind,
  isEnabled: boolean,
): ModelChoices | null | undefined {
  const node = session.store.getNode(nodeId);
  const provider = node === undefined ? '' : parseKind(nodeKind(node)).provider.trim();
  const [choices, setFound] = useState<{ provider: string; found: ModelChoices | null }>();
  useEffect(() => {
    const { availableModels } = session.ports;
    if (!isEnabled || availableModels === undefined) return undefined;
    let isOver = false;
    const read = async (): Promise<void> => {
      const found = await availableModels(kind, provider).catch(() => null);
      if (!isOver) setFound({ provider, found });
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [session, kind, provider, isEnabled]);
  return choices?.provider === provider ? choices.found : undefined;
}

/** `0.02 credits a second`; null for what is free or was not said. */
function priceOf({ price, unit }: Pick<ModelChoices, 'price' | 'unit'>): string | null {
  const amount = price === 0 ? null : formatCredits(String(price));
  return amount === null ? null : t.price[unit](amount);
}

/** What is wrong with the model that a node names; null where nothing is, or nobody can tell. */
function modelProblem(choices: ModelChoices | null | undefined, model: string): string | null {
  const named = model.trim();
  if (!choices || !choices.hasList || named === '' || named === choices.defaultModel) return null;
  const isAvailable = choices.fitting.includes(named) || choices.remaining.includes(named);
  return isAvailable ? null : t.unavailable(choices.provider, named);
}

function groupsOf(choices: ModelChoices): PickGroup[] {
  const { defaultModel, fitting, remaining } = choices;
  const price = priceOf(choices);
  const detail = price === null ? {} : { detail: price };
  const item = (model: string) => ({ value: model, label: model, ...detail });
  const first =
    defaultModel === null
      ? []
      : [{ ...item(defaultModel), detail: [t.byDefault, price].filter((part) => part !== null).join(' · ') }];
  const all = [
    { id: 'defaultModel', title: '', items: first },
    { id: 'fitting', title: t.fitting, items: fitting.filter((model) => model !== defaultModel).map(item) },
    {
      id: 'remaining',
      title: t.remaining,
      items: remaining
        .filter((model) => model !== defaultModel)
        .map((model) => ({ value: model, label: model })),
    },
  ];
  return all.filter(({ items }) => items.length > 0);
}

/**
 * The name of a model: typed, or chosen from what its service offers for this use, with the price that was entered for it.
 * A model that the service does not offer says so.
 */
export function ModelField({
  session,
  nodeId,
  kind,
  label,
  model,
  children,
  onPick,
}: {
  session: EditorSession;
  nodeId: string;
  kind: ModelKind;
  label: string;
  model: string;
  /** What it is typed into. */
  children: ReactNode;
  onPick: (model: string) => void;
}): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  // A list is asked for when it is wanted, and where a name could be wrong.
  const choices = useChoices(session, nodeId, kind, isOpen || model.trim() !== '');
  const groups = useMemo(() => (choices ? groupsOf(choices) : []), [choices]);
  const empty =
    choices === undefined ? t.loading : (choices?.problem ?? (choices === null ? t.unknown : t.noList));
  const problem = modelProblem(choices, model);
  return (
    <div className={css['model']}>
      <div className={css['modelLine']}>
        {children}
        <PickField
          label={t.select(label)}
          searchLabel={t.search}
          emptyText={empty}
          value={model.trim() === '' ? (choices?.defaultModel ?? '') : model.trim()}
          groups={groups}
          trigger={
            <IconButton label={t.select(label)}>
              <ListFilter />
            </IconButton>
          }
          onOpenChange={setIsOpen}
          onValueChange={(next) => onPick(next === choices?.defaultModel ? '' : next)}
        />
      </div>
      {problem === null ? null : (
        <p className={css['modelProblem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
