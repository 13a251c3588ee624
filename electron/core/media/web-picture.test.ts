import { expect, test } from 'vitest';
import { BlobClient } from '../api/blob-client.ts';
import { UnreachableError } from '../desk-error.ts';
import { refusalOf, startOnService } from '../testing/test-core.ts';
import { fetchWebPicture } from './web-picture.ts';

const { signal } = new AbortController();
/** A web that answers every address so. */
const webOf = (response: () => Response): Pick<BlobClient, 'get'> => ({ get: async () => response() });
const typed = (type: string, status = 200) =>
  new Response('bytes', { status, headers: { 'content-type': type } });

test('a picture comes with what it is and nothing else of its head', async () => {
  const asked: unknown[] = [];
  const web: Pick<BlobClient, 'get'> = {
    get: async (address, options) => {
      asked.push([address.url.href, address.reach, options.maxBytes, options.isSmall]);
      return typed('image/PNG; x=1');
    },
  };
  const picture = await fetchWebPicture(web, 'https://example.com/a.png?b=1', signal);
  expect(await picture.text()).toBe('bytes');
  expect(picture.headers.get('content-type')).toBe('image/png');
  // How far the name may lead is judged as for addresses that a service gives.
  expect(asked).toEqual([['https://example.com/a.png?b=1', 'public', 64 * 1024 * 1024, true]]);
});

test.each([
  ['no address', 'no address on the web'],
  ['file:///etc/hostname', 'no address on the web'],
  ['data:image/png;base64,AAAA', 'no address on the web'],
  ['https://me:secret@example.com/a.png', 'a password in it'],
  ['http://127.0.0.1:8080/a.png', 'inside your own network'],
  ['http://2130706433/a.png', 'inside your own network'],
  ['http://[::1]/a.png', 'inside your own network'],
  ['http://localhost./a.png', 'inside your own network'],
  ['http://169.254.169.254/latest', 'inside your own network'],
  ['http://192.168.1.1/a.png', 'inside your own network'],
])('%s is not asked', async (url, sentence) => {
  const { desk } = await startOnService();
  const answer = await desk.ask('POST', `/desk/web-pictures?url=${encodeURIComponent(url)}`);
  const refused = await refusalOf(answer);
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(sentence) });
  expect(refused.message).toContain('Save the picture to this computer and drop the file.');
});

test('a name that leads into the own network is refused when it is connected to', async () => {
  const blobs = new BlobClient(60_000, (_name, done) => done(null, [{ address: '10.0.0.8', family: 4 }]));
  await expect(fetchWebPicture(blobs, 'https://pictures.example/a.png', signal)).rejects.toThrow(
    'inside your own network',
  );
  blobs.close();
});

test.each([
  ['a page', webOf(() => typed('text/html')), 'gave no picture at this address'],
  ['no type', webOf(() => new Response('bytes')), 'gave no picture at this address'],
  ['a refusal', webOf(() => typed('image/png', 403)), 'refused to give the picture'],
  [
    'another address',
    { get: () => Promise.reject(new UnreachableError('redirected', 'x')) },
    'sends on to another address',
  ],
  [
    'nothing',
    { get: () => Promise.reject(new UnreachableError('refused', 'x')) },
    'did not give the picture',
  ],
] as [string, Pick<BlobClient, 'get'>, string][])('%s is a sentence', async (_what, web, sentence) => {
  await expect(fetchWebPicture(web, 'https://example.com/a.png', signal)).rejects.toThrow(sentence);
});
