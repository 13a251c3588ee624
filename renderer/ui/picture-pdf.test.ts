import { expect, test } from 'vitest';
import { pdfOfPictures } from './picture-pdf.ts';

const picture = (...bytes: number[]) => ({
  jpeg: new Blob([new Uint8Array(bytes)]),
  width: 400,
  height: 200,
});

test('each object stands where the table says, and each page shows its own picture', async () => {
  const blob = pdfOfPictures([picture(0xff, 0xd8, 1), picture(0xff, 0xd8, 2, 3)], 'Äpfel (1)');
  const text = new TextDecoder('latin1').decode(await blob.arrayBuffer());
  expect(text.startsWith('%PDF-1.4\n')).toBe(true);
  const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]));
  expect(table.startsWith('xref\n0 14\n')).toBe(true);
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(13);
  offsets.forEach((offset, at) => expect(text.slice(offset).startsWith(`${at + 1} 0 obj\n`)).toBe(true));
  expect(text).toContain('/Kids [8 0 R 11 0 R] /Count 2');
  expect(text).toContain('/MediaBox [0 0 300 150]');
  expect(text).toContain('/Length 4 >>\nstream\n\xff\xd8\x02\x03\nendstream');
  expect(text).toContain('/Title <feff00c40070006600650');
});

test('a page is as large as the paper it says', async () => {
  const paper = { width: 841.89, height: 595.28 };
  const blob = pdfOfPictures([{ ...picture(0xff), paper }], 'Board');
  const text = new TextDecoder('latin1').decode(await blob.arrayBuffer());
  expect(text).toContain('/MediaBox [0 0 841.89 595.28]');
  expect(text).toContain('q 841.89 0 0 595.28 0 0 cm /Picture Do Q');
});

test('words of a page are written where they are seen, in every script', async () => {
  const words = (text: string, isRtl = false) => ({ text, x: 10, y: 20, width: 60, size: 12, isRtl });
  const blob = pdfOfPictures(
    [{ ...picture(0xff), words: [words('Ää'), words('שלום 12', true), words('海😀'), words('')] }],
    'Board',
  );
  const text = new TextDecoder('latin1').decode(await blob.arrayBuffer());
  const drawn = [...text.matchAll(/^BT 3 Tr \/Words 12 Tf (\S+) Tz (\S+ \S+) Td <(\w+)> Tj ET$/gm)];
  expect(drawn.map(([, stretch, place, codes]) => [stretch, place, codes])).toEqual([
    ['500', '10 130', '00c400e4'],
    // From left to right: readers turn it around again.
    ['142.86', '10 130', '00310032002005dd05d505dc05e9'],
    ['500', '10 130', '6d77e000'],
  ]);
  expect(text).toContain('<e000> <d83dde00>');
});
