import { calls } from '@fairlot/contract';
import type { Phone } from '../support/phone.ts';
import type { Viewer } from './people.ts';

/** A screen in a state worth looking at. */
export interface Scene {
  readonly name: string;
  readonly as: Viewer;
  readonly route: string;
  /** What the server would say in another setting or on another day. */
  readonly answers?: Readonly<Record<string, object>>;
  /** What is opened on it before the picture is taken. */
  readonly act?: (phone: Phone) => Promise<void>;
}

const press = (name: (phone: Phone) => string | RegExp) => async (phone: Phone): Promise<void> => {
  await phone.page.getByRole('button', { name: name(phone) }).filter({ visible: true }).first().click();
};
const choose = (key: string) => async ({ page, say }: Phone): Promise<void> => {
  await page.getByRole('radio', { name: say(key) }).filter({ visible: true }).first().click();
};
const firstOrder = async ({ page }: Phone): Promise<void> => {
  await page.locator('main button[aria-haspopup="dialog"]').filter({ hasText: 'EUR/USD' }).filter({ visible: true }).first().click();
};

/** A market order of the least volume, from the folded ticket to the answer. */
const buyAtOnce = async (phone: Phone): Promise<void> => {
  const { page, say } = phone;
  await press(() => new RegExp(`^${say('trade.side.buy')}`))(phone);
  const submit = page.getByRole('button', { name: new RegExp(`^${say('trade.side.buy')} \\d`) }).last();
  await submit.click();
  await page.getByRole('dialog').getByRole('button', { name: say('trade.done.toOrders') }).waitFor();
};
const FAILURE = { code: 9001, msg: 'Please try again.', reason: 'internal', data: null };
const BY_MOBILE = { [calls.setting.path]: { code: 1, msg: '', reason: '', data: { key: 'is_show_mobile', value: '1' } } };
const SUSPICIOUS = { [calls.login.path]: { code: 2001, msg: 'Please enter what the picture shows.', reason: 'captcha_required', data: null } };

/** Every route, and the sheets, questions and empty states behind them. */
export const SCENES: readonly Scene[] = [
  { name: 'home', as: 'visitor', route: '/' },
  { name: 'trade', as: 'demo', route: '/trade' },
  { name: 'ticket', as: 'demo', route: '/trade', act: press(({ say }) => new RegExp(`^${say('trade.side.buy')}`)) },
  { name: 'trade-real', as: 'real', route: '/trade' },
  { name: 'picker', as: 'demo', route: '/trade', act: async ({ page }) => page.locator('main button[aria-haspopup="dialog"]').filter({ visible: true }).first().click() },
  { name: 'home-failed', as: 'visitor', route: '/', answers: { [calls.tradeList.path]: FAILURE } },
  { name: 'favourites-none', as: 'demo', route: '/', act: press(({ say }) => say('favourites.title')) },
  { name: 'orders-none', as: 'demo', route: '/order' },
  { name: 'orders', as: 'real', route: '/order' },
  { name: 'orders-pending', as: 'real', route: '/order?type=0' },
  { name: 'orders-history', as: 'real', route: '/order?type=3' },
  { name: 'order-sheet', as: 'real', route: '/order', act: firstOrder },
  { name: 'stops', as: 'real', route: '/order', act: async (phone) => {
    await firstOrder(phone);
    await press(({ say }) => say('orders.setStops'))(phone);
  } },
  { name: 'question', as: 'real', route: '/order', act: async (phone) => {
    await firstOrder(phone);
    await press(({ say }) => say('orders.close'))(phone);
  } },
  { name: 'alerts', as: 'real', route: '/alerts' },
  { name: 'statement', as: 'real', route: '/mine/statement' },
  { name: 'formulas', as: 'visitor', route: '/rank', act: press(({ say }) => say('rank.formulas')) },
  { name: 'rank', as: 'visitor', route: '/rank' },
  { name: 'copy', as: 'demo', route: '/rank?view=copy' },
  { name: 'user-demo', as: 'demo', route: '/user' },
  { name: 'user', as: 'real', route: '/user' },
  { name: 'login', as: 'visitor', route: '/login' },
  { name: 'login-mobile', as: 'visitor', route: '/login', answers: BY_MOBILE, act: choose('account.mobile') },
  { name: 'login-captcha', as: 'visitor', route: '/login', answers: SUSPICIOUS, act: async (phone) => {
    await phone.page.getByRole('textbox', { name: phone.say('account.accountEmail') }).fill('traveller@example.com');
    await phone.page.getByLabel(phone.say('account.password'), { exact: true }).fill('a quiet harbour');
    await press(({ say }) => say('login.submit'))(phone);
  } },
  { name: 'register', as: 'visitor', route: '/register' },
  { name: 'register-area', as: 'visitor', route: '/register', act: press(({ say }) => new RegExp(`^${say('account.area')}`)) },
  { name: 'forgot', as: 'visitor', route: '/forgot' },
  { name: 'identity-new', as: 'fresh', route: '/mine/auth' },
  { name: 'identity', as: 'real', route: '/mine/auth' },
  { name: 'password', as: 'real', route: '/mine/password' },
  { name: 'security', as: 'real', route: '/mine/security' },
  { name: 'wallet', as: 'real', route: '/mine/wallet' },
  { name: 'wallet-demo', as: 'demo', route: '/mine/wallet' },
  { name: 'charge', as: 'real', route: '/mine/charge' },
  { name: 'charge-bank', as: 'real', route: '/mine/charge', act: choose('money.bank') },
  { name: 'withdraw', as: 'real', route: '/mine/withdraw' },
  { name: 'withdraw-new', as: 'fresh', route: '/mine/withdraw' },
  { name: 'history', as: 'real', route: '/mine/history' },
  { name: 'history-none', as: 'fresh', route: '/mine/history' },
  { name: 'bank-cards', as: 'real', route: '/mine/bank-card-list' },
  { name: 'coin-addresses', as: 'real', route: '/mine/coin-address-list' },
  { name: 'bind', as: 'real', route: '/mine/withdraw-way?type=1' },
  { name: 'news', as: 'visitor', route: '/news' },
  { name: 'news-gone', as: 'visitor', route: '/news/detail?id=999999' },
  { name: 'product', as: 'visitor', route: '/product' },
  { name: 'product-none', as: 'visitor', route: '/product', act: async ({ page }) => page.getByRole('searchbox').fill('no such thing') },
  { name: 'product-company', as: 'visitor', route: '/product?mode=company' },
  { name: 'invite', as: 'real', route: '/mine/invite' },
  { name: 'email', as: 'real', route: '/mine/email' },
  { name: 'announcement', as: 'real', route: '/mine/announcement' },
  { name: 'system', as: 'real', route: '/mine/system' },
  { name: 'chat', as: 'fresh', route: '/mine/chat' },
  { name: 'feedback-visitor', as: 'visitor', route: '/feedback' },
  { name: 'feedback', as: 'real', route: '/feedback' },
  { name: 'language', as: 'visitor', route: '/language' },
  { name: 'filled', as: 'demo', route: '/trade', act: buyAtOnce },
];
