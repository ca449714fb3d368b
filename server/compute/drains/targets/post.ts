import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { singleLine } from '../../../../src/rules/single-line.ts'
import type { Outgoing } from '../../../outgoing/outgoing.ts'
import { OutgoingFailure } from '../../../outgoing/outgoing-failure.ts'
import { retryAfterMs } from './retry-after.ts'
import type { SendResult } from './target.ts'

export interface Post {
  url: string
  contentType: string
  headers: Readonly<Record<string, string>>
  gzip: boolean
  body: string
  signal: AbortSignal
}

const limits = { connectMs: 10_000, headersMs: 30_000, totalMs: 40_000, bodyBytes: 4096 }
const SHOWN_CHARACTERS = 200
/** A wrong address or credentials are about all lines, and a user mends them: nothing is dropped because of them. */
const ABOUT_ALL_LINES = new Set([401, 402, 403, 404, 405, 407, 410, 421, 426, 451])
const LATER = new Set([408, 409, 423, 425, 429])

const compressed = promisify(gzip)

/** Sends one request, and returns what its status says about the lines in it. */
export async function post(outgoing: Pick<Outgoing, 'request'>, given: Post): Promise<SendResult> {
  try {
    const { url, contentType, headers, signal } = given
    const response = await outgoing.request({
      url,
      method: 'POST',
      headers: { 'content-type': contentType, ...(given.gzip && { 'content-encoding': 'gzip' }) },
      secretHeaders: headers,
      body: given.gzip ? await compressed(given.body, { level: 1 }) : given.body,
      limits,
      signal,
      keepAlive: true,
    })
    const { status } = response
    const excerpt = singleLine(response.body.toString().replace(/[^\P{Cc}\n\r]/gu, '')).slice(0, SHOWN_CHARACTERS)
    const reply = `The target answered with status ${status}${excerpt === '' ? '.' : `: ${excerpt}`}`
    const later = retryAfterMs(response.headers['retry-after'], Date.now())
    if (status >= 200 && status < 300) return { kind: 'sent', reply }
    if (status === 413) return { kind: 'tooLarge', error: reply }
    if (status >= 400 && status < 500 && !ABOUT_ALL_LINES.has(status) && !LATER.has(status))
      return { kind: 'refused', error: reply }
    return { kind: 'failed', error: reply, afterMs: later }
  } catch (error) {
    given.signal.throwIfAborted()
    return { kind: 'failed', error: failureText(error) }
  }
}

/** Only failures that describe themselves to users are shown. */
export const failureText = (error: unknown): string =>
  error instanceof OutgoingFailure ? error.message : 'The target could not be reached.'
