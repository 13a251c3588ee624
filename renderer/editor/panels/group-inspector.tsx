import { ArrowDown, ArrowUp, Box, Eraser, Pin, TriangleAlert, X } from 'lucide-react';
import { useSyncExternalStore, type ReactElement } from 'react';
import { NO_PICTURE } from '#shared/canvas/group-items.ts';
import { MAX_TITLE_LENGTH } from '#shared/canvas/items.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { InstancePin } from '#shared/groups/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { CommandTextButton } from '#renderer/commands/index.ts';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { IconButton, Select, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ValueWidget } from '../node/value-widget.tsx';
import type { ItemBox } from '../scene/canvas-places.ts';
import { pictureOutputs } from '../scene/group-tiles.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { groupFields } from '../session/group-items.ts';
import { fittedText } from '../session/fitted-text.ts';
import { StateBar } from './state-bar.tsx';
import css from './group-inspector.module.css';
import panel from './inspector-panel.module.css';

const t = words.groups;

/** The selected groups. */
export function useSelectedGroups(session: EditorSession): readonly ItemBox[] {
  useSyncExternalStore(session.items.subscribe, session.items.revision);
  return session.items.selected().filter(({ kind }) => kind === 'instances');
}

/** The title of a group, how often it is used, and its pins: their names, order, values and beginnings. */
export function GroupInspector({
  session,
  group: { id },
}: {
  session: EditorSession;
  group: ItemBox;
}): ReactElement {
  const { groups, items, store } = session;
  useSyncExternalStore(groups.subscribe, groups.revision);
  useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.getGraph(),
  );
  const count = groups.countOf(id);
  const pins = groups.pinsOf(id);
  const nodeIds = groups.nodesIn(id);
  return (
    <div className={panel['inspector']} data-inspector>
      <header className={panel['inspectorHead']}>
        <Box size={16} aria-hidden />
        <div className={panel['grow']}>
          <TextField
            label={t.titleOfGroup}
            hideLabel
            size="small"
            value={items.groupOf(id)?.title ?? ''}
            placeholder={t.group}
            onBlur={() => store.history.seal()}
            onValueChange={(title) => groups.setTitle(id, fittedText(session, title, MAX_TITLE_LENGTH))}
          />
        </div>
      </header>
      <StateBar of="node" label={words.frames.states} session={session} nodeIds={nodeIds} />
      <p className={panel['help']}>
        {words.frames.holds(nodeIds.length)}. {count > 1 ? t.inLinked(count) : t.helpSingle}
        {count > 1 ? `. ${t.help}` : null}
      </p>
      <div className={css['actions']}>
        <CommandTextButton id="group.open" />
        <CommandTextButton id="group.add-linked" />
        <CommandTextButton id="run.to-here" />
        {count > 1 ? (
          <>
            <CommandTextButton id="group.detach" />
            <CommandTextButton id="group.compare" />
          </>
        ) : null}
      </div>
      <PictureOf session={session} instance={id} />
      {(['input', 'output'] as const).map((side) => (
        <Pins
          key={side}
          session={session}
          instance={id}
          side={side}
          pins={pins.filter(({ pin }) => pin.side === side)}
        />
      ))}
    </div>
  );
}

/** The option that stands for the first output with a picture. */
const FIRST = 'first';

/** Which output's picture is shown on the group, in all that are linked; nothing where none has one. */
function PictureOf({ session, instance }: { session: EditorSession; instance: string }): ReactElement | null {
  const { catalog, groups, items, store } = session;
  const outputs = pictureOutputs({ store, catalog, tree: groups.tree }, groups.pinsOf(instance));
  if (outputs.length === 0) return null;
  const { picture } = items.groupOf(instance) ?? {};
  const keyOf = (path: readonly string[]): string => joinKey(...path);
  const labelOf = ({ title, pin: [nodeId, name] }: (typeof outputs)[number]): string =>
    title || t.pinLocation(session.pinLabel(nodeId, name, 'output'), session.titleOf(nodeId));
  const selected = typeof picture === 'object' ? keyOf(picture) : (picture ?? FIRST);
  return (
    <Select
      label={t.picture}
      size="small"
      value={selected}
      options={[
        { value: FIRST, label: t.firstPicture },
        ...outputs.map((output) => ({ value: keyOf(output.path), label: labelOf(output) })),
        { value: NO_PICTURE, label: t.noPicture },
      ]}
      onValueChange={(value) => {
        const output = outputs.find(({ path }) => keyOf(path) === value);
        const next = output ? [...output.path] : value === NO_PICTURE ? NO_PICTURE : undefined;
        session.apply(t.pictureStep, [], {
          canvas: groupFields(store.canvas.items, instance, 'picture', next),
        });
      }}
    />
  );
}

function Pins({
  session,
  instance,
  side,
  pins,
}: {
  session: EditorSession;
  instance: string;
  side: 'input' | 'output';
  pins: readonly InstancePin[];
}): ReactElement {
  const heading = side === 'input' ? t.inputsTitle : t.outputsTitle;
  return (
    <section aria-label={heading}>
      <h2 className={panel['section']}>{heading}</h2>
      {pins.length === 0 ? (
        <p className={panel['help']}>{side === 'input' ? t.noInputs : t.noOutputs}</p>
      ) : null}
      {pins.map((pin, index) => (
        <PinField
          key={pin.pin.id}
          session={session}
          instance={instance}
          pin={pin}
          isFirst={index === 0}
          isLast={index === pins.length - 1}
        />
      ))}
    </section>
  );
}

function PinField({
  session,
  instance,
  pin,
  isFirst,
  isLast,
}: {
  session: EditorSession;
  instance: string;
  pin: InstancePin;
  isFirst: boolean;
  isLast: boolean;
}): ReactElement {
  const { groups, store } = session;
  const title = groups.pinTitle(pin);
  const [target] = pin.targets;
  const { id, side } = pin.pin;
  const base = target ? session.scene.pinBase(target[0], target[1], side) : 'any';
  return (
    <div className={panel['field']} data-group-pin={id}>
      <div className={panel['fieldHead']}>
        <PinShape base={base} filled={false} size={12} />
        <div className={panel['grow']}>
          <TextField
            label={t.pinName(title)}
            hideLabel
            size="small"
            value={pin.pin.title ?? ''}
            placeholder={title}
            onBlur={() => store.history.seal()}
            onValueChange={(text) => groups.renamePin(id, fittedText(session, text, MAX_TITLE_LENGTH))}
          />
        </div>
        <IconButton
          label={t.pinUp(title)}
          disabled={isFirst}
          onClick={() => groups.movePin(instance, id, -1)}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          label={t.pinDown(title)}
          disabled={isLast}
          onClick={() => groups.movePin(instance, id, 1)}
        >
          <ArrowDown />
        </IconButton>
        <IconButton label={t.removePin(title)} onClick={() => groups.hidePin(instance, pin)}>
          <X />
        </IconButton>
      </div>
      {target ? (
        <PinLink session={session} pin={pin} />
      ) : (
        <p className={panel['note']}>
          <TriangleAlert size={13} aria-hidden /> {t.leadsNowhere}
        </p>
      )}
      {target && side === 'input' ? <PinValue session={session} pin={pin} title={title} /> : null}
    </div>
  );
}

/** Where a pin leads: a press opens the group there. */
function PinLink({ session, pin }: { session: EditorSession; pin: InstancePin }): ReactElement | null {
  const [target, ...siblings] = pin.targets;
  if (!target) return null;
  const [nodeId, name] = target;
  return (
    <button type="button" className={css['place']} onClick={() => session.focusNode(nodeId)}>
      {t.pinLocation(session.pinLabel(nodeId, name, pin.pin.side), session.titleOf(nodeId))}
      {siblings.length > 0 ? ` ${t.alsoTo(siblings.length)}` : ''}
    </button>
  );
}

/** What an input of this instance holds, and whether new ones begin with it. */
function PinValue({
  session,
  pin,
  title,
}: {
  session: EditorSession;
  pin: InstancePin;
  title: string;
}): ReactElement | null {
  const { groups, store } = session;
  const [target] = pin.targets;
  if (!target) return null;
  const [nodeId, name] = target;
  const node = store.getNode(nodeId);
  const nodePin = node && session.catalog.pinsOf(node.type)?.inputs.find((each) => each.name === name);
  if (store.incoming(nodeId, name)) return <p className={panel['help']}>{t.fromOutside}</p>;
  if (!nodePin) return null;
  const type = parsePinType(nodePin.type);
  const stored = node.inputs?.[name];
  const hasDefault = pin.pin.default !== undefined;
  return (
    <div className={css['value']}>
      <div className={type.multiline === true ? panel['tallControl'] : panel['control']} data-value>
        <ValueWidget session={session} nodeId={nodeId} pin={nodePin} type={type} surface="inspector" />
      </div>
      <IconButton
        label={hasDefault ? t.clearDefault(title) : t.makeDefault(title)}
        aria-pressed={hasDefault}
        disabled={!hasDefault && stored === undefined}
        onClick={() => groups.setDefault(pin.pin.id, hasDefault ? undefined : stored)}
      >
        {hasDefault ? <Eraser /> : <Pin />}
      </IconButton>
      {hasDefault ? <small className={panel['help']}>{t.hasDefault}</small> : null}
    </div>
  );
}
