import type { StaffCall } from '@fairlot/contract';
import type { AuditEntry, AuditLog } from './audit/audit-log.ts';
import type { StaffSession } from './staff-session.ts';

/** Maximum characters of an input in an audit entry. Long texts, such as news, are stored elsewhere. */
const MAX_INPUT = 2000;
const MAX_SUBJECT = 80;
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
  #input = '{}';
  #subject: string | undefined;
  #user: number | undefined;
  #by: About['staff'];
  #asked: number | undefined;

  constructor(log: AuditLog, call: StaffCall, address: string, session: StaffSession | undefined) {
    this.#log = log;
    this.#call = call;
    this.#address = address;
    this.#session = session;
  }

  /** Sets the input. The subject is read from the field that the contract names, if any. */
  takes(input: unknown): void {
    this.#input = summary(input);
    const { subject } = this.#call;
    const value =
      subject === undefined || typeof input !== 'object' || input === null
        ? undefined
        : (input as Record<string, unknown>)[subject.field];
    if (subject === undefined || (typeof value !== 'string' && typeof value !== 'number')) return;
    this.#subject = `${subject.kind} ${String(value)
      .slice(0, MAX_SUBJECT)
      .replaceAll(/\p{Cc}/gu, '')}`;
    if (subject.kind === 'user' && typeof value === 'number') this.#user = value;
  }

  about({ subject, user, staff }: About): void {
    this.#subject = subject ?? this.#subject;
    this.#user = user ?? this.#user;
    this.#by = staff ?? this.#by;
  }

  /** Writes an entry before a change is tried, so that no change happens without one. */
  async begin(): Promise<void> {
    this.#asked = await this.#log.append(this.#entry('asked', null, null));
  }

  /**
   * Writes the outcome before the answer is sent. A visitor's call leaves an entry only when the staff member is known.
   */
  async end(outcome: string): Promise<void> {
    if (this.#asked !== undefined) await this.#log.append(this.#entry('answered', this.#asked, outcome));
    else if (this.#session !== undefined || this.#by !== undefined)
      await this.#log.append(this.#entry('event', null, outcome));
  }

  #entry(phase: AuditEntry['phase'], of: number | null, outcome: string | null): AuditEntry {
    return {
      phase,
      of,
      outcome,
      staffId: this.#session?.staff ?? this.#by?.id ?? null,
      staffName: this.#session?.name ?? this.#by?.name ?? '',
      address: this.#address,
      action: this.#call.path.replace('/office/api/', ''),
      subject: this.#subject ?? null,
      userId: this.#user ?? null,
      input: this.#input,
    };
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
