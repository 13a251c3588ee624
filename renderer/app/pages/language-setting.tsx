import type { ReactElement } from 'react';
import {
  LANGUAGE_NAMES,
  SUPPORTED_LANGUAGES,
  type Language,
  type LanguageSetting as Setting,
} from '#shared/desk/index.ts';
import { Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { SettingsRow } from '../parts/settings-row.tsx';
import css from '../parts/page.module.css';

const t = words.appPages.languageSetting;

/**
 * The language of the pages. There is nothing to choose while only one is supported.
 * @param onChange stores it; the page is loaded again afterwards, as texts are taken when the app is loaded.
 */
export function LanguageSetting({
  value,
  onChange,
  supported = SUPPORTED_LANGUAGES,
}: {
  value: Setting;
  onChange: (language: Setting) => void;
  supported?: readonly Language[];
}): ReactElement | null {
  if (supported.length < 2) return null;
  return (
    <SettingsRow title={t.language} hint={t.pageReloads}>
      <div className={css['control']}>
        <Select
          label={t.language}
          hideLabel
          value={value}
          options={[
            { value: 'system', label: t.asTheSystem },
            ...supported.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] })),
          ]}
          onValueChange={(language) => {
            if (language !== value) onChange(language);
          }}
        />
      </div>
    </SettingsRow>
  );
}
