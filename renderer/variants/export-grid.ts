import { outputFileName } from '#shared/desk/index.ts';
import { pdfOfPictures, saveBlob, type PdfPage } from '#renderer/ui/index.ts';
import { directionLabels } from './grid-layout.ts';
import { drawGrid, type GridPicture } from './grid-picture.ts';

/** Parts of what the picture is: good enough for print, a tenth of the bytes. */
const JPEG_QUALITY = 0.92;

const nameOf = ({ batch }: GridPicture, extension: string): string =>
  outputFileName({ project: null, output: batch.name, version: null, extension });

/** Saves the page of a grid that is shown, as a PNG with its labels. @throws Error with a sentence */
export async function saveAsPicture(picture: GridPicture): Promise<void> {
  const canvas = await drawGrid(picture);
  saveBlob(await canvas.convertToBlob({ type: 'image/png' }), nameOf(picture, 'png'));
}

/** Saves all pages of a grid as a PDF, each with its labels. @throws Error with a sentence */
export async function saveAsPdf(picture: GridPicture): Promise<void> {
  const pages: PdfPage[] = [];
  for (let page = 0; page < directionLabels(picture.layout, 'pages').length; page += 1) {
    const canvas = await drawGrid({ ...picture, page });
    const { width, height } = canvas;
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
    pages.push({ jpeg, width, height });
  }
  saveBlob(pdfOfPictures(pages, picture.batch.name), nameOf(picture, 'pdf'));
}
