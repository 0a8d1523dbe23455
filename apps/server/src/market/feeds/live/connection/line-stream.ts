import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { faultOfError, faultOfStatus, wrongAnswer, type Fault } from './fault.ts';
import { LineSplitter } from './line-splitter.ts';
import type { LinkEvents, Transport } from './link.ts';
import type { Timers } from './timers.ts';

/** Settings of an HTTP answer without end, of which each line is a message. */
export interface LineStreamOptions {
  /** Read for each connection. Contains no secret: proxies log addresses. */
  readonly url: () => string;
  readonly headers: Readonly<Record<string, string>>;
  /** The longest line in characters. */
  readonly maxLineLength: number;
  /** For dates in Retry-After, and the time in which a refusal is read. */
  readonly timers: Pick<Timers, 'now' | 'after'>;
}

/** The beginning of an error's body that is read for its words, and the longest wait for it. */
const WORDS_LIMIT = 512;
const WORDS_MS = 1_000;

/**
 * A transport by an HTTP answer of lines. Redirects are not followed and nothing is unpacked. A line is delivered when
 * its end has arrived; the rest of a connection that was cut is dropped.
 */
export function lineStreamTransport(options: LineStreamOptions): Transport {
  return (events) => {
    let isDone = false;
    const once: LinkEvents = {
      ...events,
      ended: (fault) => {
        if (isDone) return;
        isDone = true;
        request.destroy();
        events.ended(fault);
      },
    };
    const url = new URL(options.url());
    const begin = url.protocol === 'https:' ? httpsRequest : httpRequest;
    // A connection of its own: a pooled one could be half open already.
    const request = begin(url, {
      agent: false,
      headers: { ...options.headers, 'accept-encoding': 'identity' },
    });
    listen(request, once, options);
    request.end();
    return {
      send: nothing,
      ping: nothing,
      close: () => {
        isDone = true;
        request.removeAllListeners('response');
        request.destroy();
      },
    };
  };
}

function listen(request: ClientRequest, events: LinkEvents, options: LineStreamOptions): void {
  let isOpen = false;
  // Stays for good: destroying a request emits an error.
  request.on('error', (error) => events.ended(faultOfError(error, isOpen)));
  request.on('response', (response) => {
    const refusal = refusalOf(response, options.timers.now());
    if (refusal !== undefined) return readWords(response, options.timers, (words) => events.ended(refusal(words)));
    response.on('error', (error) => events.ended(faultOfError(error, true)));
    response.on('close', () => events.ended(closed()));
    isOpen = true;
    events.opened();
    return readLines(response, events, options.maxLineLength);
  });
}

/** The fault of an answer that is no stream, given the words of its body. */
function refusalOf(response: IncomingMessage, now: number): ((words: string) => Fault) | undefined {
  const status = response.statusCode ?? 0;
  if (status !== 200) return (words) => faultOfStatus(status, response.headers, now, words);
  const type = response.headers['content-type'] ?? '';
  if (/^\s*text\/html/i.test(type)) return () => wrongAnswer('a page of HTML instead of data');
  const encoding = response.headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? undefined : () => wrongAnswer(`content-encoding ${encoding}`);
}

/**
 * Reads the words of a refusal. Its status holds however the body ends: a page that is cut or drip-fed must not turn a
 * wrong token into a lost connection, which is tried again at once.
 */
function readWords(
  response: IncomingMessage,
  timers: LineStreamOptions['timers'],
  done: (words: string) => void,
): void {
  let words = '';
  const tell = (): void => {
    cancel();
    done(words.slice(0, WORDS_LIMIT));
  };
  const cancel = timers.after(WORDS_MS, tell);
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    words += part;
    if (words.length >= WORDS_LIMIT) tell();
  });
  response.on('error', tell);
  response.on('close', tell);
}

function readLines(response: IncomingMessage, events: LinkEvents, maxLineLength: number): void {
  const splitter = new LineSplitter(maxLineLength);
  response.on('data', (part: Buffer) => {
    const lines = splitter.push(part);
    if (lines === undefined) events.ended(wrongAnswer('line too long'));
    else for (const line of lines) events.received(line);
  });
}

function closed(): Fault {
  return { phase: 'connecting', reason: 'connection_closed', detail: 'the source ended the stream' };
}

function nothing(): void {
  // A stream only delivers.
}
