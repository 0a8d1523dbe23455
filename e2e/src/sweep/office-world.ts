import { STAFF_ROLES } from '@fairlot/contract';
import type { Browser } from 'playwright-core';
import { Customer } from '../support/customer.ts';
import type { Mailbox } from '../support/mailbox.ts';
import type { Fairlot } from '../support/server.ts';
import { Staff } from '../support/staff.ts';
import { ADDRESS } from './world.ts';
import type { World } from './world.ts';

/** What the office's sweep needs: sessions by viewer, and what stands in addresses. */
export interface OfficeWorld {
  readonly sessions: Readonly<Record<string, { readonly name: string; readonly value: string }>>;
  readonly places: Readonly<Record<string, string>>;
}

interface House {
  readonly fairlot: Fairlot;
  readonly mailbox: Mailbox;
  readonly world: World;
  /** May do everything, so every button is there. */
  readonly head: Staff;
  /** What people photograph. */
  readonly paper: Uint8Array;
}

/** Work in every queue, decided and waiting, a colleague in every state, and changes of terms to read. */
export async function officeOf(
  fairlot: Fairlot,
  mailbox: Mailbox,
  world: World,
  browser: Browser,
): Promise<OfficeWorld> {
  const { root } = world;
  const house: House = {
    fairlot,
    mailbox,
    world,
    head: await root.hire('head.of.office', STAFF_ROLES),
    paper: await paperIn(browser),
  };
  const client = await customer(house, 'client.of.the.house@example.com');
  await fillTills(house, client);
  await fillMailbags(house, client);
  await reviewPapers(house);
  await changeTerms(house);
  const news = await write(house);
  const users = await house.head.call('officeUsers', { q: 'client.of.the.house' });
  const { token } = await root.call('staffInvite', { name: 'night.shift@example.com', roles: ['support'] });
  const newcomer = await root.call('staffInvite', { name: 'newcomer', roles: ['finance'] });
  return {
    sessions: {
      staff: house.head.cookie,
      newcomer: (await Staff.begin(fairlot.url, newcomer.token, 'newcomer')).cookie,
    },
    places: { ':token': token, ':user': String(users.list[0]?.id), ':news': String(news) },
  };
}

/** A paper that can be told from an empty page. */
async function paperIn(browser: Browser): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: 900, height: 560 } });
  await page.setContent(
    '<body style="margin:40px;font:32px serif;background:#f4efe2;border:6px double #667"><h1>Specimen</h1><p>X 123 456<br>A. Traveller</p></body>',
  );
  const picture = await page.screenshot({ type: 'png' });
  await page.close();
  return picture;
}

async function customer({ fairlot, mailbox }: House, email: string): Promise<Customer> {
  const person = new Customer(fairlot.url);
  await person.register(email, () => mailbox.nextCode(email));
  return person;
}

/** Deposits to be checked, one invalid; withdrawals that one of two people approved, and one to be paid; corrections. */
async function fillTills({ head, paper, world: { desk, network } }: House, client: Customer): Promise<void> {
  await submitPapers(client, 'A Client of the House', 'C 987 654', paper);
  const papers = await head.call('identityQueue');
  await head.call('approveIdentity', { id: papers.list[0]?.id ?? 0, country: 'DE' });
  const deposits: number[] = [];
  for (const number of ['40000', '1250.5', '80']) {
    const { id } = await client.call('chargeSubmit', {
      number,
      proofImg: await client.upload(paper),
      address: ADDRESS,
      charge_id: network,
    });
    deposits.push(id);
  }
  await head.call('depositFinish', { id: deposits[0] });
  await head.call('depositInvalidate', { id: deposits[2], reason: 'The picture shows another payment' });
  const coin = (await client.call('drawCurrencies', { type: '1' })).find(({ protocol }) => protocol === 'ERC20');
  const address = await client.call('bindDrawMethod', { type: '1', draw_id: coin?.id ?? 0, dc_address: ADDRESS });
  const withdrawals: number[] = [];
  for (const number of ['7000', '8000', '300']) {
    const { id } = await client.call('draw', {
      draw_currency_id: coin?.id ?? 0,
      number,
      memo: 'Rent',
      draw_method_id: address.id,
    });
    withdrawals.push(id);
  }
  await head.call('withdrawalApprove', { id: withdrawals[0] });
  await desk.call('withdrawalApprove', { id: withdrawals[1] });
  await desk.call('withdrawalApprove', { id: withdrawals[2] });
  const users = await head.call('officeUsers', { q: 'client.of.the.house' });
  const userId = users.list[0]?.id ?? 0;
  await desk.call('officeAdjust', { user_id: userId, amount: '12000', memo: 'A transfer that the bank lost' });
  await head.call('officeAdjust', { user_id: userId, amount: '-25.5', memo: 'A fee that was not charged' });
  await head.call('officeAddNote', { user_id: userId, text: 'Calls in the morning' });
}

/** Conversations, suggestions and complaints, and a name that offended. */
async function fillMailbags({ head }: House, client: Customer): Promise<void> {
  await client.call('supportSend', { text: 'My deposit has not arrived yet.\nIs anything missing?' });
  const waiting = await head.call('staffConversations');
  const userId = waiting.list.find(({ account }) => account.startsWith('client'))?.user_id ?? 0;
  await head.call('supportAnswer', { user_id: userId, text: 'It is being checked. Thank you for the picture.' });
  await client.call('feedbackSubmit', {
    kind: 'suggestion',
    text: 'A chart of the margin level over time would help me to see when a position became too large.',
  });
  await client.call('feedbackSubmit', { kind: 'complaint', text: 'The deposit took two days.' });
  const { list } = await head.call('staffFeedback', { kind: 'suggestion' });
  await head.call('feedbackClose', { id: list[0]?.id, answer: 'Thank you, it is on our list.' });
  await client.call('supportSend', { text: 'شكراً، سأنتظر حتى 17:30' });
  await client.call('followJoin', { name: 'Golden Duck' });
  await head.call('rankingHide', { user_id: userId, reason: 'It is the name of another broker' });
}

/** One submission to be reviewed, of a number that somebody else had, and one rejected; one user may not sign in. */
async function reviewPapers(house: House): Promise<void> {
  const { head, paper } = house;
  const refused = await customer(house, 'blurred@example.com');
  await submitPapers(refused, 'B. Blurred', 'B 1', paper);
  const { list } = await head.call('identityQueue');
  await head.call('rejectIdentity', { id: list[0]?.id ?? 0, reason: 'The picture cannot be read' });
  await head.call('officeFreezeUser', { user_id: list[0]?.user_id ?? 0, reason: 'Asked for by the owner' });
  await submitPapers(await customer(house, 'second@example.com'), 'A Traveller', 'X 123 456', paper);
}

async function submitPapers(person: Customer, name: string, number: string, paper: Uint8Array): Promise<void> {
  await person.call('submitIdentity', {
    name,
    card_id: number,
    front_pic: await person.upload(paper),
    reverse_pic: await person.upload(paper),
  });
}

/** Changes of settings and of an instrument, an empty category, and colleagues who came and went. */
async function changeTerms({ head, world: { root } }: House): Promise<void> {
  const { version } = await head.call('siteSettings');
  await head.call('changeSiteSettings', {
    version,
    values: {
      company_email: 'desk@example.com',
      complaint_email: 'complaints@example.com',
      excluded_countries: ['KP', 'IL', 'CN', 'VU', 'CU', 'IR'],
    },
  });
  const { list } = await head.call('officeInstruments', { q: 'EURUSD' });
  await head.call('officeChangeInstrument', { id: list[0]?.id, terms: { swap_long: '-7.25', max_lots: '80' } });
  await head.call('officeAddCategory', { slug: 'exotics' });
  await root.hire('former.colleague', ['support', 'compliance']);
  const staff = await root.call('staffMembers');
  await root.call('staffDisable', { id: staff.list.find(({ name }) => name === 'former.colleague')?.id });
}

/** A draft in two languages, an announcement and another company; the number of the draft. */
async function write({ head }: House): Promise<number> {
  const { id } = await head.call('newsSave', {
    texts: [
      {
        language: 'en',
        title: 'New hours in winter',
        desc: 'From November on.',
        content:
          '<h2>When we open</h2><p>Open from <strong>23:00</strong> on.</p><ul><li>On weekdays</li><li>On Sundays</li></ul>',
      },
      {
        language: 'ar',
        title: 'ساعات جديدة في الشتاء',
        desc: 'ابتداءً من نوفمبر.',
        content: '<p>تبدأ التداولات من الساعة 23:00.</p>',
      },
    ],
  });
  await head.call('announcementSave', {
    language: 'en',
    version: 0,
    content: 'We are closed on 1 January.\n\nTrading goes on as always.',
  });
  await head.call('companySave', {
    name: 'Northern Desk',
    url: 'https://example.com/',
    subject: 'Northern Desk Limited',
    registered_address: '2 Quay',
    location: '3 Quay',
    email: 'hello@example.com',
    status: 1,
    loss_url: 'https://example.com/closed',
    listed: true,
  });
  return id;
}
