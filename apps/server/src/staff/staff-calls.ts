import {
  OFFICE_BACKGROUND,
  OFFICE_HEADER,
  PAGE_SIZE,
  type StaffCall,
  type StaffListCall,
  type StaffPage,
} from '@fairlot/contract';
import { MINUTE_MS } from '@fairlot/domain';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { type Answer, refuse } from '../http/answer.ts';
import type { FileContent } from '../http/file-content.ts';
import { parseInput } from '../http/input.ts';
import type { CallRequest, Pipeline } from '../http/pipeline.ts';
import type { FreePlace } from '../http/place-counter.ts';
import type { Repeats } from '../http/repeats.ts';
import type { AnswerHeaders } from '../http/send-answer.ts';
import { TableFile } from '../http/table-file.ts';
import type { UploadPlaces } from '../http/upload-places.ts';
import type { Clock } from '../platform/clock.ts';
import { ReadQueue } from '../platform/read-queue.ts';
import { RecentMap } from '../platform/recent-map.ts';
import type { PersonKeys } from '../security/secrets/person-keys.ts';
import { type About, AuditTrail } from './audit-trail.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { type ListSlice, exportList } from './list-export.ts';
import { gate, isForeign, mayExport, officeCookie, officeToken } from './staff-gate.ts';
import type { StaffSession, StaffSessions } from './staff-session.ts';

/** The request as an office handler sees it, apart from its input. */
export interface OfficeContext extends Pick<CallRequest, 'language' | 'key' | 'address' | 'agent' | 'actor'> {
  /** Completes the audit entry. */
  readonly about: (about: About) => void;
  /** Writes the audit entry before the deed of a visitor's call, once its handler knows the member of staff. */
  readonly record: (about: About) => Promise<void>;
  /** The session of the cookie that came with the request. */
  readonly session: StaffSession | undefined;
  /** Sets the session cookie, or deletes it. */
  readonly keepToken: (token: string | undefined) => void;
}

/** The context of a call that needs a staff session. */
export interface StaffContext extends OfficeContext {
  readonly staff: StaffSession;
}

type Output<O extends z.ZodMiniType> = z.input<O> | FileContent;
type Handler<I extends z.ZodMiniType, O extends z.ZodMiniType, C> = (
  input: z.output<I>,
  context: C,
) => Promise<Answer<Output<O>>> | Answer<Output<O>>;
type ListHandler<I extends z.ZodMiniType, R extends z.ZodMiniType> = (
  input: z.output<I>,
  slice: ListSlice,
  context: StaffContext,
) => Promise<Answer<StaffPage<z.input<R>>>>;
type Run = (
  input: unknown,
  context: OfficeContext,
  session: StaffSession | undefined,
) => Promise<Answer<unknown>> | Answer<unknown>;

export interface StaffCallsDeps {
  readonly sessions: StaffSessions;
  readonly audit: AuditLog;
  /** Seals personal inputs in the audit log. */
  readonly keys: PersonKeys;
  readonly clock: Clock;
  readonly repeats: Repeats;
  readonly places: UploadPlaces;
  /** True when the cookie is sent by https only, however a request came here. */
  readonly secureCookie: boolean;
}

/** Repeated views of the same data within this time leave one audit entry. */
const SAME_VIEW_MS = 10 * MINUTE_MS;
const VIEWS_REMEMBERED = 2000;

const HEADERS: AnswerHeaders = {
  cacheControl: 'no-store',
  vary: 'lang, cookie',
  fileVary: 'lang, cookie',
  compresses: false,
};

/** Registers the contract's staff calls: session, role, origin, rate limit and audit log. */
export class StaffCalls {
  readonly #pipeline: Pipeline;
  readonly #deps: StaffCallsDeps;
  /** Time of the last audit entry per view. */
  readonly #views = new RecentMap<string, number>(VIEWS_REMEMBERED);

  /** Searches and lists. A screen of the office asks for several at a time. */
  readonly #lists = new ReadQueue({ atOnce: 4, mostWaiting: 100, mostOfCaller: 16 });
  /** Whole lists as files, which take up to a hundred thousand rows of memory. */
  readonly #exports = new ReadQueue({ atOnce: 1, mostWaiting: 8, mostOfCaller: 1 });

  constructor(pipeline: Pipeline, deps: StaffCallsDeps) {
    this.#pipeline = pipeline;
    this.#deps = deps;
  }

  /** Registers a call that needs no session. */
  forVisitor<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    call: StaffCall<I, O>,
    handler: Handler<I, O, OfficeContext>,
  ): void {
    if (call.roles !== 'visitor') throw new Error(`${call.path} is not for visitors`);
    if (call.changesState && call.idempotency === undefined)
      throw new Error(`${call.path} changes state for visitors and does not say how it honours idempotency keys`);
    this.#register(call, (input, context) => handler(input as z.output<I>, context));
  }

  /** Registers a call of staff. The contract defines the roles. */
  forStaff<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    call: StaffCall<I, O>,
    handler: Handler<I, O, StaffContext>,
  ): void {
    if (call.roles === 'visitor') throw new Error(`${call.path} is for visitors`);
    this.#register(call, (input, context, staff) =>
      staff === undefined ? refuse('session_invalid') : handler(input as z.output<I>, { ...context, staff }),
    );
  }

  /** Registers a list: a page of it as JSON, or all of it as a CSV file. */
  forList<I extends z.ZodMiniType, R extends z.ZodMiniType>(
    call: StaffListCall<I, R>,
    handler: ListHandler<I, R>,
  ): void {
    this.#register(call, (input, context, staff) => {
      if (staff === undefined) return refuse('session_invalid');
      const { page, format } = input as { readonly page: number; readonly format: 'json' | 'csv' };
      if (format === 'csv' && !mayExport(call, staff)) return refuse('staff_role_required');
      const read = (slice: ListSlice): Promise<Answer<StaffPage<z.input<R>>>> =>
        handler(input as z.output<I>, slice, { ...context, staff });
      const slice = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
      return format === 'csv'
        ? this.#exports.run(staff.staff, () => exportList(call, read, this.#deps.clock()))
        : this.#lists.run(staff.staff, () => read(slice));
    });
  }

  #register(call: StaffCall, run: Run): void {
    this.#pipeline.register({
      methods: call.methods,
      path: call.path,
      bodyBytes: call.bodyBytes,
      admit: call.bodyBytes === undefined ? undefined : (request) => this.#admit(request),
      takesFile: false,
      needsKey: true,
      honoursKey: call.changesState && call.idempotency !== 'none',
      headers: HEADERS,
      isUnintended: ({ method, headers }) => isForeign(method, headers),
      run: async (incoming) => {
        if (!this.#pipeline.takeFrom(incoming.address)) return refuse('too_many_requests');
        const session = await this.#sessionOf(incoming.request);
        if (session !== undefined) incoming.actor.staff = session.staff;
        return this.#audited(call, incoming, session, run);
      },
    });
  }

  /** Before a large body is read: checks the session, and takes a place for the body. */
  async #admit(request: FastifyRequest): Promise<FreePlace | Answer<never>> {
    if (!this.#pipeline.takeFrom(request.ip)) return refuse('too_many_requests');
    const session = await this.#sessionOf(request);
    // The attempt of a colleague without the role leaves an entry later, like that of any other call.
    if (session === undefined) return refuse('session_invalid');
    return this.#deps.places.take(`staff ${session.staff}`, request.ip, request.raw);
  }

  async #sessionOf(request: FastifyRequest): Promise<StaffSession | undefined> {
    const { headers } = request;
    const token = officeToken(headers, this.#isSecure(request));
    if (token === undefined) return undefined;
    return this.#deps.sessions.find(token, headers[OFFICE_HEADER] !== OFFICE_BACKGROUND);
  }

  #isSecure({ protocol }: FastifyRequest): boolean {
    return this.#deps.secureCookie || protocol === 'https';
  }

  async #audited(
    call: StaffCall,
    incoming: CallRequest,
    session: StaffSession | undefined,
    run: Run,
  ): Promise<Answer<unknown>> {
    const trail = new AuditTrail(this.#deps, call, incoming.address, session);
    const barred = gate(call, session);
    if (barred !== undefined) {
      // An attempt without the role leaves an entry; one without a session does not.
      if (barred === 'staff_role_required') await trail.end(barred);
      return refuse(barred);
    }
    const input = parseInput(call, incoming.request);
    if (!input.ok) return input;
    trail.takes(input.data);
    const { user_id: user } = input.data as { readonly user_id?: unknown };
    if (call.changesState && typeof user === 'number') incoming.actor.user = user;
    const recorded = call.changesState && call.roles !== 'visitor';
    if (recorded) await trail.begin();
    // An internal failure is also an outcome and belongs in the audit log.
    const context = contextOf(incoming, trail, session, this.#isSecure(incoming.request));
    const work = () => run(input.data, context, session);
    const caller = session === undefined ? undefined : `staff ${session.staff}`;
    const answer = await this.#pipeline.guard(call.path, () =>
      this.#deps.repeats.once(call, incoming, caller, input.data, work),
    );
    const exported = answer.ok && answer.data instanceof TableFile ? answer.data : undefined;
    if (exported !== undefined) trail.exports(input.data, exported.rows);
    const viewed =
      call.personal === true && (exported !== undefined || !this.#isSameView(call, input.data, session, answer));
    if (recorded || viewed || call.roles === 'visitor' || exported !== undefined)
      await trail.end(answer.ok ? 'ok' : answer.reason);
    return answer;
  }

  /**
   * True when this session viewed the same data recently: a polling screen leaves one entry, not one every few seconds.
   */
  #isSameView(call: StaffCall, input: unknown, session: StaffSession | undefined, answer: Answer<unknown>): boolean {
    if (!answer.ok) return false;
    const view = `${session?.id ?? 0} ${call.path} ${JSON.stringify(input)}`;
    const now = this.#deps.clock();
    const before = this.#views.get(view);
    if (before !== undefined && now - before < SAME_VIEW_MS) return true;
    this.#views.set(view, now);
    return false;
  }
}

function contextOf(
  { reply, language, key, address, agent, actor }: CallRequest,
  trail: AuditTrail,
  session: StaffSession | undefined,
  isSecure: boolean,
): OfficeContext {
  return {
    language,
    key,
    address,
    agent,
    actor,
    session,
    about: (about) => trail.about(about),
    record: (about) => {
      trail.about(about);
      return trail.begin();
    },
    keepToken: (token) => void reply.header('set-cookie', officeCookie(token, isSecure)),
  };
}
