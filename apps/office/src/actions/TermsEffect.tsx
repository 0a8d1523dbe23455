import { SWAP_TERMS, changedCategory, guardedTerms } from '@fairlot/contract';
import { formatCount } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../shared/language/language.ts';
import { Loaded } from '../shared/layout/Loaded.tsx';
import { office } from '../shared/services/office.ts';

export interface TermsEffectProps {
  readonly instrument: number;
  /** The changed terms. */
  readonly terms: Readonly<Record<string, unknown>>;
  /** True for the dialog of a change, which also says who must approve it. */
  readonly proposes?: boolean;
}

/** Terms of new orders. */
const CHARGED: readonly string[] = ['fee_mode', 'fee_rate', 'leverages'];
/** Terms of all orders and positions. */
const SESSIONS: readonly string[] = ['calendar', 'stale_after_ms'];

/** The open positions and groups that a change of an instrument's terms concerns, and when it takes effect. */
export function TermsEffect({ instrument, terms, proposes = false }: TermsEffectProps): ReactNode {
  const t = useText();
  const times = useTimes();
  const category = changedCategory(terms);
  const input = { id: instrument, ...(category !== undefined && { category_id: category }) };
  const query = useQuery({
    queryKey: ['officeTermsEffect', input],
    queryFn: ({ signal }) => office.call('officeTermsEffect', input, { signal }),
  });
  const guarded = guardedTerms(terms);
  const isSwap = SWAP_TERMS.some((name) => guarded.includes(name));
  const [isCharged, isSession] = [CHARGED, SESSIONS].map((names) => guarded.some((name) => names.includes(name)));
  if (guarded.length === 0 && category === undefined) return null;
  return (
    <Loaded query={query} skeleton={<Skeleton shape="h-16 w-full" />}>
      {({ real, demo, needsApproval, swapAt, groups }) =>
        guarded.length === 0 && groups.length === 0 ? null : (
          <div data-testid="effect" className="grid gap-1 rounded-control bg-sunken p-3 text-start text-14">
            {isSwap ? (
              <div className="font-semibold">
                <p>{t('instruments.concernsReal', shown(real))}</p>
                <p>{t('instruments.concernsDemo', shown(demo))}</p>
              </div>
            ) : null}
            {isSwap && swapAt !== null ? (
              <p>{t('instruments.swapFrom', { at: isolateWords(times.dateTime(swapAt)) })}</p>
            ) : null}
            {isCharged && needsApproval ? <p>{t('instruments.newOrders')}</p> : null}
            {isSession && needsApproval ? <p>{t('instruments.sessions')}</p> : null}
            {groups.length > 0 ? (
              <p>
                {t('instruments.categoryTerms', { groups: groups.map(({ name }) => isolateWords(name)).join(', ') })}
              </p>
            ) : null}
            {proposes && needsApproval ? <p>{t(guarded.length === 0 ? 'groups.rule' : 'instruments.rule')}</p> : null}
          </div>
        )
      }
    </Loaded>
  );
}

function shown({ positions, accounts }: { readonly positions: number; readonly accounts: number }) {
  return { positions: formatCount(positions), accounts: formatCount(accounts) };
}
