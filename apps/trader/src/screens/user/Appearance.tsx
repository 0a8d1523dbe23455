import { Button, Segmented, Switch, cx } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { listShortcuts, turnShortcuts, useShortcuts } from '../../shared/device/shortcuts.ts';
import { useLanguage, useText } from '../../shared/language/language.ts';
import { priceColoursFor, setPreferences, usePreferences } from '../../shared/device/preferences.ts';
import type { PriceColours } from '../../shared/device/preferences.ts';

/**
 * Settings of theme, price colours and shortcuts. The shortcuts' switch is shown if a keyboard is likely or if they
 * were off.
 */
export function Appearance(): ReactNode {
  const t = useText();
  const theme = usePreferences((preferences) => preferences.theme);
  const chosen = usePreferences((preferences) => preferences.priceColours);
  const language = useLanguage();
  const shortcuts = useShortcuts(({ on }) => on);
  // The switch stays visible after it was turned on here.
  const [foundOff] = useState(!shortcuts);
  return (
    <section
      aria-labelledby="appearance"
      className="flex min-w-0 flex-col gap-4 rounded-surface border border-line bg-surface p-4"
    >
      <h2 id="appearance" className="text-16 font-semibold">
        {t('user.appearance')}
      </h2>
      <div>
        <p className="mb-1.5 text-14 text-quiet">{t('user.theme')}</p>
        <Segmented
          label={t('user.theme')}
          value={theme}
          onChange={(next) => setPreferences({ theme: next })}
          options={[
            { value: 'system', label: t('user.themeSystem') },
            { value: 'light', label: t('user.themeLight') },
            { value: 'dark', label: t('user.themeDark') },
          ]}
        />
      </div>
      <div>
        <p className="mb-1.5 text-14 text-quiet">{t('user.colours')}</p>
        <Segmented
          label={t('user.colours')}
          value={priceColoursFor(chosen, language)}
          onChange={(next) => setPreferences({ priceColours: next })}
          options={[
            { value: 'green-up', label: <ColourSample scheme="green-up" name={t('user.coloursGreenUp')} /> },
            { value: 'red-up', label: <ColourSample scheme="red-up" name={t('user.coloursRedUp')} /> },
            { value: 'blue-orange', label: <ColourSample scheme="blue-orange" name={t('user.coloursSafe')} /> },
          ]}
        />
      </div>
      <div className={cx(!foundOff && 'hidden any-pointer-fine:block lg:block')}>
        <Switch checked={shortcuts} label={t('keys.use')} onChange={turnShortcuts} />
        <span className="-ms-4">
          <Button kind="plain" onClick={() => listShortcuts(true)}>
            {t('keys.open')}
          </Button>
        </span>
      </div>
    </section>
  );
}

const HUES: Readonly<Record<PriceColours, readonly [up: string, down: string]>> = {
  'green-up': ['var(--green)', 'var(--red)'],
  'red-up': ['var(--red)', 'var(--green)'],
  'blue-orange': ['var(--blue)', 'var(--orange)'],
};

function ColourSample({ scheme, name }: { readonly scheme: PriceColours; readonly name: string }): ReactNode {
  const [up, down] = HUES[scheme];
  return (
    <span className="flex flex-col items-center self-stretch py-1">
      <span aria-hidden="true" className="flex gap-2 text-16">
        <span style={{ color: up }}>▲</span>
        <span style={{ color: down }}>▼</span>
      </span>
      <span className="text-12">{name}</span>
    </span>
  );
}
