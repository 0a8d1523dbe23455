import { isolateWords } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../language/language.ts';
import { useSite } from '../site/site.ts';

const TEXTS = { stop_out: 'orders.stopOutChange', warning: 'orders.warningChange' } as const;

/** The announced changes of the margin levels, with the time from which they apply. */
export function AnnouncedLevels(): ReactNode {
  const t = useText();
  const times = useTimes();
  const changes = (useSite()?.announced ?? []).filter(({ kind }) => kind in TEXTS);
  if (changes.length === 0) return null;
  return (
    <ul data-testid="announced" className="mt-2 text-12 text-notice">
      {changes.map(({ kind, from, to, at }) => (
        <li key={`${kind} ${at}`}>
          {t(TEXTS[kind as keyof typeof TEXTS], { at: isolateWords(times.short(at)), from, to })}
        </li>
      ))}
    </ul>
  );
}
