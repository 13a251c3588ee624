import { Braces } from 'lucide-react';
import { useState, type ChangeEvent, type FocusEvent, type ReactElement, type ReactNode } from 'react';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { PinType } from '#shared/graph/pin-type.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { ColorField, lazyComponent, SelectButton, useHeldText } from '#renderer/ui/index.ts';
import { inSentence, words } from '#renderer/words/index.ts';
import { colorsInUse } from '../model/colors-in-use.ts';
import { valueFor } from '../model/editing.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { FileField } from './file-field.tsx';
import { FileListField } from './file-list-field.tsx';
import { ModelField, modelKindOf } from './model-field.tsx';
import { isSeedPin, SeedDice } from './seed-dice.tsx';
import { NodeCurves } from './node-curves.tsx';
import { NumberScrub, type NumberScrubProps } from './number-scrub.tsx';
import css from './widgets.module.css';

const t = words.editorNode.valueWidget;

const JsonDialog = lazyComponent(() => import('./json-dialog.tsx').then((module) => module.default));

export interface ValueWidgetProps {
  session: EditorSession;
  nodeId: string;
  pin: PublicNodeTypePin;
  type: PinType;
  /** Where it stands: rows on a node are dense, fields of the inspector roomy. */
  surface: 'node' | 'inspector';
  /** What runs have made, for fields that show of it what comes in. */
  runTable?: NodeRunTable;
}

/** What an input holds now, or its default. */
export function currentValue(session: EditorSession, nodeId: string, pin: PublicNodeTypePin): unknown {
  const input = session.store.getNode(nodeId)?.inputs?.[pin.name];
  return input === undefined ? (pin.default ?? null) : (input.value ?? null);
}

export const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : JSON.stringify(value);

const MIXED = t.mixed;
const FILES: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'file']);
/** What a control of one input needs, whatever its kind. */
interface ControlProps {
  label: string;
  value: unknown;
  /** It stands for several nodes that hold different values; the value is then null. */
  isMixed?: boolean;
  type: PinType;
  surface: ValueWidgetProps['surface'];
  set: (next: unknown) => void;
  /** Ends the undo step that typing merges into. */
  seal: () => void;
}

/** A drag over a number is one undo step. */
export const gestureOf =
  ({ store }: EditorSession, title: string): NumberScrubProps['onGesture'] =>
  (phase) => {
    if (phase === 'start') store.mark(t.change(inSentence(title)));
    else if (phase === 'end') store.release();
    else store.bail();
  };

/** The control of one input by its pin type. Typing merges into one undo step until the field is left. */
export function ValueWidget({
  session,
  nodeId,
  pin,
  type,
  surface,
  runTable,
}: ValueWidgetProps): ReactElement | null {
  const title = pin.label ?? pin.name;
  const label = t.label(title, session.titleOf(nodeId));
  if (FILES.has(type.base) && (type.list ?? 0) > 0)
    return <FileListField {...{ session, nodeId, pin, type, label, surface }} />;
  if (FILES.has(type.base)) {
    return <FileField {...{ session, nodeId, pin, type, label, surface }} />;
  }
  if (type.isCurves) return <NodeCurves {...{ session, nodeId, pin, label, surface, runTable }} />;
  const set = (next: unknown): void => {
    const applied = session.setInput(nodeId, pin.name, valueFor(type.base, next));
    if (!applied.ok) session.ui.notify(applied.rejection.reason);
  };
  const seal = (): void => session.store.history.seal();
  const value = currentValue(session, nodeId, pin);
  const control = (
    <ValueControl
      label={label}
      title={title}
      value={value}
      type={type}
      surface={surface}
      set={set}
      seal={seal}
      onGesture={gestureOf(session, title)}
      palette={() => colorsInUse(session.store.getGraph().nodes, session.catalog)}
    />
  );
  const commit = (next: unknown): void => {
    set(next);
    seal();
  };
  // Rows on a node are painted as often as they are drawn, and have no room for it.
  if (surface === 'inspector' && isSeedPin(pin.name, type))
    return (
      <SeedDice label={label} type={type} onRoll={commit}>
        {control}
      </SeedDice>
    );
  const kind = surface === 'inspector' ? modelKindOf(session, nodeId, pin.name) : null;
  if (kind === null) return control;
  return (
    <ModelField {...{ session, nodeId, kind, label }} model={textOf(value)} onPick={commit}>
      {control}
    </ModelField>
  );
}

/** The control of a value that is no file, wherever it is held. */
export function ValueControl({
  title,
  onGesture,
  palette,
  ...control
}: ControlProps & {
  title: string;
  onGesture: NumberScrubProps['onGesture'];
  /** Colors of the document. */
  palette: () => readonly string[];
}): ReactElement | null {
  const { label, value, type, set, seal, isMixed = false } = control;
  switch (type.base) {
    case 'number':
      return (
        <NumberScrub
          label={label}
          title={title}
          type={type}
          value={typeof value === 'number' ? value : value === null ? null : Number(value)}
          placeholder={isMixed ? MIXED : undefined}
          onChange={set}
          onFinish={seal}
          onGesture={onGesture}
        />
      );
    case 'boolean':
      return <BooleanSwitch {...control} />;
    case 'choice':
      return <ChoiceSelect {...control} />;
    case 'color':
      return (
        <ColorField
          label={label}
          value={textOf(value)}
          placeholder={isMixed ? MIXED : undefined}
          inputClassName={`${css['input']} ${css['mono']}`}
          palette={palette}
          onValueChange={set}
          onCommit={seal}
        />
      );
    case 'json':
      return <JsonField label={label} value={value} isMixed={isMixed} title={title} onSave={set} />;
    case 'any':
      return typeof value === 'object' && value !== null ? (
        <JsonField label={label} value={value} title={title} onSave={set} />
      ) : (
        <TextControl {...control} />
      );
    case 'text':
      return <TextControl {...control} />;
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return null;
    default:
      return assertNever(type.base);
  }
}

function BooleanSwitch({ label, value, set, seal }: ControlProps): ReactElement {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={value === true}
      aria-label={label}
      className={css['switch']}
      onClick={() => {
        set(value !== true);
        seal();
      }}
    >
      <span />
    </button>
  );
}

function ChoiceSelect({
  label,
  value,
  isMixed,
  type: { choices = [] },
  set,
  seal,
}: ControlProps): ReactElement {
  return (
    <SelectButton
      label={label}
      value={textOf(value)}
      placeholder={isMixed ? MIXED : t.select}
      choices={choices}
      className={`${css['input']} ${css['choice']}`}
      onValueChange={(next) => {
        set(next);
        seal();
      }}
    />
  );
}

function TextControl({ label, value, isMixed, type, surface, set, seal }: ControlProps): ReactElement {
  const draft = useHeldText(textOf(value), set);
  const field = {
    'aria-label': label,
    dir: 'auto',
    value: draft.text,
    placeholder: isMixed ? MIXED : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => draft.type(event.target.value),
    onFocus: draft.focus,
    onBlur(event: FocusEvent) {
      draft.blur(event.currentTarget);
      seal();
    },
  };
  const control =
    type.multiline === true ? (
      <textarea
        className={`${css['input']} ${css['area']} nowheel`}
        rows={surface === 'inspector' ? 5 : 3}
        spellCheck={surface === 'inspector'}
        {...field}
      />
    ) : (
      <input className={css['input']} {...field} />
    );
  return surface === 'node' ? <IsolatedForm>{control}</IsolatedForm> : control;
}

/** A form of its own: with each key the browser's autofill reads all fields of the form, else all those of the page that have none. */
const IsolatedForm = ({ children }: { children: ReactNode }): ReactElement => (
  <form className={css['alone']} autoComplete="off" onSubmit={(event) => event.preventDefault()}>
    {children}
  </form>
);

function JsonField(props: {
  label: string;
  title: string;
  value: unknown;
  isMixed?: boolean;
  onSave: (value: unknown) => void;
}): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${css['input']} ${css['json']}`}
        aria-label={t.edit(props.label)}
        onClick={() => setOpen(true)}
      >
        <Braces aria-hidden size={13} />
        <span>
          {props.isMixed ? MIXED : props.value === null ? t.emptyValue : JSON.stringify(props.value)}
        </span>
      </button>
      {open ? (
        <JsonDialog
          title={props.title}
          value={props.value}
          onSave={props.onSave}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
