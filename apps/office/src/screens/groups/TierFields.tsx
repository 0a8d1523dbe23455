import { MOST_GROUP_TIERS } from '@fairlot/contract';
import { Button, IconButton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { RuleForm, TierForm } from '../../lists/groups/rule.ts';
import { SelectField } from '../../shared/forms/inputs.tsx';
import { useText } from '../../shared/language/language.ts';
import { FigureField } from '../../shared/forms/FigureField.tsx';
import { problemWords } from './problem-words.ts';
import type { RuleFieldsProps } from './rule-fields-props.ts';

/** The first tier begins at zero. */
const FIRST: TierForm = { from: '0', leverage: '' };
const NEXT: TierForm = { from: '', leverage: '' };

/** The tiers of leverage of a rule, each from an exposure on. */
export function TierFields({ rule, path, problems, onChange }: RuleFieldsProps): ReactNode {
  const t = useText();
  const { tiering, tiers } = rule;
  const put = (next: readonly TierForm[]): void => onChange({ ...rule, tiers: next });
  const choose = (next: RuleForm['tiering']): void =>
    onChange({ ...rule, tiering: next, tiers: next === 'own' && tiers.length === 0 ? [FIRST] : tiers });
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <SelectField
          label={t('field.tiers')}
          value={tiering}
          error={problemWords(t, problems.get(`${path}.tiers`))}
          onChange={(next) => choose(next as RuleForm['tiering'])}
          options={[
            { value: '', label: t('groups.notSet') },
            { value: 'own', label: t('groups.ownTiers') },
            { value: 'none', label: t('groups.noTiers') },
          ]}
        />
      </div>
      {tiering === 'own' ? (
        <fieldset className="grid gap-3 rounded-control bg-sunken p-3">
          <legend className="sr-only">{t('field.tiers')}</legend>
          <p className="text-14 text-quiet">{t('groups.tiersRule')}</p>
          {tiers.map((tier, index) => (
            <Tier
              // oxlint-disable-next-line react/no-array-index-key -- A tier has no identity but its place.
              key={index}
              number={index + 1}
              tier={tier}
              errors={(['from_usd', 'leverage'] as const).map((name) =>
                problemWords(t, problems.get(`${path}.tiers.${index}.${name}`)),
              )}
              onChange={(next) => put(tiers.map((each, place) => (place === index ? next : each)))}
              onRemove={() => put(tiers.filter((_, place) => place !== index))}
            />
          ))}
          {tiers.length < MOST_GROUP_TIERS ? (
            <div>
              <Button kind="secondary" onClick={() => put([...tiers, tiers.length === 0 ? FIRST : NEXT])}>
                {t('groups.addTier')}
              </Button>
            </div>
          ) : null}
        </fieldset>
      ) : null}
    </div>
  );
}

interface TierProps {
  readonly number: number;
  readonly tier: TierForm;
  /** Of the exposure and of the leverage. */
  readonly errors: readonly (string | undefined)[];
  readonly onChange: (tier: TierForm) => void;
  readonly onRemove: () => void;
}

function Tier({ number, tier, errors, onChange, onRemove }: TierProps): ReactNode {
  const t = useText();
  return (
    <div data-testid="tier" className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
      <FigureField
        label={t('groups.tierFrom')}
        value={tier.from}
        error={errors[0]}
        onValue={(from) => onChange({ ...tier, from })}
      />
      <FigureField
        label={t('field.leverage')}
        value={tier.leverage}
        error={errors[1]}
        onValue={(leverage) => onChange({ ...tier, leverage })}
      />
      <div className="pt-5">
        <IconButton icon="close" label={t('groups.removeTier', { number })} quiet onClick={onRemove} />
      </div>
    </div>
  );
}
