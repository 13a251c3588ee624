#!/usr/bin/env bash
# @20minutes/s3rver 5.0.0 with @aws-sdk/client-s3 3.1175.0, on Node with OpenSSL 3: a list of more than one page cannot be read.
#
# Expected: a bucket of three objects is listed two at a time: the first answer is truncated and names where the next begins.
# Seen: the list that fits into one page is answered; the one that does not is answered with 500, as the server makes the token of
# the next page with RC4, which OpenSSL 3 has among its legacy ciphers alone. (The server does not check signatures here: it takes
# `/bucket/` for `/bucket` when it calculates them, so that every list of a client that signs as it sends is refused.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts @20minutes/s3rver@5.0.0 @aws-sdk/client-s3@3.1175.0 >/dev/null
mkdir data
cat >seen.mjs <<'JS'
import S3rver from '@20minutes/s3rver';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory: 'data',
  silent: true,
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: 'media', configs: [] }],
});
const { port } = await server.run();
const client = new S3Client({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  forcePathStyle: true,
  maxAttempts: 1,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
});
const Bucket = 'media';
for (const Key of ['a', 'b', 'c']) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
for (const MaxKeys of [3, 2]) {
  const line = await client.send(new ListObjectsV2Command({ Bucket, MaxKeys })).then(
    ({ Contents = [] }) => Contents.map(({ Key }) => Key).join(' '),
    ({ $metadata }) => `answered with ${$metadata?.httpStatusCode}`,
  );
  console.log(`at most ${MaxKeys}: ${line}`);
}
await server.close();
process.exit(0);
JS
node seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 's3rver lists in pages otherwise now.'; exit 1; }
at most 3: a b c
at most 2: answered with 500
TXT
