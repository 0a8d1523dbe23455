import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { figure, scopeOf, wholeFigure } from '../../lists/groups/rule.ts';
import type { RuleForm } from '../../lists/groups/rule.ts';
import { useText } from '../../shared/language/language.ts';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';
import { office } from '../../shared/services/office.ts';
import { ResolvedLines } from './RuleTable.tsx';

/** The distances that a typed markup gives at the usual spread, and what they cost for one lot, by instrument. */
export function MarkupEffect({ rule }: { readonly rule: RuleForm }): ReactNode {
  const t = useText();
  const input = useDeferredValue(inputOf(rule));
  const { data } = useQuery({
    queryKey: ['officeGroupMarkup', input],
    queryFn: ({ signal }) => office.call('officeGroupMarkup', input ?? scopeOf(rule.target), { signal }),
    enabled: input !== undefined,
    // While somebody types, the figures of the values before stay in view.
    placeholderData: keepPreviousData,
  });
  if (input === undefined || data === undefined || data.list.length === 0) return null;
  return (
    <div data-testid="markup-effect" className="rounded-control bg-sunken p-3">
      <p className="mb-1 text-12 font-medium">{t('groups.resolved')}</p>
      <ScrollRegion label={t('groups.resolved')} className="max-h-40 overflow-y-auto">
        <ResolvedLines resolved={data.list} named={input.scope === 'category'} distance={rule.markup !== 'points'} />
      </ScrollRegion>
    </div>
  );
}

/** The input of the call; undefined while the values are not whole. */
function inputOf({ target, markup, bid, ask, percent }: RuleForm) {
  const scope = scopeOf(target);
  const [below, above, share] = [wholeFigure(bid), wholeFigure(ask), figure(percent)];
  if (markup === 'points' && /^\d{1,10}$/.test(below) && /^\d{1,10}$/.test(above))
    return { ...scope, bid: below, ask: above };
  if (markup === 'spreadShare' && /^\d{1,4}(\.\d{1,2})?$/.test(share)) return { ...scope, percent: share };
  return undefined;
}
