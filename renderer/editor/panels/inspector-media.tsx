import { File as FileIcon } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { typeOfName } from '#shared/http/content-types.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { MediaPlayer } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { useFileName } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import css from './inspector-panel.module.css';

const t = words.editorPanels.inspectorMedia;

/** A picture, or the sign and name of a file where it cannot be shown as one. */
export function Picture({ src, name }: { src: string; name: string }): ReactElement {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken !== src) {
    return <img className={css['media']} src={src} alt={name} onError={() => setBroken(src)} />;
  }
  return (
    <span className={css['noPicture']} title={name}>
      <FileIcon size={18} aria-hidden />
      <span dir="auto">{name}</span>
    </span>
  );
}

/** The kind of a file this page knows only the name of. */
export function inferType(name: string): string {
  const type = typeOfName(name);
  return /^(?:video|audio)\//.test(type) ? type : 'image/';
}

/** A file as it is seen or heard; one of another kind to be saved. */
export function MediaView({
  session,
  fileId,
  contentType,
  isCompact = false,
}: {
  session: EditorSession;
  fileId: string;
  contentType: string;
  /** A picture that needs no smaller one of it. */
  isCompact?: boolean | undefined;
}): ReactElement {
  const isImage = contentType.startsWith('image/');
  const media = useMediaUrl(
    session.ports.connectionId,
    { kind: 'file', fileId },
    isImage && !isCompact ? 'preview' : 'original',
  );
  const name = useFileName(session, fileId) ?? '';
  if (!media) return <span className={css['media']} />;
  if (contentType.startsWith('video/') || contentType.startsWith('audio/')) {
    return (
      <MediaPlayer
        connectionId={session.ports.connectionId}
        fileId={fileId}
        kind={contentType.startsWith('video/') ? 'video' : 'audio'}
        label={name}
      />
    );
  }
  if (isImage) return <Picture key={media.url} src={media.url} name={name} />;
  return (
    <a className={css['source']} href={media.downloadUrl} download>
      {t.save(name)}
    </a>
  );
}
