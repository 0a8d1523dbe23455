import type { Call } from '@fairlot/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import type { Session, Sessions } from '../security/session.ts';
import type { TokenBuckets } from '../security/token-buckets.ts';
import { addressGroup } from './addresses.ts';
import { type Answer, type PreparedJson, refuse } from './answer.ts';
import type { FileContent } from './file-content.ts';
import { parseInput } from './input.ts';
import type { NetworkBudgets } from './network-budgets.ts';
import type { Origins } from './origins.ts';
import type { CallRequest, Pipeline } from './pipeline.ts';
import { isUnintended, tokenOf } from './request.ts';
import { type ReadQueues, readKindOf } from './read-kinds.ts';
import type { Repeats } from './repeats.ts';
import type { AnswerHeaders } from './send-answer.ts';
import { WRITE_KINDS, type WriteKind, writeKindOf } from './write-kinds.ts';

/** The request as a handler sees it, apart from its input. */
export interface CallContext extends Pick<
  CallRequest,
  'language' | 'key' | 'isKeyed' | 'address' | 'isLocal' | 'agent' | 'actor'
> {
  readonly token: string | undefined;
  /** The raw cookie header, for values that the specification stores in cookies. It never signs anybody in. */
  readonly cookie: string | undefined;
}

/** The context of a call that needs a session. */
export interface UserContext extends CallContext {
  readonly session: Session;
}

type Output<O extends z.ZodMiniType> = z.input<O> | PreparedJson | FileContent;
type Handler<I extends z.ZodMiniType, O extends z.ZodMiniType, C> = (
  input: z.output<I>,
  context: C,
) => Promise<Answer<Output<O>>> | Answer<Output<O>>;
type Work<C> = (context: C) => Promise<Answer<unknown>> | Answer<unknown>;

/** Kinds of work with a budget by network: state-changing calls, and other work that visitors can cause. */
export type NetworkKind =
  | WriteKind
  /** Calls of visitors, and look-ups of sessions. */
  | 'visit'
  | 'newDemo'
  /** State-changing calls of demo accounts, of which one network can open many. */
  | 'demoCommand'
  | 'captcha';

/** Rate limits of clients' calls. */
export interface CallLimits {
  /** By account. */
  readonly calls: Pick<TokenBuckets, 'take'>;
  /** State-changing calls, by account. */
  readonly orders: Pick<TokenBuckets, 'take'>;
  readonly networks: Pick<NetworkBudgets<NetworkKind>, 'take'>;
}

export interface CallsDeps {
  readonly sessions: Sessions;
  readonly limits: CallLimits;
  readonly reads: ReadQueues;
  readonly repeats: Repeats;
  readonly origins: Pick<Origins, 'isForeign'>;
}

/** Registers the contract's calls for clients, with their sessions and limits. */
export class Calls {
  readonly #pipeline: Pipeline;
  readonly #deps: CallsDeps;

  constructor(pipeline: Pipeline, deps: CallsDeps) {
    this.#pipeline = pipeline;
    this.#deps = deps;
  }

  /** Registers a call that needs no session. */
  forVisitor<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    call: Call<I, O>,
    handler: Handler<I, O, CallContext>,
  ): void {
    if (call.access !== 'visitor') throw new Error(`${call.path} is not for visitors`);
    if (call.changesState && call.idempotency === undefined)
      throw new Error(`${call.path} changes state for visitors and does not say how it honours idempotency keys`);
    this.#register(call, (request, context) => {
      if (!this.#pipeline.takeFrom(context.address)) return refuse('too_many_requests');
      const input = parseInput(call, request);
      if (!input.ok) return input;
      if (call.changesState && !this.#deps.limits.networks.take(writeKindOf(call), context.address))
        return refuse('too_many_requests');
      return this.#inTurn(call, addressGroup(context.address), () => handler(input.data, context));
    });
  }

  /** Registers a call of visitors whose answer depends on the account of a signed-in caller. */
  forAnyone<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    call: Call<I, O>,
    handler: Handler<I, O, CallContext & { readonly session: Session | undefined }>,
  ): void {
    this.forVisitor(call, async (input, context) => {
      const session = await this.#sessionOf(context);
      return session === 'too_many_requests' ? refuse(session) : handler(input, { session, ...context });
    });
  }

  /** Registers a call that needs a session. */
  forUser<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    call: Call<I, O>,
    handler: Handler<I, O, UserContext>,
  ): void {
    if (call.access === 'visitor') throw new Error(`${call.path} is for visitors`);
    this.#register(call, (request, context) =>
      this.#asUser(call, context, (user) => {
        const input = parseInput(call, request);
        if (!input.ok) return input;
        const caller = `user ${user.session.account}`;
        return this.#inTurn(call, user.session.account, () =>
          this.#deps.repeats.once(call, user, caller, input.data, () => handler(input.data, user)),
        );
      }),
    );
  }

  /** Registers a user's call whose body is a file. The handler reads the file from the request. */
  forUpload<O extends z.ZodMiniType>(
    call: Call<z.ZodMiniType, O>,
    handler: Handler<z.ZodMiniType<FastifyRequest>, O, UserContext>,
  ): void {
    if (call.access === 'visitor' || call.file === undefined) throw new Error(`${call.path} takes no files of users`);
    if (call.idempotency !== 'own') throw new Error(`${call.path} takes a file and does not keep its idempotency key`);
    this.#register(call, (request, context) => this.#asUser(call, context, (user) => handler(request, user)));
  }

  /** Runs an expensive read in its queue, other calls at once. */
  #inTurn(
    call: Call,
    caller: number | string,
    work: () => Promise<Answer<unknown>> | Answer<unknown>,
  ): Promise<Answer<unknown>> | Answer<unknown> {
    const kind = readKindOf(call);
    return kind === undefined ? work() : this.#deps.reads[kind].run(caller, async () => work());
  }

  async #asUser(call: Call, context: CallContext, work: Work<UserContext>): Promise<Answer<unknown>> {
    const session = await this.#sessionOf(context);
    if (session === undefined) return refuse('session_invalid');
    if (session === 'too_many_requests') return refuse(session);
    context.actor.user = session.account;
    if (call.access === 'real' && session.kind !== 'real') return refuse('real_account_required');
    return this.#allows(call, session, context.address) ? work({ session, ...context }) : refuse('too_many_requests');
  }

  #allows(call: Call, { account, kind }: Session, address: string): boolean {
    const { calls, orders, networks } = this.#deps.limits;
    if (!call.changesState) return calls.take(account);
    // The account's own limit comes first, so that one hasty account can't use up its network's budget.
    return (
      orders.take(account) &&
      networks.take(writeKindOf(call), address) &&
      (kind === 'real' || networks.take('demoCommand', address))
    );
  }

  /** A token that is not in memory costs a query, so guessing tokens counts against the address. */
  async #sessionOf({ token, address }: CallContext): Promise<Session | 'too_many_requests' | undefined> {
    if (token === undefined) return undefined;
    const known = this.#deps.sessions.known(token);
    if (known !== undefined) return known;
    return this.#pipeline.takeFrom(address) ? this.#deps.sessions.find(token) : 'too_many_requests';
  }

  /**
   * True when another site lets its visitors make a call that needs no session, from their addresses. Calls of users
   * need a header that such a page can't send.
   */
  #isMisused({ access }: Call, headers: FastifyRequest['headers']): boolean {
    return access === 'visitor' && this.#deps.origins.isForeign(headers);
  }

  #register(
    call: Call,
    run: (request: FastifyRequest, context: CallContext) => Promise<Answer<unknown>> | Answer<unknown>,
  ): void {
    this.#pipeline.register({
      methods: call.methods,
      path: call.path,
      takesFile: call.file !== undefined,
      skipsTables: WRITE_KINDS.get(call.path) === 'order',
      needsKey: call.changesState,
      honoursKey: call.changesState && call.idempotency !== 'none',
      headers: headersOf(call),
      isUnintended: ({ method, headers }) =>
        call.changesState && (isUnintended(method, headers) || this.#isMisused(call, headers)),
      run: async ({ request, language, key, isKeyed, address, isLocal, agent, actor }) =>
        run(request, {
          language,
          key,
          isKeyed,
          address,
          isLocal,
          agent,
          actor,
          token: tokenOf(request.headers),
          cookie: request.headers.cookie,
        }),
    });
  }
}

/** Caches must not store answers that belong to a user or change state. */
function headersOf(call: Call): AnswerHeaders {
  return {
    cacheControl: call.access === 'visitor' && !call.changesState ? 'no-cache' : 'no-store',
    // Origin: an answer to one origin allows no other to read it.
    vary: 'lang, authorization, accept-encoding, origin',
    fileVary: 'authorization, origin',
    compresses: true,
  };
}
