import type { StaffOutput } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import type { Action } from '../../actions/action.ts';
import { useRead } from '../../lists/list-calls.ts';
import { When } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import type { Instrument } from './instrument-actions.ts';

type Line = StaffOutput<'officeInstrumentSources'>;
type Source = Line['sources'][number];

const EVERY_MS = 5_000;
/** States that need a look. */
const TROUBLE: ReadonlySet<Source['state']> = new Set(['unknown', 'stale', 'refused', 'contradicted']);

/** The live sources of an instrument: the present one, the next in line, and the symbol at each. */
export function InstrumentSources({ instrument }: { readonly instrument: Pick<Instrument, 'id' | 'code'> }): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const line = useRead('officeInstrumentSources', { id: instrument.id }, { every: EVERY_MS }).data;
  if (line === undefined) return null;
  const mayChange = mayCall(roles, 'officeSetSymbol');
  return (
    <section data-testid="instrument-sources">
      <h3 className="mb-1 text-14 font-semibold">{t('health.sources')}</h3>
      <p className="mb-2 text-14 text-quiet">
        {t('instruments.presentSource')}:{' '}
        <bdi className="font-medium text-ink">{line.present === null ? '–' : wordOf(t, 'kind', line.present)}</bdi>
        {line.since === null ? null : (
          <>
            {' · '}
            <When at={new Date(line.since).toISOString()} />
          </>
        )}
      </p>
      <ul className="divide-y divide-line rounded-control border border-line text-14">
        {line.sources.map((source) => (
          <li key={source.name} className="flex items-center justify-between gap-3 px-3 py-2">
            <div className="min-w-0">
              <p className="flex flex-wrap gap-x-2 font-medium">
                {source.place === null ? null : <span className="figure text-quiet">{source.place}</span>}
                <bdi>{source.name}</bdi>
                {source.symbol === '' ? null : (
                  <bdi dir="ltr" className="wrap-anywhere">
                    {source.symbol}
                  </bdi>
                )}
              </p>
              <p className={`text-12 ${TROUBLE.has(source.state) ? 'text-critical' : 'text-quiet'}`}>
                {stateText(t, source)}
                {source.since === null ? null : (
                  <>
                    {' · '}
                    <When at={new Date(source.since).toISOString()} />
                  </>
                )}
                {source.defaultSymbol === null || source.defaultSymbol === source.symbol
                  ? null
                  : ` · ${t('instruments.defaultSymbol', { symbol: source.defaultSymbol })}`}
              </p>
            </div>
            {mayChange ? (
              <Button kind="plain" onClick={() => startAction(symbolAction(t, instrument, source))}>
                {t('instruments.setSymbol')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateText(t: Text, { state, reason }: Source): string {
  if (state === 'unused') return t('instruments.sourceUnused');
  if (state === 'unknown') return t('instruments.symbolUnknown');
  if (state === 'contradicted') return t('instruments.symbolContradicted');
  return wordOf(t, 'sourceReason', reason ?? state);
}

function symbolAction(
  t: Text,
  { id, code }: Pick<Instrument, 'id' | 'code'>,
  { name, symbol, defaultSymbol }: Source,
): Action<'officeSetSymbol'> {
  return {
    call: 'officeSetSymbol',
    title: `${t('instruments.setSymbol')} · ${code} · ${name}`,
    text: t('instruments.setSymbolText', { symbol: defaultSymbol ?? '–' }),
    critical: true,
    confirmLabel: t('action.save'),
    fields: [{ kind: 'text', name: 'symbol' }],
    initial: { symbol },
    input: ({ symbol: given }) => ({
      id,
      source: name,
      symbol: String(given),
      seen: symbol,
    }),
    doneText: ({ proposal }) =>
      proposal === null ? undefined : t('proposals.waits', { what: t('instruments.setSymbol'), id: String(proposal) }),
  };
}
