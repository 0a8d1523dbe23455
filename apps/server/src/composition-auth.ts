import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { Authenticator } from './features/auth/authenticator.ts';
import { Codes } from './features/auth/codes.ts';
import { DemoSignIn } from './features/auth/demo.ts';
import { Entrance } from './features/auth/entrance.ts';
import { Gate } from './features/auth/gate.ts';
import { NewPassword } from './features/auth/new-password.ts';
import { registerNotify } from './features/auth/notify-routes.ts';
import { UserQueries } from './features/auth/queries.ts';
import { RecoveryCodes } from './features/auth/recovery-codes.ts';
import { Registration } from './features/auth/registration.ts';
import { registerAuth } from './features/auth/routes.ts';
import { demoIdFor } from './features/auth/secrets.ts';
import { SessionQueries } from './features/auth/session-queries.ts';
import { SessionStore } from './features/auth/session-store.ts';
import { SignIn } from './features/auth/sign-in.ts';
import type { AccountTerms } from './features/auth/terms.ts';
import type { Calls } from './platform/calls.ts';
import { Captchas } from './platform/captcha/captchas.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import { smtpSender } from './platform/mail/smtp.ts';
import { Outbox } from './platform/outbox/outbox.ts';
import { Passwords } from './platform/passwords.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import { secretHash } from './platform/secret.ts';
import type { SiteSettings } from './platform/site-settings.ts';
import { httpSmsSender } from './platform/sms/http-sms.ts';
import { TokenBuckets } from './platform/token-bucket.ts';
import type { TradingHost } from './trading/port.ts';

/** What accounts and signing in stand on. */
export interface AuthGround {
  readonly config: Pick<Config, 'limits' | 'messages'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly trading: TradingHost;
  readonly settings: SiteSettings;
}

/** Accounts and signing in, and the outbox through which everybody sends mail and SMS. */
export interface Auth {
  readonly sessions: SessionStore;
  readonly outbox: Outbox;
  /** The demo account that was made with an idempotency key; undefined when none was. */
  readonly demoAccountOf: (key: string) => Promise<number | undefined>;
  register(calls: Calls): void;
}

const CAPTCHAS_PER_SECOND = 0.5;
const CAPTCHAS_AT_ONCE = 30;

export function openAuth({ config, clock, log, database, secrets, trading, settings }: AuthGround): Auth {
  const db = database.kysely;
  const terms = termsOf(settings);
  const users = new UserQueries(db);
  const recovery = new RecoveryCodes(db);
  const sessions = new SessionStore(new SessionQueries(db), clock);
  const passwords = new Passwords();
  const captchas = new Captchas(clock);
  const outbox = openOutbox({ config, clock, log, database, settings });
  const codes = new Codes({ db, outbox, captchas, clock, perHour: config.limits.codesPerHour });
  const entrance = new Entrance(trading, sessions);
  const gate = new Gate(captchas, clock);
  const { demosPerHour } = config.limits;
  return {
    sessions,
    outbox,
    demoAccountOf: async (key) => (await users.byDemoHash(secretHash(demoIdFor(key))))?.id,
    register: (calls) => {
      registerNotify(calls, {
        codes,
        captchas,
        captchaLimit: new TokenBuckets(CAPTCHAS_PER_SECOND, CAPTCHAS_AT_ONCE, clock),
        terms,
      });
      registerAuth(calls, {
        users,
        sessions,
        trading,
        demo: new DemoSignIn(users, entrance, new TokenBuckets(demosPerHour / 3600, demosPerHour, clock)),
        signIn: new SignIn({ users, passwords, entrance, gate, recovery, secrets, clock }),
        registration: new Registration({ db, passwords, entrance, gate, terms, clock }),
        newPassword: new NewPassword({ db, passwords, sessions, entrance, gate, outbox, clock }),
        authenticator: new Authenticator({ db, users, recovery, passwords, terms, secrets, clock }),
      });
    },
  };
}

function openOutbox({
  config: { messages },
  clock,
  log,
  database,
  settings,
}: Omit<AuthGround, 'trading' | 'secrets'>): Outbox {
  return new Outbox({
    db: database.kysely,
    clock,
    log,
    siteTitle: () => settings.get('site_title'),
    mail: messages.smtpUrl === undefined ? undefined : smtpSender(messages.smtpUrl, messages.mailFrom),
    sms: messages.smsUrl === undefined ? undefined : httpSmsSender(messages.smsUrl, messages.smsToken),
  });
}

function termsOf(settings: SiteSettings): AccountTerms {
  return {
    siteTitle: () => settings.get('site_title'),
    isExcluded: (country) => settings.get('excluded_countries').includes(country),
    offers: (type) => (type === 'email' ? settings.get('verify_reg_type') !== 1 : settings.get('is_show_mobile')),
    // No database of addresses comes with the product: whoever has one answers here.
    countryOfAddress: () => undefined,
  };
}
