import type { Call } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { addressGroup } from './addresses.ts';
import type { Answer, PreparedJson } from './answer.ts';
import { refuse } from './answer.ts';
import { answerBody, statusOf } from './envelope.ts';
import { FileContent, sendFile } from './file-content.ts';
import { languageOf } from './language.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { agentOf, idempotencyKey, isUnwished, tokenOf } from './request.ts';
import type { Session, Sessions } from './session.ts';
import { zeroIn } from './storable.ts';
import type { TokenBuckets } from './token-bucket.ts';
import { TooBusyError } from './turns.ts';
import { acceptFiles } from './uploads/receive.ts';

/** What a handler knows of the request beside its input. */
export interface CallContext {
  readonly language: LanguageCode;
  /** Idempotency key of a state-changing call. */
  readonly key: string;
  readonly address: string;
  /** What the client calls itself, cut to a readable length. */
  readonly agent: string;
  readonly token: string | undefined;
  /** Cookie header as it came, for what the specification keeps in one. It signs nobody in. */
  readonly cookie: string | undefined;
}

export interface UserContext extends CallContext {
  readonly session: Session;
}

type Output<O extends z.ZodMiniType> = z.input<O> | PreparedJson | FileContent;
type Handler<I extends z.ZodMiniType, O extends z.ZodMiniType, C> = (
  input: z.output<I>,
  context: C,
) => Promise<Answer<Output<O>>> | Answer<Output<O>>;

export interface CallLimits {
  /** Of visitors by address, of users by account. */
  readonly calls: TokenBuckets;
  /** State-changing calls by account. */
  readonly orders: TokenBuckets;
}

export interface CallTools {
  readonly sessions: Sessions;
  readonly limits: CallLimits;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Whether the server takes calls now. */
  readonly isReady: () => boolean;
}

/** Puts the contract's calls on the HTTP server, with the rules that hold for all of them. */
export class Calls {
  private readonly app: FastifyInstance;
  private readonly tools: CallTools;

  constructor(app: FastifyInstance, tools: CallTools) {
    this.app = app;
    this.tools = tools;
  }

  /** A call that anybody may make. */
  forVisitor<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    call: Call<I, O>,
    handler: Handler<I, O, CallContext>,
  ): void {
    if (call.access !== 'visitor') throw new Error(`${call.path} is not for visitors`);
    this.register(call, async (request, context) => {
      if (!this.tools.limits.calls.take(addressGroup(context.address))) return refuse('too_many_requests');
      return this.withInput(call, request, (input) => handler(input, context));
    });
  }

  /** A call that needs a session. */
  forUser<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    call: Call<I, O>,
    handler: Handler<I, O, UserContext>,
  ): void {
    if (call.access === 'visitor') throw new Error(`${call.path} is for visitors`);
    this.register(call, (request, context) =>
      this.asUser(call, context, (user) => this.withInput(call, request, (input) => handler(input, user))),
    );
  }

  /** A call of a user whose body is a file. The handler reads it from the request when it is ready for it. */
  forUpload<O extends z.ZodMiniType>(
    call: Call<z.ZodMiniType, O>,
    handler: Handler<z.ZodMiniType<FastifyRequest>, O, UserContext>,
  ): void {
    if (call.access === 'visitor' || call.file === undefined) throw new Error(`${call.path} takes no files of users`);
    // In a scope of its own: nowhere else is a multipart body taken.
    void this.app.register(async (scope) => {
      await acceptFiles(scope);
      this.register(call, (request, context) => this.asUser(call, context, (user) => handler(request, user)), scope);
    });
  }

  private async asUser(
    call: Call,
    context: CallContext,
    run: (context: UserContext) => Promise<Answer<unknown>> | Answer<unknown>,
  ): Promise<Answer<unknown>> {
    const session = await this.sessionOf(context);
    if (session === undefined) return refuse('session_invalid');
    if (session === 'too_many_requests') return refuse(session);
    if (call.access === 'real' && session.kind !== 'real') return refuse('real_account_required');
    const limit = call.changesState ? this.tools.limits.orders : this.tools.limits.calls;
    return limit.take(session.account) ? run({ ...context, session }) : refuse('too_many_requests');
  }

  /** A token that memory does not know costs a query, so guessing at tokens counts against the address. */
  private async sessionOf(context: CallContext): Promise<Session | 'too_many_requests' | undefined> {
    if (context.token === undefined) return undefined;
    const known = this.tools.sessions.known(context.token);
    if (known !== undefined) return known;
    if (!this.tools.limits.calls.take(addressGroup(context.address))) return 'too_many_requests';
    return this.tools.sessions.find(context.token);
  }

  private withInput<I extends z.ZodMiniType, T>(
    call: Call<I>,
    request: FastifyRequest,
    run: (input: z.output<I>) => T,
  ): T | Answer<never> {
    const parsed = call.input.safeParse(given(request));
    const zero = parsed.success ? zeroIn(parsed.data) : undefined;
    if (parsed.success && zero === undefined) return run(parsed.data);
    const field = zero ?? parsed.error?.issues[0]?.path.join('.') ?? '';
    return refuse('bad_request', field === '' ? undefined : { field });
  }

  private register(
    call: Call,
    run: (request: FastifyRequest, context: CallContext) => Promise<Answer<unknown>>,
    app = this.app,
  ): void {
    app.route({
      method: [...call.methods],
      url: call.path,
      handler: async (request, reply) => {
        const startedAt = process.hrtime.bigint();
        const answer = await this.guarded(call, request, run);
        const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
        this.tools.metrics.calls.observe({ call: call.path, reason: answer.ok ? 'ok' : answer.reason }, seconds);
        return send(call, request, reply, answer);
      },
    });
  }

  private async guarded(
    call: Call,
    request: FastifyRequest,
    run: (request: FastifyRequest, context: CallContext) => Promise<Answer<unknown>>,
  ): Promise<Answer<unknown>> {
    if (!this.tools.isReady()) return refuse('not_ready');
    const headers = request.headers;
    if (call.changesState && isUnwished(request.method, headers)) return refuse('state_change_refused');
    const key = call.changesState ? idempotencyKey(headers) : { ok: true as const, key: '' };
    if (!key.ok) return refuse('idempotency_key_invalid');
    try {
      return await run(request, {
        language: languageOf(headers['lang']),
        key: key.key,
        address: request.ip,
        agent: agentOf(headers),
        token: tokenOf(headers),
        cookie: headers.cookie,
      });
    } catch (error) {
      if (error instanceof TooBusyError) return refuse('overloaded');
      this.tools.log.error({ err: error, call: call.path }, 'a call failed');
      return refuse('internal');
    }
  }
}

/** What a request gives as input. */
function given(request: FastifyRequest): unknown {
  return request.method === 'GET'
    ? { ...(request.query as object), ...(request.params as object) }
    : (request.body ?? {});
}

function send(call: Call, request: FastifyRequest, reply: FastifyReply, answer: Answer<unknown>): FastifyReply {
  if (answer.ok && answer.data instanceof FileContent)
    return sendFile(reply.header('vary', 'authorization'), answer.data);
  // Of a refused upload nothing more is read than what has come already.
  if (call.file !== undefined && !answer.ok) void reply.header('connection', 'close');
  const { content, encoding } = answerBody(
    answer,
    languageOf(request.headers['lang']),
    takesGzip(request.headers['accept-encoding']),
  );
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  // What belongs to one user, or may change at any moment, is nobody's to keep.
  void reply.header('cache-control', call.access === 'visitor' && !call.changesState ? 'no-cache' : 'no-store');
  void reply.header('vary', 'lang, authorization, accept-encoding').type('application/json; charset=utf-8');
  return reply.code(answer.ok ? 200 : statusOf(answer.reason)).send(content);
}

function takesGzip(header: string | readonly string[] | undefined): boolean {
  return typeof header === 'string' && /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(header);
}
