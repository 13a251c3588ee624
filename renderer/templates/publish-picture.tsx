import { ImageUp } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Publishable } from '#shared/administration/index.ts';
import { describeProblem, useMediaUrl } from '#renderer/desk/index.ts';
import { ProblemNote } from '#renderer/ui/index.ts';
import { mediumRejection, uploadFile } from '#renderer/uploads/index.ts';
import { words } from '#renderer/words/index.ts';
import type { PublishForm } from './use-publish-form.ts';
import css from './publish-dialog.module.css';

const t = words.templates.publishPicture;

interface Uploading {
  file: File;
  /** 0 to 1. */
  progress: number;
  problem: string | null;
}

/** Uploads a picture that is to stand for a template. @param onComplete with the id of its file. */
function usePictureUpload(
  connectionId: string,
  onComplete: (fileId: string) => void,
  onBusy: (isBusy: boolean) => void,
) {
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [files, setFiles] = useState<readonly string[]>([]);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const upload = async (file: File): Promise<void> => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setUploading({ file, progress: 0, problem: null });
    onBusy(true);
    try {
      const rejection = await mediumRejection(file);
      if (rejection !== null) throw new Error(rejection);
      const fileId = await uploadFile(connectionId, file, {
        signal: controller.signal,
        onProgress: (progress) => setUploading({ file, progress, problem: null }),
      });
      setFiles((before) => [fileId, ...before]);
      setUploading(null);
      onComplete(fileId);
    } catch (error) {
      if (!controller.signal.aborted) setUploading({ file, progress: 0, problem: describeProblem(error) });
    } finally {
      if (abort.current === controller) onBusy(false);
    }
  };
  return { uploading, files, upload };
}

/** A result or file of the project, or a picture from this computer, that stands for the template. */
export function PictureChoice({
  connectionId,
  publishable,
  form: { fields, set, setUploading },
}: {
  connectionId: string;
  publishable: Publishable;
  form: PublishForm;
}): ReactElement {
  const { uploading, files, upload } = usePictureUpload(
    connectionId,
    (pictureFileId) => set({ pictureFileId }),
    setUploading,
  );
  const pictures = [
    ...new Set([...files, ...(fields.pictureFileId ? [fields.pictureFileId] : []), ...publishable.pictures]),
  ];
  return (
    <section className={css['section']}>
      <h3>{t.picture}</h3>
      <div className={css['pictures']} role="group" aria-label={t.picture}>
        <button
          type="button"
          className={css['picture']}
          aria-pressed={fields.pictureFileId === null}
          onClick={() => set({ pictureFileId: null })}
        >
          {t.none}
        </button>
        {pictures.map((fileId, index) => (
          <button
            key={fileId}
            type="button"
            className={css['picture']}
            aria-label={t.picture2(index + 1)}
            aria-pressed={fields.pictureFileId === fileId}
            onClick={() => set({ pictureFileId: fileId })}
          >
            <Thumbnail connectionId={connectionId} fileId={fileId} />
          </button>
        ))}
        <UploadTile uploading={uploading} onSelect={(file) => void upload(file)} />
      </div>
      {uploading?.problem ? (
        <ProblemNote>{t.notUploaded(uploading.file.name, uploading.problem)}</ProblemNote>
      ) : null}
      {pictures.length === 0 ? <p className={css['none']}>{t.projectRunResultsCan}</p> : null}
    </section>
  );
}

function UploadTile({
  uploading,
  onSelect,
}: {
  uploading: Uploading | null;
  onSelect: (file: File) => void;
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const isBusy = uploading !== null && uploading.problem === null;
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*"
        aria-label={t.pictureFile}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) onSelect(file);
        }}
      />
      <button
        type="button"
        className={css['picture']}
        data-upload
        aria-busy={isBusy || undefined}
        onClick={() => picker.current?.click()}
      >
        <ImageUp aria-hidden />
        {isBusy ? `${Math.round(uploading.progress * 100)} %` : t.upload}
      </button>
    </>
  );
}

function Thumbnail({ connectionId, fileId }: { connectionId: string; fileId: string }): ReactElement | null {
  const media = useMediaUrl(connectionId, { kind: 'file', fileId }, 'thumbnail');
  return media ? <img src={media.url} alt="" /> : null;
}
