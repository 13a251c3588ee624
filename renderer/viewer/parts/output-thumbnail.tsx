import { FileBox, ImageOff } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { useMediaText, useMediaUrl } from '#renderer/desk/index.ts';
import { FittedPicture } from '#renderer/ui/index.ts';
import { isHexColor } from '#shared/language/hex-color.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { number, words } from '#renderer/words/index.ts';
import { VideoPicture } from './video-picture.tsx';
import { isTextType, textOf, type FileRunOutput, type NamedOutput } from '../model/viewed-item.ts';
import { WaveformPicture } from './waveform-picture.tsx';
import css from './output-thumbnail.module.css';

/** A small picture or excerpt of one output. */
export function OutputThumbnail({
  connectionId,
  named,
  variant = 'thumbnail',
}: {
  connectionId: string;
  named: NamedOutput;
  /** `preview` where it is shown larger than a thumbnail is. */
  variant?: 'thumbnail' | 'preview';
}): ReactElement {
  const { output, kind } = named;
  const media = useMediaUrl(
    connectionId,
    kind === 'image' && isFileOutput(output) ? { kind: 'file', fileId: output.fileId } : null,
    variant,
  );
  switch (kind) {
    case 'image':
      return <PictureThumbnail url={media?.url} />;
    case 'video':
    case 'audio':
    case 'file':
      return isFileOutput(output) ? (
        <FileThumbnail connectionId={connectionId} file={output} kind={kind} variant={variant} />
      ) : (
        <span className={css['thumbFile']} />
      );
    case 'number':
      return (
        <span className={css['thumbNumber']}>
          {isFileOutput(output)
            ? ''
            : typeof output.value === 'number' && Number.isFinite(output.value)
              ? number(output.value)
              : textOf(output)}
        </span>
      );
    case 'boolean':
      return (
        <span className={css['thumbNumber']}>
          {textOf(output) === 'true' ? words.ui.inputLabel.yes : words.ui.inputLabel.no}
        </span>
      );
    case 'text':
      return isHexColor(textOf(output)) ? (
        <ColorThumbnail color={textOf(output)} />
      ) : (
        <span className={css['thumbText']} dir="auto">
          {textOf(output).trim() === '' ? (
            <span className={css['empty']}>{words.viewer.emptyText}</span>
          ) : (
            textOf(output).slice(0, 400)
          )}
        </span>
      );
    case 'json':
      return <span className={css['thumbJson']}>{textOf(output).slice(0, 400)}</span>;
    default:
      return assertNever(kind);
  }
}

/** A color as itself, with its name on it. */
const ColorThumbnail = ({ color }: { color: string }): ReactElement => (
  <span className={css['thumbColor']}>
    <span className={css['color']} style={{ backgroundColor: color }} />
    <span className={css['colorName']}>{color}</span>
  </span>
);

/** Bytes of a text file that a thumbnail has room for. */
const EXCERPT_BYTES = 1000;

function FileThumbnail({
  connectionId,
  file,
  kind,
  variant,
}: {
  connectionId: string;
  file: FileRunOutput;
  kind: 'video' | 'audio' | 'file';
  variant: 'thumbnail' | 'preview';
}): ReactElement {
  const isText = kind === 'file' && isTextType(file.contentType);
  const text = useMediaText(connectionId, isText ? file.fileId : null, EXCERPT_BYTES);
  switch (kind) {
    case 'video':
      return <VideoPicture connectionId={connectionId} fileId={file.fileId} alt="" variant={variant} />;
    case 'audio':
      return <WaveformPicture connectionId={connectionId} fileId={file.fileId} />;
    case 'file':
      return text.data && text.data.text !== '' ? (
        <span className={css['thumbText']} dir="auto">
          {text.data.text.slice(0, 400)}
        </span>
      ) : (
        <span className={css['thumbFile']}>
          <FileBox aria-hidden />
        </span>
      );
    default:
      return assertNever(kind);
  }
}

/** A picture; a sign for what no browser shows, such as an uploaded text with the name of a picture. */
function PictureThumbnail({ url }: { url: string | undefined }): ReactElement {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  return (
    <span className={css['thumbImage']}>
      {url === undefined ? null : brokenUrl === url ? (
        <ImageOff aria-hidden size={16} />
      ) : (
        <FittedPicture src={url} alt="" loading="lazy" onError={() => setBrokenUrl(url)} />
      )}
    </span>
  );
}
