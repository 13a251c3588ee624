import { useEffect, useState, type ReactElement } from 'react';
import type { Caption } from '#shared/timeline/read-captions.ts';
import { useStore } from 'zustand';
import { Button, Dialog, EncodingChoice } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { captionEncoding, captionsIn, replaceCaptions, type DetectedCaptions } from './caption-files.ts';
import css from './caption-encoding.module.css';

/** Captions that are shown to be looked at. */
const PREVIEW_CAPTIONS = 4;

const close = (): void => captionEncoding.setState({ requested: null });

/** Lets a person choose the encoding of a file that does not say it. */
export function CaptionEncoding(): ReactElement | null {
  const request = useStore(captionEncoding, (state) => state.requested);
  return request ? <EncodingDialog key={request.trackId} requested={request} /> : null;
}

function EncodingDialog({ requested: request }: { requested: DetectedCaptions }): ReactElement {
  const [encoding, setEncoding] = useState(request.encoding);
  const captions = useCaptions(request, encoding);
  return (
    <Dialog
      open
      onClose={close}
      width={680}
      title={words.textFiles.encodingTitle(request.filename)}
      description={words.textFiles.encodingHint}
      footer={
        <>
          <Button onClick={close}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={
              captions.length === 0
                ? words.whyNot.noCaptions
                : encoding === request.encoding
                  ? words.whyNot.sameEncoding
                  : null
            }
            onClick={() => replaceCaptions(request, captions)}
          >
            {words.textFiles.readAgain}
          </Button>
        </>
      }
    >
      <EncodingChoice value={encoding} onValueChange={setEncoding}>
        <ul className={css['captions']} aria-label={words.textFiles.firstCaptions}>
          {captions.slice(0, PREVIEW_CAPTIONS).map((caption) => (
            <li key={caption.from} dir="auto">
              {caption.words}
            </li>
          ))}
        </ul>
      </EncodingChoice>
    </Dialog>
  );
}

const NO_CAPTIONS: readonly Caption[] = [];

/** The captions of a file in an encoding; none while they are read. */
function useCaptions(request: DetectedCaptions, encoding: DetectedCaptions['encoding']): readonly Caption[] {
  const [found, setFound] = useState<{ encoding: string; captions: readonly Caption[] } | null>(null);
  useEffect(() => {
    let isActive = true;
    const show = (captions: readonly Caption[]): void => {
      if (isActive) setFound({ encoding, captions });
    };
    captionsIn(request, encoding).then(show, () => show(NO_CAPTIONS));
    return () => {
      isActive = false;
    };
  }, [request, encoding]);
  return found?.encoding === encoding ? found.captions : NO_CAPTIONS;
}
