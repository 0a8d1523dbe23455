import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_CODES } from '@fairlot/i18n';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The texts of the specification's error catalogue (section 8), each with the place that shows it. "Please enter old
 * password" is not among them: the specification's own form for a new password (section 2) has no such field.
 */
const TEXTS: readonly (readonly [text: string, area: string, key: string, shownBy: string])[] = [
  ['password inconsistency', 'auth', 'account.inconsistent', 'features/register/use-register-form.ts'],
  ['please fill in all', 'auth', 'account.fillInAll', 'accounts/new-password.ts'],
  ['passwords not equal', 'auth', 'account.notEqual', 'accounts/new-password.ts'],
  ['no data yet', 'money', 'money.empty', 'money/Records.tsx'],
  ['no more', 'shell', 'common.noMore', 'shared/ListEnd.tsx'],
  ['leverage not configured', 'trading', 'trade.problem.leverage_not_configured', 'ordering/problem.ts'],
  ['no payment channel for this fiat account', 'money', 'charge.noChannel', 'features/charge/BankDeposit.tsx'],
  ['no pay way', 'money', 'charge.noPayWay', 'features/charge/BankDeposit.tsx'],
  ['wallet not bound', 'money', 'draw.notBoundTitle', 'features/withdraw/use-not-bound-dialog.ts'],
  ['please set up a collection account first', 'money', 'draw.setUpFirst', 'features/withdraw/AmountForm.tsx'],
  ['please register or log in to a real account', 'auth', 'account.realOnly', 'shared/RealOnly.tsx'],
  ['please enter email', 'auth', 'account.enterEmail', 'features/login/LoginScreen.tsx'],
  ['please enter phone', 'auth', 'account.enterMobile', 'features/login/LoginScreen.tsx'],
  ['please enter password', 'auth', 'account.enterPassword', 'features/login/LoginScreen.tsx'],
  ['please enter invitation code', 'auth', 'register.enterInvite', 'features/register/RegisterScreen.tsx'],
  ['please enter verification code', 'auth', 'account.enterCode', 'features/register/use-register-form.ts'],
  ['please enter passport/ID number', 'identity', 'identity.enterCardId', 'features/identity/IdentityForm.tsx'],
  ['please enter name', 'identity', 'identity.enterName', 'features/identity/IdentityForm.tsx'],
  ['order confirmed', 'trading', 'trade.done.title', 'features/trade/ticket/DonePopup.tsx'],
  ['coming soon', 'shell', 'common.comingSoon', 'features/rank/RankRow.tsx'],
  ['copied successfully', 'content', 'copied.done', 'shared/copy.ts'],
  ['logout successful', 'shell', 'user.logoutDone', 'features/system/use-log-out.ts'],
];

function textOf(language: string, area: string, key: string): unknown {
  const catalogue: unknown = JSON.parse(
    readFileSync(`${ROOT}packages/i18n/catalogues/${language}/${area}.json`, 'utf8'),
  );
  return key
    .split('.')
    .reduce((tree, part) => (tree as Readonly<Record<string, unknown>> | undefined)?.[part], catalogue);
}

describe('the texts of the specification', () => {
  it.each(TEXTS)('%s', (_, area, key, shownBy) => {
    expect(LANGUAGE_CODES.filter((language) => typeof textOf(language, area, key) !== 'string')).toEqual([]);
    const shows = readFileSync(`${ROOT}apps/trader/src/${shownBy}`, 'utf8');
    expect(shows.includes(key) || shows.includes(key.split('.').at(-1) ?? key)).toBe(true);
  });
});
