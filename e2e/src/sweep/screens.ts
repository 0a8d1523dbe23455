import { calls } from '@fairlot/contract';
import type { ScreenState, Steps } from './state.ts';
import { inTurn, over, press } from './steps.ts';
import type { Viewer } from './world.ts';

/** Submits the empty form, so that it shows its errors. */
const submitEmpty: Steps = async ({ page }) => {
  await page.locator('form button[type=submit]:visible').first().click();
  await page.locator('[aria-invalid=true], [aria-describedby]').first().waitFor({ state: 'attached' });
};
const openTicket: Steps = async ({ page, say }) =>
  page
    .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
    .filter({ visible: true })
    .first()
    .click();
const openOrder: Steps = over(async ({ page }) => page.getByTestId('order').filter({ visible: true }).last().click());
const chooseTab =
  (key: string): Steps =>
  async ({ page, say }) =>
    page
      .getByRole('radio', { name: say(key) })
      .filter({ visible: true })
      .click();
/** Opens the drawing tools: a sheet on a phone, a row above the chart in the wide layout. */
const openDrawings: Steps = async (context) => {
  await press('chart.draw.open')(context);
  await context.page.waitForFunction(
    () => sweep.layers() > 0 || document.querySelector('main [role=toolbar]') !== null,
  );
};
/** Reports euros: the rate, the reference and the dollars are shown. */
const payEuros: Steps = async ({ page, say }) => {
  await page.getByRole('combobox', { name: say('charge.currency') }).selectOption({ label: 'EUR' });
  await page.getByRole('radio', { name: /Lighthouse/ }).check();
  await page.getByRole('textbox', { name: say('money.amount') }).fill('250');
  await page.getByText(/312/).waitFor();
};
/** Chooses the network that was closed, the last of the list. */
const chooseClosed: Steps = async ({ page, say }) => {
  await page.getByRole('combobox', { name: say('charge.network') }).selectOption('1');
};
/** Selects the pending order in the ticket; in the wide layout the order list next to it has a tab of the same name. */
const pending: Steps = async ({ page, say }) =>
  page
    .locator('form:visible')
    .getByRole('radio', { name: say('trade.ticket.pending'), exact: true })
    .click();
const withStops: Steps = async ({ page }) => {
  for (const field of await page.getByRole('switch').filter({ visible: true }).all()) await field.click();
};

/** Sizes the ticket by one per cent of the equity, with a stop in pips. */
const byRisk: Steps = async ({ page, say }) => {
  const form = page.locator('form:visible');
  await form.getByRole('switch').first().click();
  await form.getByRole('button', { name: say('trade.unit.pips'), exact: true }).click();
  await form.getByRole('button', { name: say('trade.size.percent'), exact: true }).click();
  await page.getByTestId('size').filter({ visible: true }).waitFor();
};

const openCosts: Steps = async ({ page }) =>
  page.getByTestId('costs').filter({ visible: true }).getByRole('button').click();
const openTerms: Steps = async ({ page }) => {
  const terms = page.getByTestId('order-terms').filter({ visible: true });
  await terms.getByRole('button').click();
  await terms.locator('dl').first().waitFor();
  await terms.locator('dl').last().scrollIntoViewIfNeeded();
};

/** In some languages the word for a pause begins with the one for a stop. */
const stopCopy: Steps = over(({ page, say }) =>
  page
    .getByRole('button', { name: say('copying.copy.stop'), exact: true })
    .filter({ visible: true })
    .click(),
);

/** Simulates the server's answer for an account whose group has other terms of its instruments. */
const ofTerms =
  (own: object): Steps =>
  async ({ page }) => {
    const path = `**${calls.tradeList.path}?*`;
    await page.route(path, async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { readonly data: readonly object[] };
      await route.fulfill({ json: { ...json, data: json.data.map((each) => ({ ...each, ...own })) } });
    });
    await page.reload();
    await page.locator('canvas').first().waitFor();
    await page.unroute(path);
  };
const ofGroup = ofTerms({
  Tiers: [
    { From: '0.000000', Leverage: 20 },
    { From: '2500000.000000', Leverage: 5 },
  ],
  Markup: { Bid: '0.00001', Ask: '0.00001' },
});
const ofGuarantee = ofTerms({ GuaranteedStop: { Premium: '0.00020', Distance: '0.00050' } });
/** Switches stop-loss and guarantee on. */
const guaranteed: Steps = async ({ page, say }) => {
  const form = page.locator('form:visible').last();
  await form.getByRole('switch', { name: say('trade.ticket.stopLoss') }).click();
  await form.getByRole('switch', { name: say('trade.ticket.guarantee.title') }).click();
  await form.getByTestId('guarantee').scrollIntoViewIfNeeded();
};

/** Simulates the server's answer with sign-in by mobile enabled. */
const byMobile: Steps = async ({ page, say }) => {
  await page.route(`**${calls.setting.path}?*`, (route) =>
    route.fulfill({ json: { code: 1, msg: '', reason: 'ok', data: { key: 'is_show_mobile', value: '1' } } }),
  );
  await page.reload();
  await page.getByRole('radio', { name: say('account.mobile') }).click();
  await page.unroute(`**${calls.setting.path}?*`);
};
/** Simulates the announcement of stricter margin levels. */
const levelsAnnounced: Steps = async ({ page }) => {
  const path = `**${calls.basicInfo.path}*`;
  await page.route(path, async (route) => {
    const answer = (await (await route.fetch()).json()) as { readonly data: object };
    const at = Date.UTC(2026, 11, 24, 14, 5);
    const announced = [
      { kind: 'stop_out', from: '50', to: '80', at },
      { kind: 'warning', from: '100', to: '150', at },
    ];
    await route.fulfill({ json: { ...answer, data: { ...answer.data, announced_terms: announced } } });
  });
  await page.reload();
  await page.getByTestId('announced').filter({ visible: true }).waitFor();
  await page.unroute(path);
};
/** Simulates the server's demand for a captcha. */
const withCaptcha: Steps = async ({ page, say }) => {
  await page.route(`**${calls.login.path}`, (route) =>
    route.fulfill({ json: { code: 2001, msg: say('account.captchaHint'), reason: 'captcha_required', data: null } }),
  );
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill('traveller@example.com');
  await page.getByLabel(say('account.password'), { exact: true }).fill('a quiet harbour');
  await page.locator('form button[type=submit]:visible').click();
  await page.getByRole('textbox', { name: say('account.captcha') }).waitFor();
  await page.unroute(`**${calls.login.path}`);
};

const state = (viewer: Viewer, route: string, name?: string, steps?: Steps): ScreenState => ({
  viewer,
  route,
  name: name === undefined ? `${viewer} ${route}` : `${viewer} ${route}, ${name}`,
  ...(steps === undefined ? {} : { steps }),
});

const VISITOR = [
  state('visitor', '/'),
  state('visitor', '/trade'),
  state(
    'visitor',
    '/trade',
    'picker',
    over(async ({ page }) => page.locator('h1 button[aria-haspopup=dialog]:visible').click()),
  ),
  state('visitor', '/trade', 'ticket', openTicket),
  state('visitor', '/rank'),
  state('visitor', '/rank', 'formulas', over(press('rank.formulas'))),
  state('visitor', '/rank?view=copy'),
  state('visitor', '/trader?id=1'),
  state('visitor', '/trader?id=999999', 'not listed'),
  state('visitor', '/login?from=/order'),
  state('visitor', '/login', 'errors', submitEmpty),
  state('visitor', '/login', 'captcha', withCaptcha),
  state('visitor', '/login', 'mobile', byMobile),
  state('visitor', '/register', 'errors', submitEmpty),
  state('visitor', '/register', 'areas', over(press('account.area'))),
  state('visitor', '/forgot', 'errors', submitEmpty),
  state('visitor', '/news'),
  state('visitor', '/news/detail?id=1'),
  state('visitor', '/product'),
  state('visitor', '/product', 'nothing', async ({ page }) =>
    page.getByRole('searchbox').filter({ visible: true }).fill('zzzz'),
  ),
  state(
    'visitor',
    '/product?mode=company',
    'company',
    over(async ({ page }) => page.getByRole('button', { name: 'Fairlot' }).first().click()),
  ),
  state('visitor', '/feedback'),
  state('visitor', '/language'),
  state('visitor', '/confirm-email?token=x'),
  state('visitor', '/freeze?token=x'),
  state('visitor', '/stop-statements?token=x'),
  state('visitor', '/unsubscribe?token=x'),
  state('visitor', '/lost-authenticator'),
  state('visitor', '/lost-authenticator', 'errors', submitEmpty),
];

const DEMO = [
  state('demo', '/trade', 'chart look', over(press('chart.look.open'))),
  state('demo', '/trade', 'chart drawings', openDrawings),
  state('demo', '/trade', 'chart compare', over(press('chart.compare.open'))),
  state('demo', '/trade', 'ticket with stops', inTurn(openTicket, withStops)),
  state('demo', '/trade', 'costs of a group', inTurn(ofGroup, openTicket, openCosts)),
  state('demo', '/trade', 'guaranteed ticket', inTurn(ofGuarantee, openTicket, guaranteed)),
  state('demo', '/trade', 'ticket by risk', inTurn(openTicket, byRisk)),
  state('demo', '/trade', 'pending ticket', inTurn(openTicket, pending)),
  state('demo', '/order?type=1'),
  state('demo', '/order?type=1', 'levels announced', levelsAnnounced),
  state('demo', '/order?type=1', 'position', openOrder),
  state('demo', '/order?type=1', 'terms', inTurn(openOrder, openTerms)),
  state('demo', '/order?type=1', 'stops', inTurn(openOrder, press('orders.setStops'))),
  state(
    'demo',
    '/order?type=1',
    'partial level',
    inTurn(openOrder, press('orders.setStops'), press('orders.levels.addTakeProfit')),
  ),
  state(
    'demo',
    '/order?type=1',
    'close?',
    inTurn(openOrder, press('orders.close'), async ({ page }) => page.getByRole('alertdialog').waitFor()),
  ),
  state('demo', '/order?type=1', 'close several', over(press('orders.several.open'))),
  state('demo', '/order?type=0', 'pending', chooseTab('orders.tab.pending')),
  state('demo', '/order?type=0', 'pending order', inTurn(chooseTab('orders.tab.pending'), openOrder)),
  state('demo', '/order?type=3', 'history', chooseTab('orders.tab.history')),
  state('demo', '/order?type=3', 'closed order', inTurn(chooseTab('orders.tab.history'), openOrder)),
  state('demo', '/order?type=3&tag=plan', 'history by tag'),
  state('demo', '/mine/journal'),
  state('demo', '/mine/journal', 'filters', over(press('statement.filter.title'))),
  state('demo', '/user'),
  state('demo', '/user', 'reset?', over(press('user.resetDemo'))),
  state('demo', '/rank', 'listing', over(press('rank.own.edit'))),
  state('demo', '/rank?view=copy'),
  state('demo', '/trader?id=1'),
  state('demo', '/copy?id=1'),
  state('demo', '/copy?id=1', 'terms', over(press('copying.copy.change'))),
  state('demo', '/copy?id=1', 'stop?', stopCopy),
  state('demo', '/copy?id=999999', 'gone'),
  state('demo', '/mine/invite'),
  state('demo', '/mine/email'),
  state('demo', '/mine/announcement'),
  state('demo', '/mine/system'),
  state('demo', '/mine/system', 'log out?', over(press('user.logout'))),
  state('demo', '/mine/chat'),
  state('demo', '/feedback'),
];

const REAL = [
  state('real', '/user'),
  state('real', '/mine/auth'),
  state('real', '/mine/password', 'errors', submitEmpty),
  state('real', '/mine/security'),
  state('real', '/mine/security', 'authenticator', over(press('security.setUp'))),
  state('real', '/mine/security', 'email', over(press('email.change'))),
  state('real', '/mine/security', 'data', over(press('security.dataGet'))),
  state('real', '/mine/security', 'close', over(press('security.close'))),
  state('real', '/mine/wallet'),
  state('real', '/mine/charge', 'errors', submitEmpty),
  state('real', '/mine/charge', 'bank', chooseTab('money.bank')),
  state('real', '/mine/charge', 'euros', inTurn(chooseTab('money.bank'), payEuros)),
  state('real', '/mine/charge', 'closed network', chooseClosed),
  state('real', '/mine/withdraw', 'errors', submitEmpty),
  state('real', '/mine/withdraw', 'bank', chooseTab('money.bank')),
  state('real', '/mine/history'),
  state('real', '/mine/statement'),
  state('real', '/mine/statement', 'filters', over(press('statement.filter.title'))),
  state('real', '/mine/statement/print'),
  state('real', '/alerts'),
  state('real', '/alerts', 'new alert', over(press('alerts.add'))),
  state('real', '/mine/bank-card-list'),
  state('real', '/mine/coin-address-list'),
  state('real', '/mine/withdraw-way?type=1', 'errors', submitEmpty),
  state('real', '/mine/withdraw-way?type=2', 'errors', submitEmpty),
  state('real', '/mine/invite'),
];

const FRESH = [
  state('fresh', '/rank', 'joining', over(press('rank.own.join'))),
  state('fresh', '/order?type=1'),
  state('fresh', '/mine/journal'),
  state('fresh', '/mine/auth', 'errors', submitEmpty),
  state('fresh', '/mine/charge'),
  state('fresh', '/mine/withdraw'),
  state('fresh', '/mine/history'),
  state('fresh', '/mine/bank-card-list'),
  state('fresh', '/mine/coin-address-list'),
];

/** Every screen, in each state with different texts, grouped by viewer so that each signs in once. */
export const SCREENS: readonly ScreenState[] = [...VISITOR, ...DEMO, ...REAL, ...FRESH];
