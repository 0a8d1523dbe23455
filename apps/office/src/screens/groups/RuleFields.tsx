import { MOST_COMMISSION } from '@fairlot/contract';
import { isolate } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import type { RuleForm } from '../../lists/groups/rule.ts';
import { SelectField } from '../../shared/forms/inputs.tsx';
import { useText } from '../../shared/language/language.ts';
import { FigureField } from '../../shared/forms/FigureField.tsx';
import { GuaranteeFields } from './GuaranteeFields.tsx';
import { MarkupEffect } from './MarkupEffect.tsx';
import { problemWords } from './problem-words.ts';
import type { RuleFieldsProps } from './rule-fields-props.ts';
import { TierFields } from './TierFields.tsx';

/** The parts of a rule: each is a choice, with the values that the choice needs. */
export function RuleFields(props: RuleFieldsProps): ReactNode {
  const t = useText();
  const { rule, path, problems, onChange } = props;
  return (
    <div className="mt-2 grid grid-cols-1 gap-4">
      <MarkupFields {...props} />
      <CommissionFields {...props} />
      <SwapFields {...props} />
      <Part>
        <FigureField
          label={t('field.max_leverage')}
          value={rule.maxLeverage}
          hint={t('groups.leverageHint')}
          error={problemWords(t, problems.get(`${path}.max_leverage`))}
          onValue={(maxLeverage) => onChange({ ...rule, maxLeverage })}
        />
        <SelectField
          label={t('field.offered')}
          value={rule.offered}
          onChange={(offered) => onChange({ ...rule, offered: offered as RuleForm['offered'] })}
          options={[
            { value: '', label: t('groups.notSet') },
            { value: 'yes', label: t('form.yes') },
            { value: 'no', label: t('groups.notOffered') },
          ]}
        />
      </Part>
      <GuaranteeFields {...props} />
      <TierFields {...props} />
    </div>
  );
}

/** Fields of a part of a rule: one column on a phone, as many as fit elsewhere. */
function Part({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-3">{children}</div>;
}

function MarkupFields({ rule, path, problems, onChange }: RuleFieldsProps): ReactNode {
  const t = useText();
  const at = (name: string) => problemWords(t, problems.get(`${path}.markup.${name}`));
  return (
    <div className="grid grid-cols-1 gap-2">
      <Part>
        <SelectField
          label={t('field.markup')}
          value={rule.markup}
          onChange={(markup) => onChange({ ...rule, markup: markup as RuleForm['markup'] })}
          options={[
            { value: '', label: t('groups.notSet') },
            { value: 'points', label: t('groups.markupPoints') },
            { value: 'spreadShare', label: t('groups.markupShare') },
          ]}
        />
        {rule.markup === 'points' ? (
          <>
            <FigureField
              label={t('groups.bid')}
              value={rule.bid}
              error={at('bid')}
              onValue={(bid) => onChange({ ...rule, bid })}
            />
            <FigureField
              label={t('groups.ask')}
              value={rule.ask}
              error={at('ask')}
              onValue={(ask) => onChange({ ...rule, ask })}
            />
          </>
        ) : null}
        {rule.markup === 'spreadShare' ? (
          <FigureField
            label={t('groups.percent')}
            value={rule.percent}
            decimal
            hint={t('groups.percentHint')}
            error={at('percent')}
            onValue={(percent) => onChange({ ...rule, percent })}
          />
        ) : null}
      </Part>
      {rule.markup === '' ? null : <MarkupEffect rule={rule} />}
    </div>
  );
}

function CommissionFields({ rule, path, problems, onChange }: RuleFieldsProps): ReactNode {
  const t = useText();
  const { commission } = rule;
  const most =
    commission === '' ? '' : t(`groups.${RATES[commission]}`, { most: isolate(String(MOST_COMMISSION[commission])) });
  return (
    <Part>
      <SelectField
        label={t('field.commission')}
        value={commission}
        onChange={(next) => onChange({ ...rule, commission: next as RuleForm['commission'], rate: '' })}
        options={[
          { value: '', label: t('groups.notSet') },
          { value: 'perLot', label: t('kind.feePerLot') },
          { value: 'ofMargin', label: t('kind.feeOfMargin') },
          { value: 'perMillion', label: t('groups.perMillion') },
        ]}
      />
      {commission === '' ? null : (
        <FigureField
          label={t('field.fee_rate')}
          value={rule.rate}
          decimal
          hint={most}
          error={problemWords(t, problems.get(`${path}.commission.rate`), most)}
          onValue={(rate) => onChange({ ...rule, rate })}
        />
      )}
    </Part>
  );
}

const RATES = { perLot: 'perLotHint', ofMargin: 'ofMarginHint', perMillion: 'perMillionHint' } as const;

function SwapFields({ rule, path, problems, onChange }: RuleFieldsProps): ReactNode {
  const t = useText();
  const isOwn = rule.swap === 'points' || rule.swap === 'annualPercent';
  const at = (name: string) => problemWords(t, problems.get(`${path}.swap.${name}`));
  return (
    <Part>
      <SelectField
        label={t('field.swap')}
        value={rule.swap}
        onChange={(swap) => onChange({ ...rule, swap: swap as RuleForm['swap'] })}
        options={[
          { value: '', label: t('groups.notSet') },
          { value: 'free', label: t('groups.swapFree') },
          { value: 'points', label: t('kind.points') },
          { value: 'annualPercent', label: t('kind.annualPercent') },
        ]}
      />
      {isOwn ? (
        <>
          <FigureField
            label={t('field.swap_long')}
            value={rule.long}
            decimal
            hint={t('groups.swapHint')}
            error={at('long')}
            onValue={(long) => onChange({ ...rule, long })}
          />
          <FigureField
            label={t('field.swap_short')}
            value={rule.short}
            decimal
            error={at('short')}
            onValue={(short) => onChange({ ...rule, short })}
          />
        </>
      ) : null}
    </Part>
  );
}
