import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { pagePaths } from '#shared/desk/places.ts';
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
import { words } from '#renderer/words/index.ts';
import { AgentsSection } from './agents-section.tsx';
import { DiskUseSection } from './disk-use-section.tsx';
import { LanguageSetting } from './language-setting.tsx';
import { saveDiagnostics } from './save-diagnostics.ts';
import { themeChoices } from '../parts/theme-menu.tsx';
import { NotificationSetting } from '../parts/notification-setting.tsx';
import { RunLimits } from './run-limits.tsx';
import { SettingsRow } from '../parts/settings-row.tsx';
import css from '../parts/page.module.css';

const t = words.appPages.settingsPage;

const serviceStates = { starting: t.starting, running: t.running, stopped: t.stopped, failed: t.noRunning };

/** Preferences stored on this computer. */
export function SettingsPage(): ReactElement {
  const settings = useSettings();
  return (
    <Page>
      <PageHeader title={t.settings} />
      {settings.isError ? (
        <ErrorState
          title={t.settingsCouldNotRead}
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
      <LocalDataSettings />
      <AgentsSection />
      <DiskUseSection />
    </Page>
  );
}

function Preferences({ settings }: { settings: Settings }): ReactElement {
  const change = useChangeSettings();
  const set = (value: Partial<Settings>, onSuccess: () => void = () => undefined) =>
    change.mutate(value, {
      onSuccess,
      onError: (error) =>
        showToast({ kind: 'error', title: t.settingNotSaved, description: describeProblem(error) }),
    });
  return (
    <div className={css['rows']}>
      <SettingsRow title={t.theme}>
        <div className={css['control']}>
          <Select
            label={t.theme}
            hideLabel
            value={settings.theme}
            options={themeChoices}
            onValueChange={(theme) => set({ theme })}
          />
        </div>
      </SettingsRow>
      <LanguageSetting
        value={settings.language}
        onChange={(language) => set({ language }, () => location.reload())}
      />
      <CanvasPreferences settings={settings} set={set} />
      <SettingsRow title={t.markSavedFiles} hint={t.markHint}>
        <Switch
          label={t.markSavedFiles}
          hideLabel
          checked={settings.markInFiles}
          onCheckedChange={(markInFiles) => set({ markInFiles })}
        />
      </SettingsRow>
      <SettingsRow title={t.includeSettingsSavedFiles} hint={t.graphOutputWhoeverFile}>
        <Switch
          label={t.includeSettingsSavedFiles}
          hideLabel
          checked={settings.settingsInFiles}
          onCheckedChange={(settingsInFiles) => set({ settingsInFiles })}
        />
      </SettingsRow>
      <SettingsRow title={t.hintsCanvas} hint={t.newcomerCanTryEach}>
        <Button disabled={settings.hintsDone.length === 0} onClick={() => set({ hintsDone: [] })}>
          {settings.hintsDone.length === 0 ? t.visible : t.showRetry}
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
      <SettingsRow title={t.movingCanvas} hint={t.scrollingDoesEditor}>
        <div className={css['control']}>
          <Select
            label={t.movingCanvas}
            hideLabel
            value={settings.navigation}
            options={[
              { value: 'mouse', label: t.mouseWheelZooms },
              { value: 'trackpad', label: t.trackpadScrollPans },
            ]}
            onValueChange={(navigation) => set({ navigation })}
          />
        </div>
      </SettingsRow>
      <SettingsRow title={t.fingerCanvas} hint={t.emptyCanvasTwoFingers}>
        <div className={css['control']}>
          <Select
            label={t.fingerCanvas}
            hideLabel
            value={settings.fingers}
            options={[
              { value: 'pans', label: t.movesView },
              { value: 'selects', label: t.drawsSelection },
            ]}
            onValueChange={(fingers) => set({ fingers })}
          />
        </div>
      </SettingsRow>
      <SettingsRow title={t.snapNodesGrid}>
        <Switch
          label={t.snapNodesGrid}
          hideLabel
          checked={settings.snapToGrid}
          onCheckedChange={(snapToGrid) => set({ snapToGrid })}
        />
      </SettingsRow>
      <SettingsRow title={t.proxiesHeavyFilms} hint={t.mediaLargerThanScreen}>
        <Switch
          label={t.proxiesHeavyFilms}
          hideLabel
          checked={settings.filmProxies}
          onCheckedChange={(filmProxies) => set({ filmProxies })}
        />
      </SettingsRow>
      <SettingsRow title={t.guidesWhileDragging} hint={t.linesThroughEdgesMiddles}>
        <Switch
          label={t.guidesWhileDragging}
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
function LocalDataSettings(): ReactElement | null {
  const status = useDeskStatus();
  const connections = useConnections();
  const [, navigate] = useLocation();
  if (!status.data) return null;
  const { localService, version, platform } = status.data;
  const restart = () =>
    callDesk('restartLocalService', {}).then(
      () => showToast({ title: t.localServiceStartingRetry }),
      (error: unknown) =>
        showToast({ kind: 'error', title: t.couldNotStarted, description: describeProblem(error) }),
    );
  return (
    <section className={css['section']}>
      <h2 className={css['heading']}>{t.onThisComputer}</h2>
      <div className={css['rows']}>
        <SettingsRow
          title={t.localService}
          hint={
            localService.message === null
              ? t.keepsYourLocalProjects
              : words.sentences.translate(localService.message)
          }
        >
          <span>{serviceStates[localService.state]}</span>
          <Button size="small" onClick={() => void restart()}>
            {t.startRetry}
          </Button>
        </SettingsRow>
        <SettingsRow title={t.keys} hint={keyLocationText(connections.data)}>
          <Button size="small" onClick={() => navigate(pagePaths.connections)}>
            {words.common.connections}
          </Button>
        </SettingsRow>
        <SettingsRow title={t.diagnostics} hint={t.whoeverHelpsYouSolve}>
          <Button size="small" onClick={() => void saveDiagnostics()}>
            {t.saveDiagnostics}
          </Button>
        </SettingsRow>
        <SettingsRow title={t.version}>
          <span>{t.label(version, PLATFORMS.get(platform) ?? platform)}</span>
        </SettingsRow>
      </div>
    </section>
  );
}
