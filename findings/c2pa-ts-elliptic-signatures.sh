#!/usr/bin/env bash
# @trustnxt/c2pa-ts 0.9.4: what it signs with ES256 or ES384 passes its own check, and is a mismatch for the reader of the C2PA's own
# implementation (@contentauth/c2pa-wasm 0.15.0).
#
# Expected: signatures of elliptic curves in COSE are r and s one after the other, 64 and 96 bytes (RFC 9053, section 2.1, which C2PA follows), as
# WebCrypto gives them. "Creating manifests" is among what the README calls done.
# Seen: the signature that WebCrypto gave is converted to DER and stored so; its own check converts it back, and reads both forms. The other
# reader says "claimSignature.mismatch" and "EC signature should be in P1363 r|s format", for PNG and JPEG, claims of version 1 and 2. With
# Ed25519 and nothing else changed it finds no fault of the signature (the certificates are made here, and trusted by neither).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts @trustnxt/c2pa-ts@0.9.4 @contentauth/c2pa-wasm@0.15.0 @peculiar/x509@2.2.0 \
  reflect-metadata@0.2.2 upng-js@2.1.0 jpeg-js@0.4.4 >/dev/null
cat >seen.mjs <<'JS'
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import init, { WasmReader } from '@contentauth/c2pa-wasm';
import * as x509 from '@peculiar/x509';
import { JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import { CoseAlgorithmIdentifier, LocalSigner } from '@trustnxt/c2pa-ts/cose';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import * as c2pa from '@trustnxt/c2pa-ts/manifest';
import jpeg from 'jpeg-js';
import UPNG from 'upng-js';

await init({ module_or_path: readFileSync('node_modules/@contentauth/c2pa-wasm/pkg/c2pa_bg.wasm') });
const day = 86_400_000;
const validity = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + 30 * day) };

/** A certificate of a root, and a signer that has it; both keys by the given algorithm. */
async function signerOf(algorithm, identifier) {
  const keysOf = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [root, own] = [await keysOf(), await keysOf()];
  const signingAlgorithm = { ...algorithm, hash: algorithm.namedCurve === 'P-384' ? 'SHA-384' : 'SHA-256' };
  const rootCertificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'O=Example, CN=Example root',
    serialNumber: '01',
    ...validity,
    keys: root,
    signingAlgorithm,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'O=Example, CN=Example signer',
    issuer: rootCertificate.subject,
    serialNumber: '02',
    ...validity,
    publicKey: own.publicKey,
    signingKey: root.privateKey,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.emailProtection]),
      await x509.SubjectKeyIdentifierExtension.create(own.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(root.publicKey),
    ],
  });
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', own.privateKey));
  return new LocalSigner(privateKey, identifier, certificate, [rootCertificate]);
}
async function signed(bytes, Format, assetFormat, claimVersion, signer) {
  const asset = new Format(bytes);
  const store = new c2pa.ManifestStore();
  const manifest = store.createManifest({ claimVersion, assetFormat, instanceID: 'xmp:iid:1', defaultHashAlgorithm: 'SHA-256', signer });
  const hash = c2pa.DataHashAssertion.create('SHA-256');
  manifest.addAssertion(hash);
  const actions = new c2pa.ActionAssertion();
  if (claimVersion === c2pa.ClaimVersion.V2) actions.label = 'c2pa.actions.v2';
  const digitalSourceType = c2pa.DigitalSourceType.TrainedAlgorithmicMedia;
  actions.actions.push({ action: c2pa.ActionType.C2paCreated, digitalSourceType });
  manifest.addAssertion(actions);
  await asset.ensureManifestSpace(store.measureSize());
  await hash.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return new Uint8Array(await asset.getDataRange());
}
async function opinions(bytes, Format, assetFormat) {
  const asset = new Format(bytes);
  const own = await c2pa.ManifestStore.read(SuperBox.fromBuffer(await asset.getManifestJUMBF())).validate(asset);
  const other = JSON.parse((await WasmReader.fromBytes(assetFormat, bytes)).json());
  const ofSignature = (entries) => entries.map(({ code }) => code).filter((code) => code.startsWith('claimSignature')).join(', ');
  return `its own check ${ofSignature(own.statusEntries)}, the other's ${ofSignature(other.validation_status) || 'finds no fault of it'}`;
}
const pixels = new Uint8Array(32 * 32 * 4).fill(200);
const png = new Uint8Array(UPNG.encode([pixels.buffer], 32, 32, 0));
const photo = new Uint8Array(jpeg.encode({ data: pixels, width: 32, height: 32 }, 80).data);
const { V1, V2 } = c2pa.ClaimVersion;
for (const [name, algorithm] of [
  ['ES256', { name: 'ECDSA', namedCurve: 'P-256' }],
  ['ES384', { name: 'ECDSA', namedCurve: 'P-384' }],
  ['Ed25519', { name: 'Ed25519' }],
]) {
  const signer = await signerOf(algorithm, CoseAlgorithmIdentifier[name]);
  for (const [claims, version] of [
    ['claims 1', V1],
    ['claims 2', V2],
  ]) {
    const picture = await signed(png, PNG, 'image/png', version, signer);
    console.log(`${name}, PNG, ${claims}: ${await opinions(picture, PNG, 'image/png')}`);
  }
  const picture = await signed(photo, JPEG, 'image/jpeg', V2, signer);
  console.log(`${name}, JPEG, claims 2: ${await opinions(picture, JPEG, 'image/jpeg')}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Signatures are stored or checked otherwise now.'; exit 1; }
ES256, PNG, claims 1: its own check claimSignature.validated, the other's claimSignature.mismatch
ES256, PNG, claims 2: its own check claimSignature.validated, the other's claimSignature.mismatch
ES256, JPEG, claims 2: its own check claimSignature.validated, the other's claimSignature.mismatch
ES384, PNG, claims 1: its own check claimSignature.validated, the other's claimSignature.mismatch
ES384, PNG, claims 2: its own check claimSignature.validated, the other's claimSignature.mismatch
ES384, JPEG, claims 2: its own check claimSignature.validated, the other's claimSignature.mismatch
Ed25519, PNG, claims 1: its own check claimSignature.validated, the other's finds no fault of it
Ed25519, PNG, claims 2: its own check claimSignature.validated, the other's finds no fault of it
Ed25519, JPEG, claims 2: its own check claimSignature.validated, the other's finds no fault of it
TXT
