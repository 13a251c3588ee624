import { Pause, Volume2, VolumeX } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
} from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { Film } from '#shared/film/film.ts';
import type { TimelineBody } from '#shared/timeline/document.ts';
import { belongsToFocus, focusKind, isMacPlatform, pressedKey } from '#renderer/keys/index.ts';
import { CommandButton, runKeyCommand, keysLabel, useCommandContext } from '#renderer/commands/index.ts';
import { IconButton, pane, Slider } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { fitted, type Size } from './fitted.ts';
import type { ExportSelection } from './export-choices.ts';
import { ExportFilmDialog } from './export-film-dialog.tsx';
import { FilmExportList } from './film-export-list.tsx';
import type { FilmRange } from './film-range.ts';
import { LoudnessValue } from './loudness-value.tsx';
import { LevelMeter } from './level-meter.tsx';
import type { Playhead } from './playhead.ts';
import { Position } from './position.tsx';
import { ProxyStatus } from './proxy-status.tsx';
import { useLoudness } from './use-loudness.ts';
import { useActiveProxies } from './shown-proxies.ts';
import { useMonitorCommands } from './use-monitor-commands.ts';
import { usePlayableFilm } from './use-playable-film.ts';
import { endOf, usePlayer, type OpenPlayer } from './use-player.ts';
import css from './monitor.module.css';

const t = words.player.monitor;

export interface MonitorProps {
  connectionId: string;
  timeline: TimelineBody;
  /** Files of the account by name. */
  library: ReadonlyMap<string, FileRecord>;
  playhead: Playhead;
  /** The marked range, and what changes it. Left out: the monitor keeps it to itself. */
  range?: FilmRange | null;
  onRange?: (range: FilmRange | null) => void;
  /** Whether heavy and odd media are played as small copies. */
  proxies?: boolean;
  /** What an exported film is called. */
  name?: string;
  /** The project whose film it is: the service exports it beside other work. Null for films of no open project. */
  projectId?: string | null;
  /** Leads to the gallery of the project. */
  onGallery?: (() => void) | undefined;
  /** Leads to a clip on the timeline. */
  onShowClip?: ((clipId: string) => void) | undefined;
}

/** Where a timeline is seen and played. */
export function Monitor(props: MonitorProps): ReactElement {
  const { connectionId, timeline, library, playhead } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const root = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const stageSize = useElementSize(stage);
  const [sound, setSound] = useState<FilmSound>({ volume: 1, muted: false });
  const [loops, setLoops] = useState(false);
  const [range, setRange] = useRange(props);
  const withProxies = usePlayableFilm(connectionId, timeline, library, props.proxies ?? true);
  const { film } = withProxies;
  useActiveProxies(connectionId, withProxies.proxies);
  const end = endOf(timeline);
  const { frameRate, projectResolution } = timeline;
  const pixels = window.devicePixelRatio || 1;
  const fit = fitted(projectResolution, stageSize);
  const size = fitted(projectResolution, { width: fit.width * pixels, height: fit.height * pixels });
  const settings = useMemo(
    () => ({
      size: { width: size.width, height: size.height },
      ...sound,
      loop: loops ? (range ?? { from: 0, to: end }) : null,
    }),
    [size.width, size.height, sound, loops, range, end],
  );
  const open = usePlayer(canvas, { playhead, film, settings });
  const playing = useSyncExternalStore(
    playhead.subscribe,
    useCallback(() => playhead.getState().playing, [playhead]),
  );
  const toggleMuted = (): void => setSound((before) => ({ ...before, muted: !before.muted }));
  useCommandContext({ film: { playing, loops, muted: sound.muted, hasRange: range !== null } });
  const toggleLoop = (): void => setLoops((before) => !before);
  const [exporting, setExporting] = useState<Partial<ExportSelection> | null>(null);
  const onExport = (): void => setExporting({});
  const loudness = useLoudness(film, range ?? { from: 0, to: end });
  const marks = { range, setRange };
  useMonitorCommands({
    open,
    playhead,
    root,
    end,
    frameRate,
    ...marks,
    toggleMuted,
    toggleLoop,
    onExport,
    onLoudness: loudness.toggle,
  });
  useMonitorKeys(root);

  return (
    <section ref={root} className={css['monitor']} aria-label={t.monitor} {...pane}>
      <div ref={stage} className={css['stage']} data-notices="stage">
        <canvas
          ref={canvas}
          className={css['picture']}
          style={{ width: fit.width, height: fit.height }}
          role="img"
          aria-label={t.filmPlayhead}
        />
        <ProxyStatus {...withProxies} />
      </div>
      <Bar
        {...{ playing, playhead, frameRate, end, sound, setSound, open }}
        exports={props.projectId === undefined || props.projectId === null}
        loudness={
          <LoudnessValue state={loudness.state} scope={range ? 'range' : 'film'} onToggle={loudness.toggle} />
        }
      />
      <Exports
        {...{ ...props, range, exporting }}
        film={withProxies.exported}
        onSelect={setExporting}
        onClose={() => setExporting(null)}
      />
    </section>
  );
}

/** Exports by runs as they stand, and the dialog of a new one. */
function Exports({
  connectionId,
  projectId = null,
  name = 'Film',
  film,
  library,
  range,
  exporting,
  onGallery,
  onShowClip,
  onSelect,
  onClose,
}: Pick<MonitorProps, 'connectionId' | 'projectId' | 'name' | 'library' | 'onGallery' | 'onShowClip'> & {
  film: Film;
  range: FilmRange | null;
  /** What was chosen before for the one that is being chosen; null while none is. */
  exporting: Partial<ExportSelection> | null;
  onSelect: (before: Partial<ExportSelection>) => void;
  onClose: () => void;
}): ReactElement {
  return (
    <>
      {projectId === null ? null : (
        <FilmExportList {...{ connectionId, projectId, name, onGallery, onSelect }} />
      )}
      {exporting === null ? null : (
        <ExportFilmDialog
          {...{ connectionId, projectId, library, range, name, film, onClose }}
          before={exporting}
          onShowClip={
            onShowClip &&
            ((clipId) => {
              onClose();
              onShowClip(clipId);
            })
          }
        />
      )}
    </>
  );
}

/** What plays the film and sets how it is heard. */
function Bar({
  playing,
  playhead,
  frameRate,
  end,
  sound,
  setSound,
  open,
  loudness,
  exports,
}: {
  playing: boolean;
  playhead: Playhead;
  frameRate: number;
  end: number;
  sound: FilmSound;
  setSound: (sound: FilmSound) => void;
  open: OpenPlayer | null;
  loudness: ReactElement;
  /** Films of no project are exported from here; the page of a project has a menu of all that leaves it. */
  exports: boolean;
}): ReactElement {
  return (
    <div className={css['bar']} role="group" aria-label={t.playbackFilm}>
      <CommandButton id="film.previous-frame" scope="monitor" />
      <CommandButton id="film.play" scope="monitor" icon={playing ? <Pause /> : undefined} />
      <CommandButton id="film.next-frame" scope="monitor" />
      <CommandButton id="film.loop" scope="monitor" />
      <Position playhead={playhead} frameRate={frameRate} end={end} />
      <CommandButton id="film.mark-in" scope="monitor" />
      <CommandButton id="film.mark-out" scope="monitor" />
      <Loudness sound={sound} onSound={setSound} />
      {loudness}
      {open ? <Meter open={open} playing={playing} /> : null}
      <CommandButton id="film.save-still" scope="monitor" />
      <CommandButton id="film.fullscreen" scope="monitor" />
      {exports ? <CommandButton id="film.export" scope="monitor" /> : null}
    </div>
  );
}

interface FilmSound {
  volume: number;
  muted: boolean;
}

/** How loud the film is here; what is exported stays as it is. */
function Loudness({
  sound: { volume, muted },
  onSound,
}: {
  sound: FilmSound;
  onSound: (sound: FilmSound) => void;
}): ReactElement {
  return (
    <>
      <IconButton
        label={muted ? t.unmuteFilm : t.muteFilm}
        shortcut={keysLabel('film.mute', 'monitor')}
        aria-pressed={muted}
        onClick={() => onSound({ volume, muted: !muted })}
      >
        {muted ? <VolumeX /> : <Volume2 />}
      </IconButton>
      <Slider
        className={css['volume']}
        label={t.volumeFilm}
        customKeys
        valueText={`${Math.round(volume * 100)} %`}
        min={0}
        max={1}
        step={0.01}
        value={volume}
        onValueChange={(next) => onSound({ volume: next, muted })}
      />
    </>
  );
}

/** Keys of the monitor, and those of the timeline, while the focus is in it. */
function useMonitorKeys(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      const handlesKeys = target instanceof Element && target.closest('[data-own-keys]') !== null;
      const kind = handlesKeys ? 'widget' : focusKind(target);
      // A button has no use for arrows: they step also while the button that steps has the focus.
      const steps =
        !handlesKeys && target instanceof HTMLButtonElement && pressedKey(event).startsWith('Arrow');
      if (!steps && belongsToFocus(event, kind, isMacPlatform())) return;
      if (runKeyCommand('monitor', event) || runKeyCommand('timeline', event)) event.stopPropagation();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [root]);
}

function Meter({ open: { player }, playing }: { open: OpenPlayer; playing: boolean }): ReactElement {
  const levels = useCallback(() => player.levels(), [player]);
  return <LevelMeter levels={levels} active={playing} />;
}

/** The room there is for the picture, in pixels of the page. */
function useElementSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => setSize({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** The marked range: the document's where somebody keeps it there, else the monitor's own. */
function useRange({
  range,
  onRange,
}: MonitorProps): readonly [FilmRange | null, (range: FilmRange | null) => void] {
  const localRange = useState<FilmRange | null>(null);
  return onRange ? [range ?? null, onRange] : localRange;
}
