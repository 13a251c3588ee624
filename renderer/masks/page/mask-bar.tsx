import { Brush, ChevronDown, Contrast, Eraser, Lasso, PaintBucket, Redo2, Undo2, X } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { formatShortcut, isMacPlatform } from '#renderer/keys/index.ts';
import { Button, Checkbox, IconButton, Menu, Popover, Slider } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import type { MaskAdjustment } from '../raster/mask-raster.ts';
import { sizeToSlider, sliderToSize, type MaskTool, type ToolSettings } from './mask-tools.ts';
import css from './masks.module.css';

const t = words.masks;

const TOOLS: readonly { tool: MaskTool; label: string; shortcut: string; icon: ReactNode }[] = [
  { tool: 'brush', label: t.brush, shortcut: 'B', icon: <Brush /> },
  { tool: 'eraser', label: t.eraser, shortcut: 'E', icon: <Eraser /> },
  { tool: 'lasso', label: t.lasso, shortcut: 'L', icon: <Lasso /> },
  { tool: 'fill', label: t.fill, shortcut: 'G', icon: <PaintBucket /> },
];

const keyLabel = (chord: string): string => formatShortcut(chord, isMacPlatform());

export interface MaskTopBarProps {
  title: string;
  steps: { undoCount: number; redoCount: number };
  /** Screen pixels for each pixel of the mask, in percent. */
  percent: number;
  isSaving: boolean;
  blackAndWhite: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onFit: () => void;
  onFullSize: () => void;
  onBlackAndWhite: () => void;
  onSave: () => void;
  onClose: () => void;
}

/** What holds for all of the window. */
export function MaskTopBar(props: MaskTopBarProps): ReactElement {
  const { title, steps, percent, isSaving, blackAndWhite } = props;
  return (
    <header className={css['bar']}>
      <h2 className={css['title']}>{title}</h2>
      <span className={css['group']}>
        <IconButton
          label={t.undo}
          shortcut={keyLabel('Mod+Z')}
          disabled={steps.undoCount === 0}
          onClick={props.onUndo}
        >
          <Undo2 />
        </IconButton>
        <IconButton
          label={t.redo}
          shortcut={keyLabel('Mod+Shift+Z')}
          disabled={steps.redoCount === 0}
          onClick={props.onRedo}
        >
          <Redo2 />
        </IconButton>
      </span>
      <span className={css['group']}>
        <IconButton
          label={t.blackAndWhite}
          shortcut="M"
          aria-pressed={blackAndWhite}
          onClick={props.onBlackAndWhite}
        >
          <Contrast />
        </IconButton>
        <Button size="small" variant="quiet" title={`${t.fitPicture} (0)`} onClick={props.onFit}>
          {t.fitPicture}
        </Button>
        <Button size="small" variant="quiet" title="100 % (1)" onClick={props.onFullSize}>
          {number(Math.round(percent))} %
        </Button>
      </span>
      <Button size="small" variant="primary" busy={isSaving} title={keyLabel('Mod+S')} onClick={props.onSave}>
        {isSaving ? t.saving : t.save}
      </Button>
      <IconButton label={t.close} shortcut={keyLabel('Escape')} onClick={props.onClose}>
        <X />
      </IconButton>
    </header>
  );
}

/** The tools with what can be set of the chosen one, and what can be done to all of the mask. */
export function MaskToolBar({
  settings,
  onSettings,
  onAdjust,
}: {
  settings: ToolSettings;
  onSettings: (settings: ToolSettings) => void;
  onAdjust: (edit: MaskAdjustment) => void;
}): ReactElement {
  const paints = settings.tool === 'brush' || settings.tool === 'eraser';
  const set = (change: Partial<ToolSettings>): void => onSettings({ ...settings, ...change });
  return (
    <div className={css['tools']}>
      <ToolButtons selected={settings.tool} onSelect={(tool) => set({ tool })} />
      {paints ? (
        <>
          <Setting label={t.size} text={t.pixels(settings.size)}>
            <Slider
              label={t.size}
              value={sizeToSlider(settings.size)}
              valueText={t.pixels(settings.size)}
              min={0}
              max={100}
              step={0.5}
              onValueChange={(value) => set({ size: sliderToSize(value) })}
            />
          </Setting>
          <Setting label={t.hardness} text={t.percent(settings.hardness)}>
            <Slider
              label={t.hardness}
              value={settings.hardness}
              valueText={t.percent(settings.hardness)}
              min={0}
              max={100}
              step={1}
              onValueChange={(hardness) => set({ hardness })}
            />
          </Setting>
        </>
      ) : null}
      <Setting label={t.opacity} text={t.percent(settings.opacity)}>
        <Slider
          label={t.opacity}
          value={settings.opacity}
          valueText={t.percent(settings.opacity)}
          min={1}
          max={100}
          step={1}
          onValueChange={(opacity) => set({ opacity })}
        />
      </Setting>
      {paints ? (
        <Checkbox
          label={t.penPressure}
          checked={settings.penPressure}
          onCheckedChange={(penPressure) => set({ penPressure })}
        />
      ) : (
        <Checkbox
          label={t.subtracts}
          checked={settings.subtracts}
          onCheckedChange={(subtracts) => set({ subtracts })}
        />
      )}
      <span className={css['rest']} />
      <FeatherButton onFeather={(radius) => onAdjust({ kind: 'feather', radius })} />
      <AdjustMenu onAdjust={onAdjust} />
    </div>
  );
}

const ToolButtons = ({
  selected,
  onSelect,
}: {
  selected: MaskTool;
  onSelect: (tool: MaskTool) => void;
}): ReactElement => (
  <span className={css['group']} role="group" aria-label={t.tools}>
    {TOOLS.map(({ tool, label, shortcut, icon }) => (
      <IconButton
        key={tool}
        label={label}
        shortcut={shortcut}
        aria-pressed={selected === tool}
        onClick={() => onSelect(tool)}
      >
        {icon}
      </IconButton>
    ))}
  </span>
);

const Setting = ({
  label,
  text,
  children,
}: {
  label: string;
  text: string;
  children: ReactNode;
}): ReactElement => (
  <span className={css['setting']}>
    <span className={css['settingLabel']} aria-hidden>
      {label}
    </span>
    {children}
    <span className={css['settingText']} aria-hidden>
      {text}
    </span>
  </span>
);

const AdjustMenu = ({ onAdjust }: { onAdjust: (edit: MaskAdjustment) => void }): ReactElement => (
  <Menu
    trigger={
      <Button size="small" variant="quiet" icon={<ChevronDown aria-hidden />}>
        {t.all}
      </Button>
    }
    entries={[
      {
        id: 'invert',
        label: t.invert,
        shortcut: 'I',
        icon: <Contrast aria-hidden />,
        onSelect: () => onAdjust({ kind: 'invert' }),
      },
      {
        id: 'fill',
        label: t.fillAll,
        icon: <PaintBucket aria-hidden />,
        onSelect: () => onAdjust({ kind: 'fill' }),
      },
      {
        id: 'clear',
        label: t.clearAll,
        icon: <Eraser aria-hidden />,
        onSelect: () => onAdjust({ kind: 'clear' }),
      },
    ]}
  />
);

const MAX_FEATHER = 250;

function FeatherButton({ onFeather }: { onFeather: (radius: number) => void }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [radius, setRadius] = useState(8);
  return (
    <Popover
      label={t.featherBy}
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      trigger={
        <Button size="small" variant="quiet">
          {t.feather}
        </Button>
      }
    >
      <div className={css['feather']}>
        <Setting label={t.featherBy} text={t.pixels(radius)}>
          <Slider
            label={t.featherBy}
            value={radius}
            valueText={t.pixels(radius)}
            min={1}
            max={MAX_FEATHER}
            step={1}
            onValueChange={setRadius}
          />
        </Setting>
        <Button
          size="small"
          onClick={() => {
            setOpen(false);
            onFeather(radius);
          }}
        >
          {t.featherApply}
        </Button>
      </div>
    </Popover>
  );
}
