import { formatMoneyText, formatResult, signOf } from '@fairlot/client';
import { uidOf } from '@fairlot/contract';
import type { Money } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSelf } from '../session/session.ts';
import { mayCall } from '../session/rights.ts';
import { countryName } from '../language/countries.ts';
import { useLanguage, useText, useTimes } from '../language/language.ts';
import { wordOf } from '../language/text.ts';

/** Dollars with two decimals; a result has its sign and colour. */
export function Dollars({
  value,
  result = false,
}: {
  readonly value: Money | string | null | undefined;
  readonly result?: boolean;
}): ReactNode {
  const sign = result ? signOf(value) : 0;
  return (
    <span className={cx('figure whitespace-nowrap', sign > 0 && 'text-up', sign < 0 && 'text-down')}>
      {result ? formatResult(value) : formatMoneyText(value)} <span className="text-12 text-quiet">USD</span>
    </span>
  );
}

/** A figure as the server sent it. */
export function Figure({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="figure whitespace-nowrap">{children}</span>;
}

/** A date and time; a dash without one. The direction is the language's: Arabic dates run right to left. */
export function When({ at }: { readonly at: string | null | undefined }): ReactNode {
  const times = useTimes();
  return at === null || at === undefined ? (
    <span className="text-faint">–</span>
  ) : (
    <time dateTime={at} title={at} className="whitespace-nowrap tabular-nums [unicode-bidi:isolate]">
      {times.dateTime(at)}
    </time>
  );
}

/** A calendar day such as 2026-11-23, in the language's words. */
export function Day({ day }: { readonly day: string }): ReactNode {
  const times = useTimes();
  return (
    <time dateTime={day} className="whitespace-nowrap tabular-nums [unicode-bidi:isolate]">
      {/* Noon without a zone is on that day in every zone. */}
      {times.date(`${day}T12:00`)}
    </time>
  );
}

const TONES: Readonly<Record<string, string>> = {
  brand: 'bg-brand-soft text-brand',
  notice: 'bg-notice-soft text-notice',
  critical: 'bg-critical-soft text-critical',
  quiet: 'bg-sunken text-quiet',
};
/** Emphasises states that wait for a person, and bad final states. */
const TONE_OF: Readonly<Record<string, keyof typeof TONES>> = {
  waiting: 'notice',
  review: 'notice',
  deposit0: 'notice',
  approved: 'brand',
  open: 'notice',
  invited: 'notice',
  enrolling: 'notice',
  rejected: 'critical',
  revoked: 'critical',
  refused: 'critical',
  deposit2: 'critical',
  deposit3: 'critical',
  disabled: 'critical',
  frozen: 'critical',
  closing: 'notice',
  dead: 'critical',
  failed: 'critical',
  halted: 'critical',
  alarm: 'critical',
  closeOnly: 'notice',
};

/** A state as a word. */
export function State({ value }: { readonly value: string }): ReactNode {
  const t = useText();
  return (
    <span
      className={cx(
        'inline-block rounded-control px-2 py-0.5 text-12 font-medium whitespace-nowrap',
        TONES[TONE_OF[value] ?? 'quiet'],
      )}
    >
      {wordOf(t, 'state', value)}
    </span>
  );
}

/** The look of a link in a line of text, high enough for a finger. */
export const LINK = '-my-0.5 inline-block min-w-6 py-0.5 text-brand underline-offset-2 hover:underline';

/** A user, by default by the uid, as a link to their page if the viewer may see it. */
export function UserLink({ id, children }: { readonly id: number; readonly children?: ReactNode }): ReactNode {
  const { roles } = useSelf();
  const text = children ?? uidOf(id);
  return mayCall(roles, 'officeUser') ? (
    <Link to={`/users/${id}`} className={LINK}>
      <bdi>{text}</bdi>
    </Link>
  ) : (
    <bdi>{text}</bdi>
  );
}

/** A group of accounts by its name, as a link to its page. */
export function GroupLink({ id, name }: { readonly id: number; readonly name: string }): ReactNode {
  return (
    <Link to={`/groups/${id}`} className={LINK}>
      <bdi className="wrap-anywhere">{name}</bdi>
    </Link>
  );
}

/** A country by its name. */
export function Country({ code }: { readonly code: string | null }): ReactNode {
  const language = useLanguage();
  return <Words>{countryName(language, code ?? '')}</Words>;
}

/** Text written by people, displayed in its own direction. */
export function Words({ children }: { readonly children: string }): ReactNode {
  return children === '' ? (
    <span className="text-faint">–</span>
  ) : (
    <bdi className="wrap-anywhere whitespace-pre-wrap">{children}</bdi>
  );
}
