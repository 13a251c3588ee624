import { useMemo, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { Button, Dialog, DialogStack, EncodingSelect } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { captionEncoding, captionsIn, readAgain, type GuessedCaptions } from './caption-files.ts';
import css from './caption-encoding.module.css';

/** Captions that are shown to be looked at. */
const SHOWN = 4;

const close = (): void => captionEncoding.setState({ asked: null });

/** Lets a person choose the encoding of a file that does not say it. */
export function CaptionEncoding(): ReactElement | null {
  const asked = useStore(captionEncoding, (state) => state.asked);
  return asked ? <EncodingDialog key={asked.trackId} asked={asked} /> : null;
}

function EncodingDialog({ asked }: { asked: GuessedCaptions }): ReactElement {
  const [encoding, setEncoding] = useState(asked.encoding);
  const captions = useMemo(() => captionsIn(asked, encoding), [asked, encoding]);
  return (
    <Dialog
      open
      onClose={close}
      width={520}
      title={words.textFiles.encodingTitle(asked.filename)}
      description={words.textFiles.encodingHint}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            whyDisabled={
              captions.length === 0
                ? words.whyNot.noCaptions
                : encoding === asked.encoding
                  ? words.whyNot.sameEncoding
                  : null
            }
            onClick={() => readAgain(asked, encoding)}
          >
            {words.textFiles.readAgain}
          </Button>
        </>
      }
    >
      <DialogStack>
        <EncodingSelect value={encoding} onValueChange={setEncoding} />
        <ul className={css['captions']} aria-label={words.textFiles.firstCaptions}>
          {captions.slice(0, SHOWN).map((caption) => (
            <li key={caption.from} dir="auto">
              {caption.words}
            </li>
          ))}
        </ul>
      </DialogStack>
    </Dialog>
  );
}
