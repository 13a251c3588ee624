import { Pause, Play, Repeat, SkipBack, SkipForward, Volume2, VolumeX } from 'lucide-react';
import type { ReactElement } from 'react';
import { keysLabel, useCommands } from '#renderer/commands/index.ts';
import type { KeyScope } from '#shared/commands/index.ts';
import { IconButton, Select, Slider } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { speeds, type Transport } from '../gestures/use-transport.ts';
import css from './transport-bar.module.css';

const t = words.viewer.transportBar;

/** `1:02.48`, with hundredths of a second. */
function formatTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(2).padStart(5, '0')}`;
}

interface TransportBarProps {
  transport: Transport;
  /** Sounds have none. */
  hasFrames: boolean;
  scope: KeyScope;
}

/** The commands of a player go to this one while it is mounted. */
export function usePlayerCommands(transport: Transport): void {
  useCommands('player', {
    'player.toggle': transport.toggle,
    'player.previous-frame': () => transport.step(-1),
    'player.next-frame': () => transport.step(1),
    'player.loop': transport.toggleLoop,
    'player.mute': transport.toggleMuted,
  });
}

/** Play, frame steps, position, loop, speed and volume of what a transport moves, in one line. */
export function TransportBar({ transport, hasFrames, scope }: TransportBarProps): ReactElement {
  usePlayerCommands(transport);
  const { speed } = transport;
  return (
    <div className={css['bar']} role="group" aria-label={t.playback}>
      <PlayButtons transport={transport} hasFrames={hasFrames} scope={scope} />
      <Position transport={transport} />
      <Select
        label={t.speed}
        hideLabel
        value={String(speed)}
        options={speeds.map((value) => ({ value: String(value), label: `${value} ×` }))}
        onValueChange={(value) => transport.setSpeed(Number(value))}
      />
      <LoopButton transport={transport} scope={scope} />
      <Volume transport={transport} scope={scope} />
    </div>
  );
}

/** The same in two short lines, for panels; the commands go to it by its owner. */
export function CompactTransportBar({ transport, hasFrames, scope }: TransportBarProps): ReactElement {
  return (
    <div className={css['compact']} role="group" aria-label={t.playback}>
      <div className={css['line']}>
        <Position transport={transport} />
      </div>
      <div className={css['line']}>
        <PlayButtons transport={transport} hasFrames={hasFrames} scope={scope} />
        <span className={css['gap']} />
        <LoopButton transport={transport} scope={scope} />
        <Volume transport={transport} scope={scope} />
      </div>
    </div>
  );
}

function PlayButtons({ transport, hasFrames, scope }: TransportBarProps): ReactElement {
  return (
    <>
      <IconButton
        label={transport.isPlaying ? t.pause : t.play}
        shortcut={keysLabel('player.toggle', scope)}
        onClick={transport.toggle}
      >
        {transport.isPlaying ? <Pause /> : <Play />}
      </IconButton>
      {hasFrames ? (
        <>
          <IconButton
            label={words.commandWords.commands['player.previous-frame'].title}
            shortcut={keysLabel('player.previous-frame', scope)}
            onClick={() => transport.step(-1)}
          >
            <SkipBack />
          </IconButton>
          <IconButton
            label={words.commandWords.commands['player.next-frame'].title}
            shortcut={keysLabel('player.next-frame', scope)}
            onClick={() => transport.step(1)}
          >
            <SkipForward />
          </IconButton>
        </>
      ) : null}
    </>
  );
}

function Position({ transport: { time, duration, seek } }: { transport: Transport }): ReactElement {
  return (
    <>
      <Slider
        className={css['position']}
        label={t.position}
        valueText={formatTime(time)}
        min={0}
        max={duration || 1}
        step={0.01}
        value={Math.min(time, duration || 1)}
        onValueChange={seek}
      />
      <span className={css['time']}>
        {formatTime(time)} / {formatTime(duration)}
      </span>
    </>
  );
}

const LoopButton = ({ transport, scope }: Omit<TransportBarProps, 'hasFrames'>): ReactElement => (
  <IconButton
    label={words.commandWords.commands['player.loop'].title}
    shortcut={keysLabel('player.loop', scope)}
    aria-pressed={transport.loops}
    onClick={transport.toggleLoop}
  >
    <Repeat />
  </IconButton>
);

function Volume({ transport, scope }: Omit<TransportBarProps, 'hasFrames'>): ReactElement {
  const { isMuted, volume } = transport;
  const effectiveVolume = isMuted ? 0 : volume;
  return (
    <>
      <IconButton
        label={isMuted ? t.soundOn : t.soundDisabled}
        shortcut={keysLabel('player.mute', scope)}
        onClick={transport.toggleMuted}
      >
        {effectiveVolume === 0 ? <VolumeX /> : <Volume2 />}
      </IconButton>
      <Slider
        className={css['volume']}
        label={t.volume}
        valueText={`${Math.round(effectiveVolume * 100)} %`}
        min={0}
        max={1}
        step={0.05}
        value={effectiveVolume}
        onValueChange={transport.setVolume}
      />
    </>
  );
}
