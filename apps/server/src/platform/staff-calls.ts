import type { StaffCall, StaffListCall, StaffPage } from '@fairlot/contract';
import { OFFICE_BACKGROUND, OFFICE_HEADER, PAGE_SIZE } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { addressGroup } from './addresses.ts';
import type { Answer } from './answer.ts';
import { refuse } from './answer.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { Clock } from './clock.ts';
import { csvOf } from './csv.ts';
import { answerBody, statusOf } from './envelope.ts';
import { FileContent, sendFile } from './file-content.ts';
import { languageOf } from './language.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { RecentMap } from './recent-map.ts';
import { idempotencyKey } from './request.ts';
import { gate, isForeign, officeCookie, officeToken } from './staff-gate.ts';
import type { StaffSession, StaffSessions } from './staff-session.ts';
import { StaffTrail } from './staff-trail.ts';
import type { About } from './staff-trail.ts';
import { zeroIn } from './storable.ts';
import type { TokenBuckets } from './token-bucket.ts';
import { TooBusyError } from './turns.ts';

/** What a handler of the office knows of the request beside its input. */
export interface OfficeContext {
  readonly language: LanguageCode;
  /** Idempotency key of a state-changing call. */
  readonly key: string;
  readonly address: string;
  readonly agent: string;
  /** Completes the audit entry. */
  readonly about: (about: About) => void;
  /** Keeps a session's token in the browser, or takes it away. */
  readonly keepToken: (token: string | undefined) => void;
}

export interface StaffContext extends OfficeContext {
  readonly staff: StaffSession;
}

/** The part of a list that is asked for. */
export interface ListSlice {
  readonly offset: number;
  readonly limit: number;
}

type Handler<I extends z.ZodMiniType, O extends z.ZodMiniType, C> = (
  input: z.output<I>,
  context: C,
) => Promise<Answer<z.input<O> | FileContent>> | Answer<z.input<O> | FileContent>;
type ListHandler<I extends z.ZodMiniType, R extends z.ZodMiniType> = (
  input: z.output<I>,
  slice: ListSlice,
  context: StaffContext,
) => Promise<Answer<StaffPage<z.input<R>>>>;

export interface StaffCallTools {
  readonly sessions: StaffSessions;
  readonly audit: AuditLog;
  /** Of visitors by address, of staff by person. */
  readonly limits: TokenBuckets;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly isReady: () => boolean;
  readonly clock: Clock;
}

/** The same session that is shown the same within this time has looked once. */
const SAME_LOOK_MS = 10 * 60_000;
const LOOKS_REMEMBERED = 2000;
/** Rows of one file. More are refused: the filters are there to narrow it down. */
const MAX_EXPORT = 100_000;
const EXPORT_CHUNK = 1000;

interface File {
  readonly name: string;
  readonly text: string;
}
type Result = Answer<unknown> | File;
type Run = (input: unknown, context: OfficeContext, session: StaffSession | undefined) => Promise<Result> | Result;

/** Puts the contract's staff calls on the HTTP server: session, role, origin, rate, and the audit log, for all of them alike. */
export class StaffCalls {
  private readonly app: FastifyInstance;
  private readonly tools: StaffCallTools;
  /** When a session was last recorded to have been shown something. */
  private readonly looks = new RecentMap<string, number>(LOOKS_REMEMBERED);

  constructor(app: FastifyInstance, tools: StaffCallTools) {
    this.app = app;
    this.tools = tools;
  }

  /** A call for which nobody has to be signed in. */
  forVisitor<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    call: StaffCall<I, O>,
    handler: Handler<I, O, OfficeContext>,
  ): void {
    if (call.roles !== 'visitor') throw new Error(`${call.path} is not for visitors`);
    this.register(call, (input, context) => handler(input as z.output<I>, context));
  }

  /** A call of staff; the contract says with which roles. */
  forStaff<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    call: StaffCall<I, O>,
    handler: Handler<I, O, StaffContext>,
  ): void {
    if (call.roles === 'visitor') throw new Error(`${call.path} is for visitors`);
    this.register(call, (input, context, staff) =>
      staff === undefined ? refuse('session_invalid') : handler(input as z.output<I>, { ...context, staff }),
    );
  }

  /** A list: a page of it as JSON, or the whole of it as a CSV file. */
  forList<I extends z.ZodMiniType, R extends z.ZodMiniType>(
    call: StaffListCall<I, R>,
    handler: ListHandler<I, R>,
  ): void {
    this.register(call, (input, context, staff) => {
      if (staff === undefined) return refuse('session_invalid');
      const { page, format } = input as { readonly page: number; readonly format: 'json' | 'csv' };
      const read = (slice: ListSlice): Promise<Answer<StaffPage<z.input<R>>>> =>
        handler(input as z.output<I>, slice, { ...context, staff });
      return format === 'csv' ? exported(call, read) : read({ offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE });
    });
  }

  private register(call: StaffCall, run: Run): void {
    this.app.route({
      method: [...call.methods],
      url: call.path,
      ...(call.bodyBytes === undefined ? {} : { bodyLimit: call.bodyBytes }),
      handler: async (request, reply) => {
        const startedAt = process.hrtime.bigint();
        const result = await this.guarded(call, request, reply, run);
        const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
        this.tools.metrics.calls.observe({ call: call.path, reason: outcomeOf(result) }, seconds);
        return send(request, reply, result);
      },
    });
  }

  private async guarded(call: StaffCall, request: FastifyRequest, reply: FastifyReply, run: Run): Promise<Result> {
    if (!this.tools.isReady()) return refuse('not_ready');
    if (isForeign(request.method, request.headers)) return refuse('state_change_refused');
    const key = idempotencyKey(request.headers);
    if (!key.ok) return refuse('idempotency_key_invalid');
    try {
      const token = officeToken(request.headers);
      if (!this.tools.limits.take(addressGroup(request.ip))) return refuse('too_many_requests');
      const session =
        token === undefined
          ? undefined
          : await this.tools.sessions.find(token, request.headers[OFFICE_HEADER] !== OFFICE_BACKGROUND);
      return await this.audited(call, { request, reply, key: key.key, session }, run);
    } catch (error) {
      this.tools.log.error({ err: error, call: call.path }, 'a staff call failed');
      return refuse('internal');
    }
  }

  private async audited(call: StaffCall, asked: Asked, run: Run): Promise<Result> {
    const { request, session } = asked;
    const trail = new StaffTrail(this.tools.audit, call, request.ip, session);
    const barred = gate(call, session);
    if (barred !== undefined) {
      // A try at what one may not do is worth an entry; that somebody is not signed in is not.
      if (barred === 'staff_role_required') await trail.end(barred);
      return refuse(barred);
    }
    const parsed = call.input.safeParse(
      request.method === 'GET' ? { ...(request.query as object), ...(request.params as object) } : (request.body ?? {}),
    );
    if (!parsed.success) return badInput(parsed.error.issues[0]?.path.join('.'));
    const zero = zeroIn(parsed.data);
    if (zero !== undefined) return badInput(zero);
    trail.takes(parsed.data);
    const recorded = call.changesState && call.roles !== 'visitor';
    if (recorded) await trail.begin();
    const result = await this.attempt(call, () => run(parsed.data, contextOf(asked, trail), session));
    const looked = call.personal === true && !this.isSameLook(call, parsed.data, session, result);
    if (recorded || looked || call.roles === 'visitor' || 'text' in result) await trail.end(outcomeOf(result));
    return result;
  }

  /** Whether this session was shown the same just now: a screen that asks again by itself is one look, not one every few seconds. */
  private isSameLook(call: StaffCall, input: unknown, session: StaffSession | undefined, result: Result): boolean {
    if ('text' in result || !result.ok) return false;
    const look = `${session?.id ?? 0} ${call.path} ${JSON.stringify(input)}`;
    const now = this.tools.clock();
    const before = this.looks.get(look);
    if (before !== undefined && now - before < SAME_LOOK_MS) return true;
    this.looks.set(look, now);
    return false;
  }

  /** A failure of ours is an outcome too, and belongs into the audit log. */
  private async attempt(call: StaffCall, run: () => Promise<Result> | Result): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof TooBusyError) return refuse('overloaded');
      this.tools.log.error({ err: error, call: call.path }, 'a staff call failed');
      return refuse('internal');
    }
  }
}

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly key: string;
  readonly session: StaffSession | undefined;
}

function contextOf({ request, reply, key }: Asked, trail: StaffTrail): OfficeContext {
  return {
    language: languageOf(request.headers['lang']),
    key,
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    about: (about) => trail.about(about),
    keepToken: (token) => void reply.header('set-cookie', officeCookie(token, request.protocol === 'https')),
  };
}

function badInput(field = ''): Answer<never> {
  return refuse('bad_request', field === '' ? undefined : { field });
}

function outcomeOf(result: Result): string {
  return 'text' in result || result.ok ? 'ok' : result.reason;
}

/** Reads a whole list, chunk by chunk, into a file. Its columns are the fields of the contract's row. */
async function exported<R>(
  call: StaffListCall,
  read: (slice: ListSlice) => Promise<Answer<StaffPage<R>>>,
): Promise<Result> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (;;) {
    const answer = await read({ offset: rows.length, limit: EXPORT_CHUNK });
    if (!answer.ok) return answer;
    if (answer.data.total > MAX_EXPORT)
      return refuse('export_too_large', { most: String(MAX_EXPORT), rows: String(answer.data.total) });
    rows.push(...(answer.data.list as readonly Readonly<Record<string, unknown>>[]));
    if (answer.data.list.length < EXPORT_CHUNK) break;
  }
  const { row } = call;
  const names = row instanceof z.ZodMiniObject ? Object.keys(row.def.shape) : Object.keys(rows[0] ?? {});
  return { name: `${call.path.replace('/office/api/', '').replaceAll('/', '-')}.csv`, text: csvOf(rows, names) };
}

function send(request: FastifyRequest, reply: FastifyReply, result: Result): FastifyReply {
  void reply.header('cache-control', 'no-store').header('vary', 'lang, cookie');
  if ('text' in result) {
    // Spreadsheets read UTF-8 only where the file says so in its first bytes.
    return reply
      .header('content-disposition', `attachment; filename="${result.name}"`)
      .type('text/csv; charset=utf-8')
      .send(`\uFEFF${result.text}`);
  }
  if (result.ok && result.data instanceof FileContent) return sendFile(reply, result.data);
  const { content } = answerBody(result, languageOf(request.headers['lang']), false);
  return reply
    .code(result.ok ? 200 : statusOf(result.reason))
    .type('application/json; charset=utf-8')
    .send(content);
}
