import { Button, Segmented, Sheet, Switch, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { readFigure } from '@fairlot/client';
import {
  BAR_STYLES,
  INDICATORS,
  INDICATOR_NAMES,
  parameterFits,
  presetOf,
  withIndicator,
  withoutIndicator,
} from '../../chart/look.ts';
import type { ChartLook, IndicatorName, IndicatorSetting, ParameterRule } from '../../chart/look.ts';
import { PRICE_SCALES } from '../../chart/price-scale.ts';
import type { PriceScale } from '../../chart/price-scale.ts';
import { useText } from '../../shared/language/language.ts';
import { LookTemplates } from './LookTemplates.tsx';
import type { MarkBoard } from './use-trade-marks.ts';

export interface LookSheetProps {
  readonly open: boolean;
  readonly look: ChartLook;
  readonly onLook: (look: ChartLook) => void;
  readonly scale: PriceScale;
  readonly onScale: (scale: PriceScale) => void;
  readonly trades: Pick<MarkBoard, 'on' | 'turn'>;
  readonly onClose: () => void;
}

/**
 * Settings of the chart: bar style, price scale, indicators and their parameters. Changes apply at once and are visible behind the
 * sheet.
 */
export function LookSheet({ open, look, onLook, scale, onScale, trades, onClose }: LookSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.look.title')} closeLabel={t('common.close')}>
      <div className="space-y-4 px-4 pt-3 pb-4">
        <section>
          <h3 className="mb-1 text-12 text-quiet">{t('chart.look.style')}</h3>
          <Segmented
            label={t('chart.look.style')}
            value={look.style}
            onChange={(style) => onLook({ ...look, style })}
            options={BAR_STYLES.map((style) => ({ value: style, label: t(`chart.look.styles.${style}`) }))}
          />
        </section>
        <section>
          <h3 className="mb-1 text-12 text-quiet">{t('chart.scale.title')}</h3>
          <Segmented
            label={t('chart.scale.title')}
            value={scale}
            onChange={onScale}
            options={PRICE_SCALES.map((value) => ({ value, label: t(`chart.scale.names.${value}`) }))}
          />
          <p className="pt-1 text-12 text-quiet">{t('chart.scale.hint')}</p>
        </section>
        {trades.on === undefined ? null : (
          <section>
            <Switch checked={trades.on} label={t('chart.marks.show')} onChange={trades.turn} />
            <p className="text-12 text-quiet">{t('chart.marks.hint')}</p>
          </section>
        )}
        <section>
          <h3 className="text-12 text-quiet">{t('chart.look.indicators')}</h3>
          <ul className="divide-y divide-line">
            {INDICATOR_NAMES.map((name) => (
              <Row key={name} name={name} look={look} onLook={onLook} />
            ))}
          </ul>
        </section>
        <LookTemplates look={look} onLook={onLook} />
      </div>
    </Sheet>
  );
}

function Row({
  name,
  look,
  onLook,
}: { readonly name: IndicatorName } & Pick<LookSheetProps, 'look' | 'onLook'>): ReactNode {
  const t = useText();
  const setting = look.indicators.find((one) => one.name === name);
  return (
    <li className="py-1">
      <Switch
        checked={setting !== undefined}
        label={t(`chart.look.names.${name}`)}
        onChange={(on) => onLook(on ? withIndicator(look, presetOf(name)) : withoutIndicator(look, name))}
      />
      {name === 'vol' && setting !== undefined ? (
        <p className="pb-2 text-12 text-quiet">{t('chart.look.volumeNote')}</p>
      ) : null}
      {setting === undefined || setting.parameters.length === 0 ? null : (
        <Parameters setting={setting} onSetting={(next) => onLook(withIndicator(look, next))} />
      )}
    </li>
  );
}

function Parameters({
  setting,
  onSetting,
}: {
  readonly setting: IndicatorSetting;
  readonly onSetting: (setting: IndicatorSetting) => void;
}): ReactNode {
  const t = useText();
  const rules = INDICATORS[setting.name].parameters;
  const several = rules.filter(({ key }) => key === 'period').length > 1;
  const changed = rules.some((rule, at) => setting.parameters[at] !== rule.preset);
  return (
    <div className="pb-2">
      <div className="grid grid-cols-3 gap-2">
        {rules.map((rule, at) => {
          const name = t(`chart.look.parameters.${rule.key}`);
          return (
            <Parameter
              // Only the position distinguishes fields with the same key.
              key={`${rule.key}-${String(at)}`}
              rule={rule}
              label={several ? t('chart.look.numbered', { name, number: at + 1 }) : name}
              value={setting.parameters[at] ?? rule.preset}
              onValue={(value) =>
                onSetting({
                  ...setting,
                  parameters: setting.parameters.map((one, index) => (index === at ? value : one)),
                })
              }
            />
          );
        })}
      </div>
      {changed ? (
        <span className="-ms-4">
          <Button kind="plain" onClick={() => onSetting(presetOf(setting.name))}>
            {t('chart.look.presets')}
          </Button>
        </span>
      ) : null}
    </div>
  );
}

/** A parameter. It applies as soon as it is within its bounds; until then the chart keeps the last valid value. */
function Parameter({
  rule,
  label,
  value,
  onValue,
}: {
  readonly rule: ParameterRule;
  readonly label: string;
  readonly value: number;
  readonly onValue: (value: number) => void;
}): ReactNode {
  const t = useText();
  const [typed, setTyped] = useState({ value, text: String(value) });
  const shown = typed.value === value ? typed.text : String(value);
  const read = readFigure(shown);
  const fits = read !== undefined && parameterFits(rule, Number(read));
  const edit = (next: string): void => {
    const figure = readFigure(next);
    const good = figure !== undefined && parameterFits(rule, Number(figure));
    setTyped({ value: good ? Number(figure) : value, text: next });
    if (good) onValue(Number(figure));
  };
  return (
    <TextField
      label={label}
      value={shown}
      onValue={edit}
      inputMode={rule.decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir="ltr"
      error={fits ? undefined : t('chart.look.bounds', { least: rule.least, most: rule.most })}
    />
  );
}
