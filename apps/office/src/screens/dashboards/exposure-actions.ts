import type { PercentFormat } from '@fairlot/client';
import { startAction } from '../../actions/action.ts';
import type { RowAction } from '../../lists/list-types.ts';
import type { Text } from '../../shared/language/text.ts';

interface Limit {
  readonly limitUsd: string | null;
  readonly limitVersion: number;
}

/** Sets the limit of the net of an instrument or a currency. */
export function limitActions(
  t: Text,
  percent: PercentFormat,
  scope: 'instrument' | 'currency',
  name: string,
  { limitUsd, limitVersion: version }: Limit,
): readonly RowAction[] {
  return [
    {
      label: t('exposure.setLimit'),
      key: 'l',
      run: () =>
        startAction<'officeSetExposureLimit'>({
          call: 'officeSetExposureLimit',
          title: `${t('exposure.setLimit')} · ${name}`,
          text: t('exposure.limitText', { share: percent.ofFigure('95') }),
          confirmLabel: t('action.save'),
          fields: [{ kind: 'decimal', name: 'limit', label: 'limit_usd' }],
          initial: { limit: limitUsd ?? '' },
          input: ({ limit }) => ({
            scope,
            name,
            limit_usd: limit === '' ? null : String(limit),
            version,
          }),
        }),
    },
  ];
}
