import { Pause, Play, Repeat, SkipBack, SkipForward, Volume2, VolumeX } from 'lucide-react';
import type { ReactElement } from 'react';
import { shownKeys, useCommands } from '#renderer/commands/index.ts';
import { commandTable, type KeyScope } from '#shared/desk/commands/index.ts';
import { IconButton, Select } from '#renderer/ui/index.ts';
import { speeds, type Transport } from './use-transport.ts';
import css from './transport-bar.module.css';

/** `1:02.48`, with hundredths of a second. */
function formatTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(2).padStart(5, '0')}`;
}

/** Play, frame steps, position, loop and speed of what a transport moves. */
export function TransportBar({
  transport,
  hasFrames,
  scope,
}: {
  transport: Transport;
  /** Sounds have none. */
  hasFrames: boolean;
  scope: KeyScope;
}): ReactElement {
  const { isPlaying, time, duration, speed, loops, isMuted } = transport;
  useCommands('player', {
    'player.toggle': transport.toggle,
    'player.previous-frame': () => transport.step(-1),
    'player.next-frame': () => transport.step(1),
    'player.loop': transport.toggleLoop,
  });
  return (
    <div className={css['bar']} role="group" aria-label="Playback">
      <IconButton
        label={isPlaying ? 'Pause' : 'Play'}
        shortcut={shownKeys('player.toggle', scope)}
        onClick={transport.toggle}
      >
        {isPlaying ? <Pause /> : <Play />}
      </IconButton>
      {hasFrames ? (
        <>
          <IconButton
            label={commandTable['player.previous-frame'].title}
            shortcut={shownKeys('player.previous-frame', scope)}
            onClick={() => transport.step(-1)}
          >
            <SkipBack />
          </IconButton>
          <IconButton
            label={commandTable['player.next-frame'].title}
            shortcut={shownKeys('player.next-frame', scope)}
            onClick={() => transport.step(1)}
          >
            <SkipForward />
          </IconButton>
        </>
      ) : null}
      <input
        className={css['position']}
        type="range"
        aria-label="Position"
        aria-valuetext={formatTime(time)}
        min={0}
        max={duration || 1}
        step={0.01}
        value={Math.min(time, duration || 1)}
        onChange={(event) => transport.seek(event.currentTarget.valueAsNumber)}
      />
      <span className={css['time']}>
        {formatTime(time)} / {formatTime(duration)}
      </span>
      <Select
        label="Speed"
        hideLabel
        value={String(speed)}
        options={speeds.map((value) => ({ value: String(value), label: `${value} ×` }))}
        onValueChange={(value) => transport.setSpeed(Number(value))}
      />
      <IconButton
        label={commandTable['player.loop'].title}
        shortcut={shownKeys('player.loop', scope)}
        aria-pressed={loops}
        onClick={transport.toggleLoop}
      >
        <Repeat />
      </IconButton>
      <IconButton label={isMuted ? 'Sound on' : 'Sound off'} onClick={transport.toggleMuted}>
        {isMuted ? <VolumeX /> : <Volume2 />}
      </IconButton>
    </div>
  );
}
