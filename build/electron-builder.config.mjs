/**
 * The packaged desktop app. `node build/package.mjs` builds everything and runs electron-builder with this.
 * @type {import('electron-builder').Configuration}
 */
export default {
  appId: 'app.patchbay.desktop',
  productName: 'Patchbay',
  copyright: 'MIT License',
  directories: { output: 'release', buildResources: 'build/resources' },
  files: [
    'package.json',
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'out/service/**',
    'out/native/**',
    '!**/*.stamp',
    '!node_modules/**/{test,tests,docs,example,examples}/**',
  ],
  // Licenses that ask to go along with the program; Electron brings those of Chromium and its FFmpeg itself.
  extraResources: [
    { from: 'build/resources/licenses/NOTICE.txt', to: 'licenses/NOTICE.txt' },
    { from: 'build/resources/licenses/LGPL-3.0.txt', to: 'licenses/LGPL-3.0.txt' },
    { from: 'build/resources/licenses/GPL-3.0.txt', to: 'licenses/GPL-3.0.txt' },
    // What is in the binaries of the system that is packed for.
    { from: 'node_modules/@img', to: 'licenses/sharp', filter: ['sharp-*/README.md', 'sharp-*/LICENSE'] },
    { from: 'node_modules/sharp/LICENSE', to: 'licenses/sharp.txt' },
    ...['renderer', 'main', 'preload', 'service', 'native'].map((bundle) => ({
      from: `out/${bundle}/third-party.txt`,
      to: `licenses/third-party-${bundle}.txt`,
    })),
    { from: 'node_modules/mediabunny/LICENSE', to: 'licenses/mediabunny.txt' },
    { from: 'node_modules/@mediabunny/aac-encoder/LICENSE', to: 'licenses/mediabunny-aac-encoder.txt' },
    { from: 'node_modules/@napi-rs/canvas/LICENSE', to: 'licenses/napi-rs-canvas.txt' },
    ...['inter', 'jetbrains-mono', 'source-serif-4'].map((name) => ({
      from: `node_modules/@fontsource-variable/${name}/LICENSE`,
      to: `licenses/${name}.txt`,
    })),
  ],
  asar: true,
  // The service and the decoders run in processes of their own, with native code: plain files, not an archive.
  asarUnpack: [
    'package.json',
    'out/service/**',
    'out/native/**',
    'node_modules/{sharp,@img,detect-libc,semver,@napi-rs}/**',
    'node_modules/@fontsource-variable/{inter,jetbrains-mono,source-serif-4}/**',
    '**/*.node',
  ],
  // Native packages are N-API: prebuilt ones run in every Node and Electron.
  npmRebuild: false,
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    grantFileProtocolExtraPrivileges: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    // Flipping fuses breaks a Mac program's signature; an unsigned build needs the ad-hoc one again to start.
    resetAdHocDarwinSignature: true,
  },
  protocols: [{ name: 'Patchbay project', schemes: ['patchbay'] }],
  fileAssociations: [
    {
      ext: 'otio',
      name: 'OpenTimelineIO timeline',
      description: 'OpenTimelineIO timeline',
      mimeType: 'application/vnd.pixar.opentimelineio+json',
      role: 'Viewer',
      rank: 'Alternate',
    },
    {
      ext: 'otioz',
      name: 'OpenTimelineIO bundle',
      description: 'OpenTimelineIO timeline with its media',
      mimeType: 'application/vnd.pixar.opentimelineio.bundle+zip',
      role: 'Viewer',
      rank: 'Alternate',
    },
    {
      ext: 'patchbay',
      name: 'Patchbay project',
      description: 'Patchbay project',
      mimeType: 'application/vnd.patchbay.project+zip',
      role: 'Editor',
      rank: 'Owner',
    },
  ],
  publish: null,
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Graphics',
    synopsis: 'Node-graph editor',
    description: 'A desktop editor for node-graph projects stored by a REST service.',
    executableName: 'patchbay',
  },
  win: { target: ['nsis'] },
  // Windows registers file types only for an installation of the whole computer.
  nsis: { oneClick: false, perMachine: true, allowToChangeInstallationDirectory: true },
  mac: {
    target: ['dmg', 'zip'],
    category: 'public.app-category.graphics-design',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    darkModeSupport: true,
  },
};
