import type { StaffCall } from '@fairlot/contract';
import type { PersonKeys, TextKey } from '../security/secrets/person-keys.ts';
import type { AuditEntry, AuditLog } from './audit/audit-log.ts';
import { mayBePersonal } from './audit/personal-input.ts';
import type { StaffSession } from './staff-session.ts';

/** Maximum characters of an input in an audit entry. Long texts, such as news, are stored elsewhere. */
const MAX_INPUT = 2000;
const MAX_SUBJECT = 80;
/** Kinds of subjects whose number is that of a user. */
const PEOPLE: ReadonlySet<string> = new Set(['user', 'ranking_name']);
const SECRETS = new Set(['password', 'new_password', 'token', 'secret']);
/** Codes of an authenticator. Codes of instruments and currencies are not secret. */
const ONE_TIME_CODE = /^\d{6}$/;

/** The subject of a call that only its handler knows. */
export interface About {
  readonly subject?: string | undefined;
  readonly user?: number | undefined;
  /** The member of staff, when the call itself established the identity. */
  readonly staff?: { readonly id: number; readonly name: string } | undefined;
}

/** The audit entries of one call. */
export class AuditTrail {
  readonly #log: AuditLog;
  readonly #call: StaffCall;
  readonly #address: string;
  readonly #session: StaffSession | undefined;
  readonly #keys: PersonKeys;
  #input = '{}';
  #isPersonal = false;
  /** The input as it was stored first; its key, if its person was not known then. */
  #stored: { readonly input: string; readonly key?: TextKey } | undefined;
  #subject: string | undefined;
  #user: number | undefined;
  #by: About['staff'];
  #asked: number | undefined;

  constructor(
    { audit, keys }: { readonly audit: AuditLog; readonly keys: PersonKeys },
    call: StaffCall,
    address: string,
    session: StaffSession | undefined,
  ) {
    this.#log = audit;
    this.#keys = keys;
    this.#call = call;
    this.#address = address;
    this.#session = session;
  }

  /** Sets the input. The subject is read from the field that the contract names, if any. */
  takes(input: unknown): void {
    this.#input = summary(input);
    this.#isPersonal = mayBePersonal(this.#action, input);
    const { subject } = this.#call;
    const value =
      subject === undefined || typeof input !== 'object' || input === null
        ? undefined
        : (input as Record<string, unknown>)[subject.field];
    if (subject === undefined || (typeof value !== 'string' && typeof value !== 'number')) return;
    this.#subject = `${subject.kind} ${String(value)
      .slice(0, MAX_SUBJECT)
      .replaceAll(/\p{Cc}/gu, '')}`;
    if (PEOPLE.has(subject.kind) && typeof value === 'number') this.#user = value;
  }

  /** Adds the number of rows that leave the house to the input. Only before the first entry. */
  exports(input: unknown, rows: number): void {
    this.#input = summary({ ...(input as object), exported_rows: rows });
  }

  about({ subject, user, staff }: About): void {
    this.#subject = subject ?? this.#subject;
    this.#user = user ?? this.#user;
    this.#by = staff ?? this.#by;
  }

  /** Writes an entry before a change is tried, so that no change happens without one. Does nothing a second time. */
  async begin(): Promise<void> {
    if (this.#asked !== undefined) return;
    this.#asked = await this.#log.append(await this.#entry('asked', null, null));
  }

  /**
   * Writes the outcome before the answer is sent. A visitor's call leaves an entry only when the staff member is known.
   */
  async end(outcome: string): Promise<void> {
    if (this.#asked !== undefined) await this.#log.append(await this.#entry('answered', this.#asked, outcome));
    else if (this.#session !== undefined || this.#by !== undefined)
      await this.#log.append(await this.#entry('event', null, outcome));
  }

  get #action(): string {
    return this.#call.path.replace('/office/api/', '');
  }

  async #entry(phase: AuditEntry['phase'], of: number | null, outcome: string | null): Promise<AuditEntry> {
    return {
      phase,
      of,
      outcome,
      // A visitor's call is by the colleague that it names, not by the owner of a session in the same browser.
      staffId: this.#by?.id ?? this.#session?.staff ?? null,
      staffName: this.#by?.name ?? this.#session?.name ?? '',
      address: this.#address,
      action: this.#action,
      subject: this.#subject ?? null,
      userId: this.#user ?? null,
      input: this.#isPersonal ? await this.#sealedInput() : this.#input,
    };
  }

  /** Seals the input for its person. If the person becomes known after the first entry, its key is tied to the person. */
  async #sealedInput(): Promise<string> {
    if (this.#stored !== undefined) {
      const { input, key } = this.#stored;
      if (key !== undefined && this.#user !== undefined) await this.#keys.tie(key, this.#user);
      return input;
    }
    const ofPerson = this.#user === undefined ? undefined : await this.#keys.seal(this.#user, this.#input);
    if (ofPerson !== undefined) this.#stored = { input: ofPerson };
    else {
      const { sealed, key } = await this.#keys.sealAlone(this.#input);
      this.#stored = { input: sealed, key };
    }
    return this.#stored.input;
  }
}

function summary(input: unknown): string {
  const text = JSON.stringify(input, (key, value: unknown) => {
    if (SECRETS.has(key) || (key === 'code' && typeof value === 'string' && ONE_TIME_CODE.test(value)))
      return '[secret]';
    return typeof value === 'bigint' ? String(value) : value;
  });
  return text.length <= MAX_INPUT ? text : `${text.slice(0, MAX_INPUT)}…`;
}
