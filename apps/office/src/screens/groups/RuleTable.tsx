import { formatAmount, formatCount } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { useWide } from '@fairlot/web';
import type { ReactNode } from 'react';
import { emptyRule, formOf, targetOf } from '../../lists/groups/rule.ts';
import type { GroupDetail, RuleForm } from '../../lists/groups/rule.ts';
import { distanceWords } from '../../lists/groups/rule-words.ts';
import { useText } from '../../shared/language/language.ts';
import { PartWords, RuleWords } from './RuleWords.tsx';

type Rule = GroupDetail['rules'][number];
export type Resolved = Rule['resolved'][number];

/** The rules of a group in words, with the distance and the cost of the markups that they give. */
export function RuleTable({ group }: { readonly group: GroupDetail }): ReactNode {
  const isWide = useWide();
  const forms = new Map(formOf(group).rules.map((rule) => [rule.target, rule]));
  if (isWide) return <Table rules={group.rules} forms={forms} />;
  return (
    <ul className="gutter grid grid-cols-1 gap-3">
      {group.rules.map((rule) => {
        const form = forms.get(targetOf(rule));
        return form === undefined ? null : (
          <li key={form.target} className="rounded-surface border border-line p-4">
            <h3 className="mb-2 text-16 font-semibold">
              <Target rule={rule} />
            </h3>
            <RuleWords rule={form} costs={<Costs rule={rule} />} />
          </li>
        );
      })}
    </ul>
  );
}

const HEADS = ['applies_to', 'markup', 'commission', 'swap', 'leverage'] as const;
/** Parts without a column, because few rules have them. */
const TARGET_PARTS = ['offered', 'guarantee'] as const;

interface TableProps {
  readonly rules: readonly Rule[];
  /** The rules as the form has them, by target. */
  readonly forms: ReadonlyMap<string, RuleForm>;
}

function Table({ rules, forms }: TableProps): ReactNode {
  const t = useText();
  return (
    <table
      aria-label={t('groups.rules')}
      className="w-full border-collapse text-14 [&_:is(td,th)]:px-3 [&_:is(td,th)]:text-start [&_:is(td,th):first-child]:ps-4"
    >
      <thead>
        <tr className="border-b border-line text-12 text-quiet">
          {HEADS.map((head) => (
            <th key={head} scope="col" className="py-2 font-medium">
              {t(`field.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&_td]:py-2.5">
        {rules.map((rule) => (
          <Row key={targetOf(rule)} rule={rule} form={forms.get(targetOf(rule)) ?? emptyRule(targetOf(rule))} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ rule, form }: { readonly rule: Rule; readonly form: RuleForm }): ReactNode {
  const t = useText();
  return (
    <tr className="border-b border-line align-top break-words">
      <td>
        <Target rule={rule} />
        {TARGET_PARTS.filter((part) => form[part] !== '').map((part) => (
          <span key={part} className="block text-12 text-quiet">
            {t(`field.${part}`)}: <PartWords rule={form} part={part} />
          </span>
        ))}
      </td>
      <td>
        <PartWords rule={form} part="markup" />
        <Costs rule={rule} />
      </td>
      <td>
        <PartWords rule={form} part="commission" />
      </td>
      <td>
        <PartWords rule={form} part="swap" />
      </td>
      <td>
        {form.maxLeverage === '' && form.tiering !== '' ? null : <PartWords rule={form} part="maxLeverage" />}
        {form.tiering === '' ? null : <PartWords rule={form} part="tiers" />}
      </td>
    </tr>
  );
}

/** The category or the instrument of a rule. */
function Target({ rule }: { readonly rule: Rule }): ReactNode {
  const t = useText();
  return (
    <span>
      <bdi className="font-medium">{rule.name}</bdi>
      {rule.scope === 'category' ? (
        <span className="block text-12 font-normal text-quiet">{t('field.category_id')}</span>
      ) : null}
    </span>
  );
}

/** The cost of a markup: of the one instrument, or of each of a category behind a heading. */
function Costs({ rule: { scope, markup, resolved } }: { readonly rule: Rule }): ReactNode {
  const t = useText();
  if (resolved.length === 0) return null;
  const distance = markup?.mode !== 'points';
  if (scope === 'instrument') return <ResolvedLines resolved={resolved} distance={distance} />;
  return (
    <details className="text-12 text-quiet">
      <summary className="cursor-pointer py-1">{t('groups.byInstrument', { count: resolved.length })}</summary>
      <ResolvedLines resolved={resolved} named distance={distance} />
    </details>
  );
}

interface ResolvedLinesProps {
  readonly resolved: readonly Resolved[];
  /** With the code of each instrument. */
  readonly named?: boolean;
  /** With the distance in points, which a markup in points says itself. */
  readonly distance: boolean;
}

/** Distance, usual spread and cost of one lot, by instrument. */
export function ResolvedLines({ resolved, named = false, distance }: ResolvedLinesProps): ReactNode {
  return (
    <ul className="grid gap-1">
      {resolved.map((each) => (
        <li key={each.instrumentId} className="text-12 text-quiet">
          {named ? <bdi className="me-2 font-medium text-ink">{each.code}</bdi> : null}
          <ResolvedWords resolved={each} distance={distance} />
        </li>
      ))}
    </ul>
  );
}

function ResolvedWords({ resolved, distance }: { readonly resolved: Resolved; readonly distance: boolean }): ReactNode {
  const t = useText();
  const { bidPoints, askPoints, spreadPoints, lotCost } = resolved;
  if (bidPoints === null || askPoints === null) return t('groups.noSpread');
  return [
    ...(distance ? [distanceWords(t, bidPoints, askPoints)] : []),
    ...(lotCost === null ? [] : [t('groups.lotCost', { amount: isolate(formatAmount(lotCost)) })]),
    ...(spreadPoints === null ? [] : [t('groups.spread', { points: isolate(formatCount(spreadPoints)) })]),
  ].join(' · ');
}
