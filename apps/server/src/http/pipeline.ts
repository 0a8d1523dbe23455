import { IDEMPOTENCY_HEADER } from '@fairlot/contract';
import { isExpiredKey } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OverloadedError } from '../platform/concurrency-limit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Tracing } from '../platform/tracing.ts';
import { NotReadyError } from '../platform/not-ready-error.ts';
import type { Actor, CallOutcome } from '../security/security-log.ts';
import { isLocalRequest } from './addresses.ts';
import { type Answer, done, refuse } from './answer.ts';
import { isDatabaseBusy } from './database-busy.ts';
import type { NetworkBudgets } from './network-budgets.ts';
import { acceptFiles } from './receive-file.ts';
import { agentOf, idempotencyKey, languageOf } from './request.ts';
import { type AnswerHeaders, sendAnswer } from './send-answer.ts';

/** A request that has passed the checks common to all calls. */
export interface CallRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly language: LanguageCode;
  /** Idempotency key; empty when the route needs none. */
  readonly key: string;
  /** True when the client sent the key, and so may repeat the request. */
  readonly isKeyed: boolean;
  readonly address: string;
  /** True when the request comes straight from this machine or a private network. */
  readonly isLocal: boolean;
  /** The client's User-Agent, truncated to a readable length. */
  readonly agent: string;
  /** The caller, for the security log; sessions and handlers complete it. */
  readonly actor: Actor;
}

/** One call on the HTTP server: the settings in which client and staff calls differ. */
export interface Route {
  readonly methods: readonly string[];
  readonly path: string;
  readonly bodyBytes?: number | undefined;
  /** The body is a file that the handler reads from the request. */
  readonly takesFile: boolean;
  readonly needsKey: boolean;
  /** The same key never changes anything twice, so a key that is too old to be sure of is refused. */
  readonly honoursKey: boolean;
  readonly headers: AnswerHeaders;
  /** Judges a request before its body is read: a refusal, or a function to call when it has been answered. */
  readonly admit?: ((request: FastifyRequest) => Promise<(() => void) | Answer<never>>) | undefined;
  /** True when a request may change state without its sender's intention (request.ts). */
  isUnintended(request: FastifyRequest): boolean;
  /** The call decides by the engine's memory, and waits for the tables itself before it reads them. */
  readonly skipsTables?: boolean | undefined;
  run(call: CallRequest): Promise<Answer<unknown>>;
}

export interface PipelineDeps {
  /** Visitors, and requests whose session must be looked up. */
  readonly limits: Pick<NetworkBudgets<'visit'>, 'take'>;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly log: Log;
  /** The wall clock, which keys with a time are compared with. */
  readonly clock: Clock;
  /** True while the server takes calls. */
  readonly isReady: () => boolean;
  /** Waits until this process may answer. Throws NotReadyError while another one may have taken over its work. */
  readonly mayAnswer?: (() => Promise<void>) | undefined;
  /** Resolves when the tables have all that was committed before, so that no answer contradicts an earlier one. */
  readonly written?: () => Promise<void>;
  /** Told of every answer, for the security log. */
  readonly answered?: (outcome: CallOutcome) => void;
}

/**
 * The pipeline of every call, of clients and staff: readiness, intention, idempotency key, handler, metrics, envelope.
 */
export class Pipeline {
  readonly #app: FastifyInstance;
  readonly #deps: PipelineDeps;

  constructor(app: FastifyInstance, deps: PipelineDeps) {
    this.#app = app;
    this.#deps = deps;
  }

  /** Registers a call. */
  register(route: Route): void {
    if (!route.takesFile) return this.#register(route, this.#app);
    // A separate scope, so that no other call accepts a multipart body.
    void this.#app.register(async (scope) => {
      await acceptFiles(scope);
      this.#register(route, scope);
    });
    return undefined;
  }

  /** Takes a call from the budget of an address's network; false when none is left. */
  takeFrom(address: string): boolean {
    return this.#deps.limits.take('visit', address);
  }

  /** Runs a part of a call. Turns overload and internal failures into answers. */
  async guard<T>(path: string, run: () => Promise<Answer<T>> | Answer<T>): Promise<Answer<T>> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof OverloadedError) {
        this.#deps.metrics.limitHit('waiting_work');
        return refuse('overloaded');
      }
      if (isDatabaseBusy(error)) {
        this.#deps.metrics.limitHit('database_time');
        this.#deps.log.warn({ err: error, call: path }, 'a call took too long in the database and was refused');
        return refuse('overloaded');
      }
      if (error instanceof NotReadyError) return refuse('not_ready');
      this.#deps.log.error({ err: error, call: path }, 'a call failed');
      return refuse('internal');
    }
  }

  #register(route: Route, app: FastifyInstance): void {
    app.route({
      method: [...route.methods],
      url: route.path,
      ...(route.bodyBytes === undefined ? {} : { bodyLimit: route.bodyBytes }),
      ...(route.admit === undefined ? {} : { onRequest: this.#admission(route, route.admit) }),
      handler: async (request, reply) => {
        const startedAt = process.hrtime.bigint();
        const actor: Actor = {};
        const answer = await this.#traced(route, () => this.#answer(route, request, reply, actor));
        this.#note(route.path, request, answer, actor, startedAt);
        // Closes the connection, so that the rest of a refused upload is not read.
        if (route.takesFile && !answer.ok) void reply.header('connection', 'close');
        return sendAnswer(request, reply, answer, route.headers);
      },
    });
  }

  /** Runs a call in a span, if it is traced. */
  async #traced(route: Route, run: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
    const { tracing } = this.#deps;
    const span = tracing?.begin('call', { 'http.route': route.path });
    if (tracing === undefined || span === undefined) return run();
    const answer = await tracing.within(span, run);
    span.end({ 'fairlot.reason': answer.ok ? 'ok' : answer.reason });
    return answer;
  }

  /** Tells the metrics and the security log of an answer. */
  #note(call: string, request: FastifyRequest, answer: Answer<unknown>, actor: Actor, startedAt: bigint): void {
    const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
    const reason = answer.ok ? 'ok' : answer.reason;
    this.#deps.metrics.calls.observe({ call, reason }, seconds);
    this.#deps.answered?.({ call, reason, address: request.ip, agent: agentOf(request.headers), actor });
  }

  #admission(route: Route, admit: NonNullable<Route['admit']>) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const startedAt = process.hrtime.bigint();
      let finish: (() => void) | undefined;
      const answer = await this.guard(route.path, async () => {
        await this.#deps.mayAnswer?.();
        const admitted = this.#deps.isReady() ? await admit(request) : refuse('not_ready');
        if (typeof admitted !== 'function') return admitted;
        finish = admitted;
        return done({});
      });
      if (finish === undefined) {
        this.#note(route.path, request, answer, {}, startedAt);
        return sendAnswer(request, reply.header('connection', 'close'), answer, route.headers);
      }
      if (reply.raw.closed) finish();
      else reply.raw.once('close', finish);
      return undefined;
    };
  }

  async #answer(route: Route, request: FastifyRequest, reply: FastifyReply, actor: Actor): Promise<Answer<unknown>> {
    if (!this.#deps.isReady()) return refuse('not_ready');
    if (route.isUnintended(request)) return refuse('state_change_refused');
    const { headers, ip: address } = request;
    const key = route.needsKey ? idempotencyKey(headers) : '';
    if (key === undefined) return refuse('idempotency_key_invalid');
    if (route.honoursKey && isExpiredKey(key, this.#deps.clock())) return refuse('key_expired');
    const [language, agent, isKeyed] = [languageOf(headers), agentOf(headers), IDEMPOTENCY_HEADER in headers];
    const isLocal = isLocalRequest(request.raw);
    return this.guard(route.path, async () => {
      await this.#deps.mayAnswer?.();
      if (route.skipsTables !== true) await this.#deps.written?.();
      return route.run({ request, reply, language, key, isKeyed, address, isLocal, agent, actor });
    });
  }
}
