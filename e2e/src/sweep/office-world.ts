import { DEFAULT_GROUPS } from '@fairlot/domain';
import type { Browser } from 'playwright-core';
import { CustomerClient } from '../support/customer-client.ts';
import type { Mailbox } from '../support/mailbox.ts';
import type { Fairlot } from '../support/server.ts';
import { StaffClient } from '../support/staff-client.ts';
import { ADDRESS, MOVED_ADDRESS, PROOF } from '../support/payment-terms.ts';
import { addGroups } from './office-groups.ts';
import type { World } from './world.ts';

/** Data for the sweep of the office: sessions by viewer, and the values of route parameters. */
export interface OfficeWorld {
  readonly sessions: Readonly<Record<string, { readonly name: string; readonly value: string }>>;
  readonly places: Readonly<Record<string, string>>;
}

interface OfficeSetup {
  readonly fairlot: Fairlot;
  readonly mailbox: Mailbox;
  readonly world: World;
  /** A client with all roles, so that every button is shown. */
  readonly head: StaffClient;
  /** Picture of an identity document. */
  readonly paper: Uint8Array;
}

/**
 * Fills the office with data: entries in every queue, decided and waiting, staff in every state, and changes of terms.
 */
export async function officeOf(
  fairlot: Fairlot,
  mailbox: Mailbox,
  world: World,
  browser: Browser,
): Promise<OfficeWorld> {
  const { root } = world;
  const setup: OfficeSetup = {
    fairlot,
    mailbox,
    world,
    head: world.head,
    paper: await paperIn(browser),
  };
  const client = await customer(setup, 'client.of.the.house@example.com');
  await addPayments(setup, client);
  await addMessages(setup, client);
  await reviewPapers(setup);
  await changeTerms(setup);
  const news = await write(setup);
  const group = await addGroups(root, setup.head);
  const { recipients } = await setup.head.call('officeReportOptions');
  const daily = { kind: 'payments', interval: 'day', hour: 6, recipients: recipients.slice(0, 2) } as const;
  await setup.head.call('officeScheduleReport', daily);
  await root.call('officeProposeBulk', {
    selection: { languages: 'en,de', verified: '1' },
    kind: 'marketing',
    by_chat: true,
    by_mail: true,
    texts: [
      { language: 'en', subject: 'Trading on Sunday', text: 'Bitcoin is open on Sunday.\n\nOther markets are closed.' },
    ],
  });
  const users = await setup.head.call('officeUsers', { q: 'client.of.the.house' });
  const token = await root.invite('night.shift@example.com', ['support'], mailbox);
  const newcomer = await root.invite('newcomer', ['finance'], mailbox);
  return {
    sessions: {
      staff: setup.head.cookie,
      newcomer: (await StaffClient.begin(fairlot.url, newcomer, 'newcomer')).cookie,
    },
    places: {
      ':token': token,
      ':user': String(users.list[0]?.id),
      ':news': String(news),
      ':section': 'backups',
      ':group': String(group),
      ':live': String(DEFAULT_GROUPS.real),
    },
  };
}

/** Renders a picture of a document that is not blank. */
async function paperIn(browser: Browser): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: 900, height: 560 } });
  await page.setContent(
    '<body style="margin:40px;font:32px serif;background:#f4efe2;border:6px double #667"><h1>Specimen</h1><p>X 123 456<br>A. Traveller</p></body>',
  );
  const picture = await page.screenshot({ type: 'png' });
  await page.close();
  return picture;
}

async function customer({ fairlot, mailbox }: OfficeSetup, email: string): Promise<CustomerClient> {
  const person = new CustomerClient(fairlot.url);
  await person.register(email, () => mailbox.nextCode(email));
  return person;
}

/** Creates deposits to check, one invalid; withdrawals with one of two approvals, to pay, being paid and returned; and corrections. */
async function addPayments(
  { head, paper, world: { officer, network } }: OfficeSetup,
  client: CustomerClient,
): Promise<void> {
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
      transaction_id: number.replace('.', '').padStart(8, 'a').repeat(8),
    });
    deposits.push(id);
  }
  await head.call('depositFinish', { id: deposits[0] });
  await officer.call('depositFinish', { id: deposits[0] });
  await head.call('depositInvalidate', { id: deposits[2], reason: 'The picture shows another payment' });
  const coin = (await client.call('drawCurrencies', { type: '1' })).find(({ protocol }) => protocol === 'ERC20');
  const address = await client.call('bindDrawMethod', {
    type: '1',
    draw_id: coin?.id ?? 0,
    dc_address: ADDRESS,
    ...PROOF,
  });
  const withdrawals: number[] = [];
  for (const number of ['7000', '8000', '300', '400', '500', '600']) {
    const { id } = await client.call('draw', {
      draw_currency_id: coin?.id ?? 0,
      number,
      memo: 'Rent',
      draw_method_id: address.id,
      ...PROOF,
    });
    withdrawals.push(id);
  }
  await head.call('withdrawalApprove', { id: withdrawals[0] });
  await officer.call('withdrawalApprove', { id: withdrawals[1] });
  for (const id of withdrawals.slice(2)) await officer.call('withdrawalApprove', { id });
  await head.call('withdrawalClaim', { id: withdrawals[3] });
  await officer.call('withdrawalClaim', { id: withdrawals[4] });
  await head.call('withdrawalClaim', { id: withdrawals[5] });
  await head.call('withdrawalPay', { id: withdrawals[5], reference: '0x600' });
  await head.call('withdrawalReturn', { id: withdrawals[5], amount: '90.50', reason: 'The address refused it' });
  const users = await head.call('officeUsers', { q: 'client.of.the.house' });
  const userId = users.list[0]?.id ?? 0;
  await officer.call('officeAdjust', { user_id: userId, amount: '12000', memo: 'A transfer that the bank lost' });
  await head.call('officeAdjust', { user_id: userId, amount: '-25.5', memo: 'A fee that was not charged' });
  const note = await head.call('officeAddNote', { user_id: userId, text: 'Calls in the morning' });
  await head.call('officeStrikeNote', { user_id: userId, id: note.id, text: 'Works at night now' });
  const task = { user_id: userId, text: 'Ask for a newer proof of the address', assignee: 'administrator' } as const;
  await head.call('officeAddTask', { ...task, due_on: '2020-01-31' });
  await head.call('officeAddTask', { ...task, due_on: '2099-12-31' });
  const text = 'Please send the second page of your statement.';
  await head.call('officeSendMessage', { user_id: userId, text });
  const other = (await head.call('officeUsers', { kind: 'real' })).list.find(({ id }) => id !== userId);
  if (other !== undefined)
    await head.call('officeLinkUsers', { user_id: userId, other_id: other.id, reason: 'The same face on both papers' });
  const email = 'new.mailbox@example.com';
  await head.call('proposeEmailChange', { user_id: userId, email, reason: 'Lost the mailbox with the former job' });
}

/** Creates conversations, suggestions and complaints, and a hidden ranking name. */
async function addMessages({ head }: OfficeSetup, client: CustomerClient): Promise<void> {
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

/** Creates a submission to review, with a document number of another user, and a rejected one; and blocks a user. */
async function reviewPapers(setup: OfficeSetup): Promise<void> {
  const { head, paper } = setup;
  const refused = await customer(setup, 'blurred@example.com');
  await submitPapers(refused, 'B. Blurred', 'B 1', paper);
  const { list } = await head.call('identityQueue');
  await head.call('rejectIdentity', { id: list[0]?.id ?? 0, reason: 'The picture cannot be read' });
  await head.call('officeFreezeUser', { user_id: list[0]?.user_id ?? 0, reason: 'Asked for by the owner' });
  await submitPapers(await customer(setup, 'second@example.com'), 'A Traveller', 'X 123 456', paper);
}

async function submitPapers(person: CustomerClient, name: string, number: string, paper: Uint8Array): Promise<void> {
  await person.call('submitIdentity', {
    name,
    card_id: number,
    front_pic: await person.upload(paper),
    reverse_pic: await person.upload(paper),
  });
}

/** Changes settings and an instrument, proposes changes, adds an empty category, and invites and disables staff. */
async function changeTerms({ head, mailbox, world: { root } }: OfficeSetup): Promise<void> {
  const { version } = await head.call('siteSettings');
  await head.call('changeSiteSettings', {
    version,
    values: {
      company_email: 'office@example.com',
      complaint_email: 'complaints@example.com',
      excluded_countries: ['KP', 'IL', 'CN', 'VU', 'CU', 'IR'],
    },
  });
  const { version: next } = await head.call('siteSettings');
  await head.call('changeSiteSettings', { version: next, values: { two_person_amount: '2500' } });
  await root.call('changeSiteSettings', { version: next, values: { warning_ratio: 150, stop_out_ratio: 80 } });
  const networks = await root.call('staffNetworks');
  const network = networks.find(({ protocol_code: protocol }) => protocol === 'ERC20');
  await root.call('networkSave', { ...network, address: MOVED_ADDRESS, enabled: true });
  const closed = networks.find(({ currency_code: code }) => code === 'USDC');
  await root.call('networkSave', { id: closed?.id, version: closed?.version, enabled: true });
  const coin = (await root.call('staffCurrencies')).find(({ protocol }) => protocol === 'TRC20');
  await root.call('currencySave', { id: coin?.id, version: coin?.version, usd_price: '1.3' });
  const { list } = await head.call('officeInstruments', { q: 'EURUSD' });
  await head.call('officeChangeInstrument', { id: list[0]?.id, terms: { swap_long: '-7.25', max_lots: '80' } });
  await head.call('officeAddCategory', { slug: 'exotics' });
  await root.hire('former.colleague', ['support', 'compliance'], mailbox);
  const staff = await root.call('staffMembers');
  await root.call('staffDisable', { id: staff.list.find(({ name }) => name === 'former.colleague')?.id });
}

/** Creates a draft in two languages, an announcement and a company. Returns the number of the draft. */
async function write({ head }: OfficeSetup): Promise<number> {
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
    name: 'Northern Lights',
    url: 'https://example.com/',
    subject: 'Northern Lights Limited',
    registered_address: '2 Quay',
    location: '3 Quay',
    email: 'hello@example.com',
    status: 1,
    loss_url: 'https://example.com/closed',
    listed: true,
  });
  return id;
}
