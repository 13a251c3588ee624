import { expect, test } from 'vitest';
import { isSameLocation, parseMediaLocation } from './media-location.ts';

test('a place is read with its options', () => {
  expect(parseMediaLocation('folder')).toBeNull();
  expect(parseMediaLocation('s3://media')).toEqual({
    bucket: 'media',
    prefix: '',
    endpoint: null,
    region: 'us-east-1',
    isPathStyle: false,
    checksums: 'WHEN_REQUIRED',
    cacheBytes: 10 * 1024 ** 3,
  });
  expect(
    parseMediaLocation(
      's3://media/a/b/?endpoint=https://s3.example.com/&region=eu-1&path-style=false&checksums=when-supported&cache=5',
    ),
  ).toEqual({
    bucket: 'media',
    prefix: 'a/b/',
    endpoint: 'https://s3.example.com',
    region: 'eu-1',
    isPathStyle: false,
    checksums: 'WHEN_SUPPORTED',
    cacheBytes: 5,
  });
  expect(isSameLocation('s3://media/a?endpoint=http://x', 's3://media/a/?endpoint=http://x/&cache=1')).toBe(
    true,
  );
  expect(isSameLocation('s3://media/a', 's3://media/b')).toBe(false);
});

test.each([
  ['http://media', 'begins neither with s3://'],
  ['s3://', 'a bucket has 3 to 63'],
  ['s3://M', 'a bucket has 3 to 63'],
  ['s3://media/../x y', 'a prefix has'],
  ['s3://media?endpoint=ftp://x', 'its endpoint'],
  ['s3://media?secret=TOPSECRET', 'an option that there is not'],
  ['s3://media?path-style=maybe', 'true or false'],
  ['s3://media?cache=much', 'number of bytes'],
  ['s3://KEYNAME:TOPSECRET@media', 'Keys do not belong'],
  ['s3://media?endpoint=https://KEYNAME:TOPSECRET@host', 'Keys do not belong'],
])('%s is refused with what is wrong, and no key is repeated', (place, reason) => {
  const read = () => parseMediaLocation(place);
  expect(read).toThrow(reason);
  expect(read).not.toThrow(/TOPSECRET/);
});
