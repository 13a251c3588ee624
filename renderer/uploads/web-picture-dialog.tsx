import type { ReactElement } from 'react';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { PictureRequest } from './web-picture.ts';

const text = words.webDrop;

/** Asks whether a picture of a web page may be fetched. */
export default function WebPictureDialog({ host, decide }: PictureRequest): ReactElement {
  return (
    <Dialog
      open
      onClose={() => decide(false)}
      title={text.title}
      description={text.description(host)}
      width={460}
      footer={
        <>
          <Button onClick={() => decide(false)}>{text.cancel}</Button>
          <Button variant="primary" onClick={() => decide(true)}>
            {text.fetch}
          </Button>
        </>
      }
    />
  );
}
