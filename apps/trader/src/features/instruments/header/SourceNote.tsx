import type { ListedInstrument, QuoteView } from '@fairlot/client';
import { showToast } from '@fairlot/web';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { sourceName } from '../../../shared/market/quote-source.ts';
import { useSite } from '../../../shared/site/site.ts';

interface SourceNoteProps {
  readonly instrument: ListedInstrument;
  readonly quote: QuoteView | undefined;
}

/** The origin of the instrument's price in a live market. Tells when it changes while the instrument is shown. */
export function SourceNote({ instrument, quote }: SourceNoteProps): ReactNode {
  const t = useText();
  const isLive = useSite()?.market === 'live';
  const source = (quote === undefined ? instrument.source : quote.source) ?? undefined;
  const seen = useRef({ id: instrument.id, source });
  useEffect(() => {
    const before = seen.current;
    // An absence is shown in the price's place; the source after it is told if it is another one.
    seen.current = { id: instrument.id, source: before.id === instrument.id ? (source ?? before.source) : source };
    if (!isLive || source === undefined || before.id !== instrument.id) return;
    if (before.source !== undefined && before.source !== source)
      showToast(t('trade.sourceChanged', { source: sourceName(source, t) }), 'info');
  }, [instrument.id, source, isLive, t]);
  if (!isLive || source === undefined) return null;
  return (
    <span data-testid="quote-source">
      {' · '}
      <span className="sr-only">{t('trade.source', { source: sourceName(source, t) })}</span>
      <span aria-hidden="true">{sourceName(source, t)}</span>
    </span>
  );
}
