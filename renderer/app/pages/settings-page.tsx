import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { Settings } from '#shared/desk/index.ts';
import { keyLocationText } from '#renderer/connections/index.ts';
import {
  callDesk,
  describeProblem,
  useChangeSettings,
  useConnections,
  useDeskStatus,
  useSettings,
} from '#renderer/desk/index.ts';
import {
  Button,
  ErrorState,
  Page,
  PageHeader,
  Select,
  showToast,
  Skeleton,
  Switch,
} from '#renderer/ui/index.ts';
import { saveDiagnostics } from './save-diagnostics.ts';
import { themeChoices } from '../parts/theme-menu.tsx';
import { NotificationSetting } from '../parts/notification-setting.tsx';
import { RunLimits } from './run-limits.tsx';
import { SettingsRow } from '../parts/settings-row.tsx';
import css from '../parts/page.module.css';

const serviceStates = { starting: 'Starting', running: 'Running', stopped: 'Stopped', failed: 'Not running' };

/** Preferences stored on this computer. */
export function SettingsPage(): ReactElement {
  const settings = useSettings();
  return (
    <Page>
      <PageHeader title="Settings" />
      {settings.isError ? (
        <ErrorState
          title="The settings could not be read"
          text={describeProblem(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      ) : settings.data ? (
        <>
          <Preferences settings={settings.data} />
          <RunLimits settings={settings.data} />
        </>
      ) : (
        <Skeleton height={134} radius={10} />
      )}
      <ThisComputer />
    </Page>
  );
}

function Preferences({ settings }: { settings: Settings }): ReactElement {
  const change = useChangeSettings();
  const set = (value: Partial<Settings>) =>
    change.mutate(value, {
      onError: (error) =>
        showToast({ kind: 'error', title: 'The setting was not saved', description: describeProblem(error) }),
    });
  return (
    <div className={css['rows']}>
      <SettingsRow title="Theme">
        <div className={css['control']}>
          <Select
            label="Theme"
            hideLabel
            value={settings.theme}
            options={themeChoices}
            onValueChange={(theme) => set({ theme })}
          />
        </div>
      </SettingsRow>
      <CanvasPreferences settings={settings} set={set} />
      <SettingsRow
        title="Include the settings in saved files"
        hint="The graph that made an output, so that whoever has the file can open it again. It holds prompts, but no keys, no signed addresses and no places on this computer."
      >
        <Switch
          label="Include the settings in saved files"
          hideLabel
          checked={settings.settingsInFiles}
          onCheckedChange={(settingsInFiles) => set({ settingsInFiles })}
        />
      </SettingsRow>
      <SettingsRow
        title="Hints on the canvas"
        hint="What a newcomer can try; each goes away when it was done."
      >
        <Button disabled={settings.hintsDone.length === 0} onClick={() => set({ hintsDone: [] })}>
          {settings.hintsDone.length === 0 ? 'Shown' : 'Show again'}
        </Button>
      </SettingsRow>
      <NotificationSetting
        isOn={settings.notifyOnRunEnd}
        onChange={(notifyOnRunEnd) => set({ notifyOnRunEnd })}
      />
    </div>
  );
}

/** How hands work on the canvas. */
function CanvasPreferences({
  settings,
  set,
}: {
  settings: Settings;
  set: (value: Partial<Settings>) => void;
}): ReactElement {
  return (
    <>
      <SettingsRow title="Moving around the canvas" hint="What scrolling does in the editor.">
        <div className={css['control']}>
          <Select
            label="Moving around the canvas"
            hideLabel
            value={settings.navigation}
            options={[
              { value: 'mouse', label: 'Mouse: wheel zooms' },
              { value: 'trackpad', label: 'Trackpad: scroll pans' },
            ]}
            onValueChange={(navigation) => set({ navigation })}
          />
        </div>
      </SettingsRow>
      <SettingsRow
        title="One finger on the canvas"
        hint="On the empty canvas. Two fingers always move and zoom the view; while a pen is near, fingers do nothing."
      >
        <div className={css['control']}>
          <Select
            label="One finger on the canvas"
            hideLabel
            value={settings.fingers}
            options={[
              { value: 'pans', label: 'Moves the view' },
              { value: 'selects', label: 'Draws a selection' },
            ]}
            onValueChange={(fingers) => set({ fingers })}
          />
        </div>
      </SettingsRow>
      <SettingsRow title="Snap nodes to the grid">
        <Switch
          label="Snap nodes to the grid"
          hideLabel
          checked={settings.snapToGrid}
          onCheckedChange={(snapToGrid) => set({ snapToGrid })}
        />
      </SettingsRow>
      <SettingsRow
        title="Proxies of heavy films"
        hint="Media that are larger than the screen, of variable rate or not playable here are played as small copies. Exports take the originals."
      >
        <Switch
          label="Proxies of heavy films"
          hideLabel
          checked={settings.filmProxies}
          onCheckedChange={(filmProxies) => set({ filmProxies })}
        />
      </SettingsRow>
      <SettingsRow
        title="Guides while dragging"
        hint="Lines through edges and middles of neighbors, and equal distances. Hold Ctrl or ⌘ to place a node freely."
      >
        <Switch
          label="Guides while dragging"
          hideLabel
          checked={settings.showGuides}
          onCheckedChange={(showGuides) => set({ showGuides })}
        />
      </SettingsRow>
    </>
  );
}

const PLATFORMS = new Map([
  ['darwin', 'macOS'],
  ['linux', 'Linux'],
  ['win32', 'Windows'],
]);

/** The parts of the app that work here, and what helps when one of them does not. */
function ThisComputer(): ReactElement | null {
  const status = useDeskStatus();
  const connections = useConnections();
  const [, navigate] = useLocation();
  if (!status.data) return null;
  const { localService, version, platform } = status.data;
  const restart = () =>
    callDesk('restartLocalService', {}).then(
      () => showToast({ title: 'The local service is starting again' }),
      (error: unknown) =>
        showToast({ kind: 'error', title: 'It could not be started', description: describeProblem(error) }),
    );
  return (
    <section className={css['section']}>
      <h2 className={css['heading']}>On this computer</h2>
      <div className={css['rows']}>
        <SettingsRow
          title="Local service"
          hint={localService.message ?? 'Keeps your local projects and runs them here.'}
        >
          <span>{serviceStates[localService.state]}</span>
          <Button size="small" onClick={() => void restart()}>
            Start again
          </Button>
        </SettingsRow>
        <SettingsRow title="Keys" hint={keyLocationText(connections.data)}>
          <Button size="small" onClick={() => navigate('/connections')}>
            Connections
          </Button>
        </SettingsRow>
        <SettingsRow
          title="Diagnostics"
          hint="For whoever helps you solve a problem. No keys, files, names or typed texts are in it."
        >
          <Button size="small" onClick={() => void saveDiagnostics()}>
            Save diagnostics…
          </Button>
        </SettingsRow>
        <SettingsRow title="Version">
          <span>
            {version} on {PLATFORMS.get(platform) ?? platform}
          </span>
        </SettingsRow>
      </div>
    </section>
  );
}
