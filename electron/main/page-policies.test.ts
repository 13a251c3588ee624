import { describe, expect, test, vi } from 'vitest';
import { electron, state, WebContentsStandIn } from './testing/electron-stand-in.ts';
import { responseOf, useTestDesktop, windowAt } from './testing/test-desktop.ts';

vi.mock('electron', async () => (await import('./testing/electron-stand-in.ts')).electron);

const desktop = useTestDesktop();

describe('schemes', () => {
  test('pages come with the content policy, requests go to the core', async () => {
    await desktop.start();
    const response = await responseOf('patchbay://app/projects/prj_1');
    expect(await response.text()).toContain('<title>Patchbay</title>');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('patchbay-media://media');
    expect(policy).not.toContain('unsafe');
    expect(await (await responseOf('patchbay://app/desk/status')).json()).toEqual({ asked: '/desk/status' });
    expect(await (await responseOf('patchbay://app/api/c/v1/projects')).json()).toEqual({
      asked: '/api/c/v1/projects',
    });
    expect((await responseOf('patchbay://app/assets/app-1.js')).headers.get('content-type')).toContain(
      'javascript',
    );
    expect((await responseOf('patchbay://app/package.json')).status).toBe(404);
  });

  test('a page is in the language that the system prefers', async () => {
    await desktop.start();
    const response = await responseOf('patchbay://app/projects/prj_1');
    expect(await response.text()).toContain('<html lang="de-CH">');
    expect(response.headers.get('content-language')).toBe('de-CH');
  });

  test.each([
    'patchbay://project/prj_1',
    'patchbay://app.evil/',
    'patchbay://user@app/',
    'patchbay:///desk/status',
  ])('%s is no page', async (url) => {
    await desktop.start();
    const response = await Promise.resolve(
      state.schemes.get('patchbay')?.({ url, method: 'GET', headers: new Headers() } as Request),
    );
    expect(response?.status).toBe(404);
  });

  test('another origin gets nothing from the core', async () => {
    await desktop.start();
    for (const origin of ['null', 'patchbay-media://media', 'https://example.com']) {
      expect((await responseOf('patchbay://app/desk/status', { headers: { origin } })).status).toBe(403);
    }
  });

  test('media is inert bytes on an origin of its own', async () => {
    await desktop.start();
    const response = await responseOf('patchbay-media://media/media/t1');
    expect(await response.text()).toBe('bytes of /media/t1');
    expect(response.headers.get('access-control-allow-origin')).toBe('patchbay://app');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await responseOf('patchbay-media://other/media/t1')).status).toBe(404);
    expect((await responseOf('patchbay-media://media/media/t1', { method: 'POST' })).status).toBe(405);
  });
});

describe('lock-down', () => {
  const ask = (permission: string, url = 'patchbay://app/', isMainFrame = true): boolean => {
    const contents = new WebContentsStandIn();
    contents.mainFrame = { origin: '', url };
    let granted: boolean | undefined;
    state.permissions.request?.(
      contents.asElectron(),
      permission as 'media',
      (response) => (granted = response),
      { isMainFrame, requestingUrl: url },
    );
    return granted ?? false;
  };
  const check = (permission: string, origin = 'patchbay://app/'): boolean =>
    state.permissions.check?.(windowAt().webContents.asElectron(), permission as 'media', origin, {
      isMainFrame: true,
      securityOrigin: origin,
    }) ?? true;

  test('permissions are denied when asked for and when looked up', async () => {
    await desktop.start();
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'hid',
      'fileSystem',
    ]) {
      expect([permission, ask(permission), check(permission)]).toEqual([permission, false, false]);
    }
    expect(ask('fullscreen')).toBe(true);
    expect(check('clipboard-sanitized-write')).toBe(true);
    expect(ask('fullscreen', 'https://example.com/')).toBe(false);
    expect(ask('fullscreen', 'patchbay://app/', false)).toBe(false);
    expect(check('fullscreen', 'https://example.com/')).toBe(false);
    expect(state.permissions.device?.({} as never)).toBe(false);
    let streams: unknown;
    state.permissions.display?.({} as never, (response) => (streams = response));
    expect(streams).toEqual({});
  });

  test('no window opens; https links go to the browser, nothing else goes anywhere', async () => {
    await desktop.start();
    const open = (url: string) => windowAt().webContents.windowOpenHandler?.({ url } as never).action;
    expect(open('https://example.com/a')).toBe('deny');
    for (const url of [
      'http://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'patchbay://app/',
      '',
    ]) {
      expect(open(url)).toBe('deny');
    }
    expect(open('https://user:pass@example.com/')).toBe('deny');
    expect(state.openedOutside).toEqual(['https://example.com/a']);
  });

  test('the page stays where it is', async () => {
    await desktop.start();
    const { webContents } = windowAt();
    expect(webContents.allows('will-navigate', 'patchbay://app/projects')).toBe(true);
    for (const url of [
      'http://127.0.0.1/',
      'file:///x',
      'patchbay://project/x',
      'patchbay-media://media/m',
      'about:blank',
    ]) {
      expect(webContents.allows('will-navigate', url)).toBe(false);
    }
    expect(webContents.allows('will-redirect', 'patchbay://app/')).toBe(false);
    expect(webContents.allows('will-frame-navigate', 'patchbay://app/', false)).toBe(false);
    const guest = { prevented: false, preventDefault: () => (guest.prevented = true) };
    webContents.emit('will-attach-webview', guest);
    expect(guest.prevented).toBe(true);
  });

  test('contents that the app did not make are locked down as well', async () => {
    await desktop.start();
    const stranger = new WebContentsStandIn();
    electron.app.emit('web-contents-created', {}, stranger);
    expect(stranger.windowOpenHandler?.({ url: 'https://example.com/' } as never).action).toBe('deny');
    expect(stranger.allows('will-navigate', 'https://example.com/')).toBe(false);
  });
});
