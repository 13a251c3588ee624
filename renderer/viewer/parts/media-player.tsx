import { useState, type HTMLAttributes, type ReactElement } from 'react';
import { useMediaInfo, useMediaUrl, useMediaWaveform } from '#renderer/desk/index.ts';
import { runKeyCommand } from '#renderer/commands/index.ts';
import { words } from '#renderer/words/index.ts';
import { belongsToControl } from '../model/control-keys.ts';
import { CompactTransportBar, usePlayerCommands } from './transport-bar.tsx';
import { useTransport, type Transport } from '../gestures/use-transport.ts';
import { Waveform } from './waveform-picture.tsx';
import css from './media-player.module.css';

const t = words.viewer.mediaPlayer;

export interface MediaPlayerProps {
  connectionId: string;
  fileId: string;
  kind: 'video' | 'audio';
  label: string;
}

/** A video or sound that plays in a panel: by its buttons, or by keys while the focus is in it. */
export function MediaPlayer({ connectionId, fileId, kind, label }: MediaPlayerProps): ReactElement {
  const media = useMediaUrl(connectionId, { kind: 'file', fileId }, 'original');
  const mediaInfo = useMediaInfo(connectionId, kind === 'video' ? fileId : null);
  const transport = useTransport(mediaInfo.data?.kind === 'video' ? mediaInfo.data.framesPerSecond : null);
  const [hasFocus, setFocus] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const keys: HTMLAttributes<HTMLDivElement> = {
    onFocus: () => setFocus(true),
    onBlur: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false);
    },
    onKeyDown: (event) => {
      if (belongsToControl(event)) return;
      if (runKeyCommand('player', event.nativeEvent)) event.stopPropagation();
    },
  };
  if (isBroken) {
    return <p className={css['note']}>{t.couldNotOpenSystem}</p>;
  }
  const shared = {
    ...transport.mediaProps(0),
    src: media?.url,
    'aria-label': label,
    preload: 'metadata',
    onError: () => setBroken(true),
  };
  return (
    <div role="group" aria-label={t.playerOf(label)} className={css['player']} {...keys}>
      {hasFocus ? <Commands transport={transport} /> : null}
      {!media ? (
        <span className={css['screen']} />
      ) : kind === 'video' ? (
        <video className={css['screen']} tabIndex={0} playsInline onClick={transport.toggle} {...shared}>
          <track kind="captions" />
        </video>
      ) : (
        <Sound connectionId={connectionId} fileId={fileId} transport={transport}>
          <audio {...shared}>
            <track kind="captions" />
          </audio>
        </Sound>
      )}
      <CompactTransportBar transport={transport} hasFrames={kind === 'video'} scope="player" />
    </div>
  );
}

/** Of several players on a page the one with the focus has the keys. */
function Commands({ transport }: { transport: Transport }): null {
  usePlayerCommands(transport);
  return null;
}

/** The outline of a sound, and how far it has come. */
function Sound({
  connectionId,
  fileId,
  transport: { time, duration },
  children,
}: {
  connectionId: string;
  fileId: string;
  transport: Transport;
  children: ReactElement;
}): ReactElement {
  const waveform = useMediaWaveform(connectionId, fileId);
  return (
    <div className={css['sound']}>
      {waveform.data ? <Waveform peaks={waveform.data.peaks} /> : null}
      {duration > 0 ? (
        <span className={css['head']} style={{ insetInlineStart: `${(time / duration) * 100}%` }} />
      ) : null}
      {children}
    </div>
  );
}
