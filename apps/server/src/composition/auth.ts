import { mayRegister, registrationMode } from '@fairlot/contract';
import { HOUR_MS } from '@fairlot/domain';
import { Authenticator } from '../features/auth/authenticator.ts';
import { AccountClosing } from '../features/auth/closing.ts';
import { CodeQuotas } from '../features/auth/code-quota.ts';
import { Codes } from '../features/auth/codes.ts';
import { FactorResetRequests } from '../features/auth/factor-reset-requests.ts';
import { FreezeLinks, type RecordFreeze } from '../features/auth/freeze-links.ts';
import { DemoSignIn, findDemo } from '../features/auth/demo.ts';
import { DemoRetirementQueries } from '../features/auth/demo-retirement-queries.ts';
import { DemoRetirement } from '../features/auth/demo-retirement.ts';
import { GuessThrottle } from '../features/auth/guess-throttle.ts';
import { LoginThrottle } from '../features/auth/login-throttle.ts';
import { NewPassword } from '../features/auth/new-password.ts';
import { OwnerCheck } from '../features/auth/owner-check.ts';
import { registerNotify } from '../features/auth/notify-routes.ts';
import { PasskeyTokens } from '../features/auth/passkeys/passkey-tokens.ts';
import { type RelyingParty, relyingPartyOf } from '../features/auth/passkeys/relying-party.ts';
import { UserQueries } from '../features/auth/queries.ts';
import { RecoveryCodes } from '../features/auth/recovery-codes.ts';
import { Registration } from '../features/auth/registration.ts';
import { registerAuth } from '../features/auth/routes.ts';
import { demoIdsFor } from '../features/auth/secrets.ts';
import { SessionIssuer } from '../features/auth/session-issuer.ts';
import { SessionQueries } from '../features/auth/session-queries.ts';
import { SessionStore } from '../features/auth/session-store.ts';
import { SignIn } from '../features/auth/sign-in.ts';
import { UserEventQueries } from '../features/auth/user-event-queries.ts';
import { warnOwner } from '../features/auth/warn-owner.ts';
import type { AccountTerms } from '../features/auth/terms.ts';
import type { Calls } from '../http/calls.ts';
import { httpSmsSender } from '../messages/http-sms-sender.ts';
import type { MailLook } from '../messages/mail-layout.ts';
import type { MailTexts } from '../messages/mail-texts.ts';
import { Outbox } from '../messages/outbox.ts';
import { UserNotices } from '../messages/user-notices.ts';
import { smtpSender } from '../messages/smtp-sender.ts';
import type { Countries } from '../platform/countries.ts';
import type { SiteSettings } from '../platform/site-settings.ts';
import { Captchas } from '../security/captcha/captchas.ts';
import { Passwords } from '../security/passwords.ts';
import type { CoreDeps } from './deps.ts';
import { followEndedSessions } from './ended-sessions.ts';
import { type TakesMoney, isMailHeld, takesMoney } from './play-money.ts';
import { wakeOnSignal } from './jobs.ts';
import type { Part } from './lifecycle.ts';
import { openPasskeys } from './passkeys.ts';

/** Accounts, sign-in, and the outbox of mail and SMS. */
export interface Auth {
  readonly sessions: SessionStore;
  readonly outbox: Outbox;
  /** The house's look in mails. */
  readonly mailLook: () => MailLook;
  readonly notices: UserNotices;
  readonly ownerCheck: OwnerCheck;
  readonly closing: AccountClosing;
  /** Ends and deletes old sessions and links. */
  readonly upkeep: Part;
  /** Start it after trading takes commands. */
  readonly demoRetirement: DemoRetirement;
  /** The demo account created with an idempotency key, or undefined. */
  readonly demoAccountOf: (key: string) => Promise<number | undefined>;
  register(calls: Calls, recordFreeze: RecordFreeze): void;
}

interface AuthParts {
  /** Origin of the pages, for links in messages. */
  readonly origin: () => string;
  readonly mailTexts: MailTexts;
  /** Tells a user's devices of a request to remove the authenticator. */
  readonly tellReset: (user: number) => void;
}

/** Builds accounts and sign-in. Registers the calls later, because they need the sessions. */
export function openAuth(core: CoreDeps, { origin, mailTexts, tellReset }: AuthParts): Auth {
  const { config, clock, lifecycle, log, database, secrets, countries, trading, settings, limits, signals, jobs } =
    core;
  const db = database.kysely;
  const terms = termsOf(settings, countries, takesMoney({ config }));
  const users = new UserQueries(db);
  const recovery = new RecoveryCodes(db, secrets);
  const sessionQueries = new SessionQueries(db);
  const sessions = new SessionStore({
    queries: sessionQueries,
    clock,
    idleMs: () => settings.get('session_idle_hours') * HOUR_MS,
    log,
    ended: (ended) => signals.tell('sessions', JSON.stringify(ended)),
  });
  followEndedSessions(sessions, { lifecycle, log, signals });
  const passwords = new Passwords();
  const captchas = new Captchas(clock);
  const look = lookOf(settings, origin);
  const outbox = openOutbox({ config, clock, log, database, settings, signals, jobs }, { mailTexts, look });
  const freezeLinks: FreezeLinks = new FreezeLinks({ db, sessions, notices: () => notices, origin, clock, log });
  const notices = new UserNotices(outbox, (...owner) => freezeLinks.create(...owner));
  const quotas = new CodeQuotas({ users, sessions, sessionQueries });
  const codes = new Codes({ db, outbox, captchas, clock, quotas, perHour: config.limits.codesPerHour });
  const issuer = new SessionIssuer(trading, sessions);
  const throttle = new LoginThrottle(captchas, clock);
  const factor = { users, passwords, recovery, secrets, ...factorParts({ db, notices, outbox, clock }) };
  const relyingParty = (): RelyingParty | undefined => relyingPartyOf(origin(), config.origins);
  const closing = new AccountClosing({ db, trading, sessions, notices, outbox, clock });
  const factorResets = new FactorResetRequests({ db, passwords, throttle, notices, outbox, clock, tell: tellReset });
  const ownerCheck = new OwnerCheck({ ...factor, sessions: sessionQueries });
  return {
    sessions,
    outbox,
    mailLook: look,
    notices,
    closing,
    upkeep: both(sessions, freezeLinks),
    ownerCheck,
    demoRetirement: openDemoRetirement(core),
    demoAccountOf: async (key) => (await findDemo(users, demoIdsFor(key, secrets)))?.user.id,
    register: (calls, recordFreeze) => {
      registerNotify(calls, { codes, captchas, limits: limits.networks, terms });
      const signIn = new SignIn({ ...factor, issuer, throttle, factorResets, closing, sessions: sessionQueries });
      const passkeys = { ...factor, db, trading, signIn, notices, outbox, owner: ownerCheck, terms, relyingParty };
      openPasskeys(calls, passkeys);
      registerAuth(calls, {
        users,
        sessions,
        trading,
        demo: new DemoSignIn(users, issuer, limits.networks, secrets),
        signIn,
        registration: new Registration({ db, passwords, issuer, throttle, terms, clock }),
        newPassword: new NewPassword({ db, passwords, sessions, issuer, throttle, outbox, terms, clock }),
        authenticator: new Authenticator({ ...factor, db, terms, factorResets, notices, outbox }),
        factorResets,
        countries,
        owner: ownerCheck,
        events: new UserEventQueries(db),
        clock,
        freezeLinks,
        recordFreeze,
      });
    },
  };
}

/** Judges of second factors and passwords, and the warning about a failed guess. */
function factorParts({ db, clock, ...told }: Parameters<typeof warnOwner>[0]) {
  return {
    passkeyCodes: new PasskeyTokens(db),
    clock,
    warn: warnOwner({ db, clock, ...told }),
    codeGuesses: new GuessThrottle(clock),
    passwordGuesses: new GuessThrottle(clock),
  };
}

function both(one: Part, other: Part): Part {
  return {
    start: async () => {
      await one.start();
      await other.start();
    },
    stop: async () => {
      await other.stop();
      await one.stop();
    },
  };
}

/** A server behind a proxy does not know its own address, and never takes it from a request that an attacker wrote. */
function warnOfLinks({ messages, siteOrigin, separateApi }: CoreDeps['config'], log: CoreDeps['log']): void {
  const sends = messages.smtpUrl !== undefined || messages.smsUrl !== undefined;
  if (sends && siteOrigin === undefined && separateApi === undefined)
    log.warn('links in messages name this machine; set FAIRLOT_SITE_ORIGIN to the address that users see');
}

type OutboxParts = Pick<CoreDeps, 'config' | 'clock' | 'log' | 'database' | 'settings' | 'signals' | 'jobs'>;

function openOutbox(
  { config, clock, log, database, settings, signals, jobs }: OutboxParts,
  { mailTexts, look }: { readonly mailTexts: MailTexts; readonly look: () => MailLook },
): Outbox {
  warnOfLinks(config, log);
  const { messages } = config;
  const outbox = new Outbox({
    db: database.kysely,
    clock,
    log,
    texts: mailTexts,
    siteTitle: () => settings.get('site_title'),
    logsTexts: isMailHeld(config),
    onWaiting: () => signals.tell('work', 'outbox'),
    mail:
      messages.smtpUrl === undefined
        ? undefined
        : smtpSender(messages.smtpUrl, messages.mailFrom, messages.smtpNeedsTls, look),
    sms: messages.smsUrl === undefined ? undefined : httpSmsSender(messages.smsUrl, messages.smsToken),
  });
  wakeOnSignal('outbox', outbox, { jobs, signals });
  return outbox;
}

/** The look of mails, with the settings in force when it is asked for. */
function lookOf(settings: SiteSettings, origin: () => string): () => MailLook {
  return () => ({ site: settings.get('site_title'), colour: settings.get('brand_colour'), origin: origin() });
}

function termsOf(settings: SiteSettings, countries: Countries, isMoneyTaken: TakesMoney): AccountTerms {
  return {
    takesMoney: isMoneyTaken,
    siteTitle: () => settings.get('site_title'),
    statementMail: () => (settings.get('statement_mail') ? 'active' : 'off'),
    isExcluded: (country) => settings.get('excluded_countries').includes(country),
    offers: (type) =>
      mayRegister(registrationMode(settings.get('verify_reg_type')), type, settings.get('is_show_mobile')),
    countryOfAddress: (address) => countries.codeOf(address),
  };
}

function openDemoRetirement({ database, trading, clock, marketClock, log }: CoreDeps): DemoRetirement {
  const queries = new DemoRetirementQueries(database.kysely);
  return new DemoRetirement({ queries, trading, clock, isClockOff: () => marketClock.offMs !== undefined, log });
}
