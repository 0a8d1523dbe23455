import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_CODES } from '@fairlot/i18n';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The texts of the specification's error catalogue (section 8) and labels of its entities (section 3), each with the file
 * that shows it. Its "coming soon" announced copying, which exists. Its "24h change" reads "Day change" in English: the figure counts from the open of the day, 00:00 UTC.
 */
const TEXTS: readonly (readonly [text: string, area: string, key: string, shownBy: string])[] = [
  ['password inconsistency', 'auth', 'account.inconsistent', 'screens/register/use-register-form.ts'],
  ['please fill in all', 'auth', 'account.fillInAll', 'features/account/new-password.ts'],
  ['passwords not equal', 'auth', 'account.notEqual', 'features/account/new-password.ts'],
  ['no data yet', 'money', 'money.empty', 'shared/lists/Records.tsx'],
  ['no more', 'shell', 'common.noMore', 'shared/lists/ListEnd.tsx'],
  ['leverage not configured', 'trading', 'trade.problem.leverage_not_configured', 'features/ordering/form/problem.ts'],
  ['no payment channel for this fiat account', 'money', 'charge.noChannel', 'screens/deposit/BankDeposit.tsx'],
  ['no pay way', 'money', 'charge.noPayWay', 'screens/deposit/BankDeposit.tsx'],
  ['wallet not bound', 'money', 'draw.notBoundTitle', 'screens/withdrawal/use-not-bound-dialog.ts'],
  ['please set up a collection account first', 'money', 'draw.setUpFirst', 'screens/withdrawal/AmountForm.tsx'],
  ['please register or log in to a real account', 'auth', 'account.realOnly', 'shared/layout/RealOnly.tsx'],
  ['please enter email', 'auth', 'account.enterEmail', 'screens/login/LoginScreen.tsx'],
  ['please enter phone', 'auth', 'account.enterMobile', 'screens/login/LoginScreen.tsx'],
  ['please enter password', 'auth', 'account.enterPassword', 'screens/login/LoginScreen.tsx'],
  ['please enter old password', 'auth', 'account.enterOldPassword', 'screens/password/PasswordScreen.tsx'],
  ['please enter invitation code', 'auth', 'register.enterInvite', 'screens/register/RegisterScreen.tsx'],
  ['please enter verification code', 'auth', 'account.enterCode', 'screens/register/use-register-form.ts'],
  ['please enter passport/ID number', 'identity', 'identity.enterCardId', 'screens/identity/IdentityForm.tsx'],
  ['please enter name', 'identity', 'identity.enterName', 'screens/identity/IdentityForm.tsx'],
  ['order confirmed', 'trading', 'trade.done.title', 'features/ordering/ticket/DonePopup.tsx'],
  ['total profit and loss', 'trading', 'orders.totalResult', 'screens/orders/SummaryCard.tsx'],
  ['last price', 'trading', 'trade.figure.last', 'screens/market/MarketScreen.tsx'],
  ['24h change', 'trading', 'trade.figure.change', 'screens/market/MarketScreen.tsx'],
  ['remark of a bank card', 'money', 'method.remark', 'screens/methods/MethodsScreen.tsx'],
  ['copied successfully', 'content', 'copied.done', 'shared/messages/copy.ts'],
  ['logout successful', 'shell', 'user.logoutDone', 'shared/session/use-log-out.ts'],
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
