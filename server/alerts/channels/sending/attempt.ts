import type { DeliveryAttempt } from '../../../../src/contract/wire/alerts/alert-channel.ts'
import type { Outgoing } from '../../../outgoing/outgoing.ts'
import { OutgoingFailure } from '../../../outgoing/outgoing-failure.ts'
import type { OutgoingResponse } from '../../../outgoing/outgoing-request.ts'
import type { alertChannels, alertDeliveries } from '../../../store/schema.ts'
import { type ChannelSecrets, signatureOf } from '../channel-secrets.ts'
import { bodyOf } from '../formats/body-of.ts'
import type { AttemptResult } from './next-attempt.ts'

export type ChannelRow = typeof alertChannels.$inferSelect
export type DeliveryRow = typeof alertDeliveries.$inferSelect

export interface AttemptOptions {
  outgoing: Pick<Outgoing, 'request'>
  secrets: ChannelSecrets
  now: () => number
}

export type Attempted = AttemptResult & Pick<DeliveryAttempt, 'durationMs' | 'error' | 'response'> & { startedAt: Date }

const SHOWN_BYTES = 1024

/** Sends a message once. Resolves with the result, whatever it is. */
export async function attempt(
  { outgoing, secrets, now }: AttemptOptions,
  channel: ChannelRow,
  delivery: Pick<DeliveryRow, 'id' | 'message' | 'createdAt'>,
  signal?: AbortSignal,
): Promise<Attempted> {
  const startedAt = new Date(now())
  const url = secrets.openUrl(channel)
  const common = { startedAt, durationMs: 0, response: '', retryAfter: undefined }
  if (url === undefined)
    return { ...common, status: null, isRejected: true, error: 'The URL cannot be read any more. Enter it again.' }
  const body = bodyOf(channel.type, delivery.message, delivery.createdAt)
  const began = performance.now()
  try {
    const received = await outgoing.request({
      url,
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      secretHeaders:
        channel.type === 'webhook'
          ? signed(secrets.signingSecrets(channel, startedAt), delivery.id, startedAt, body)
          : {},
      ...(signal && { signal }),
    })
    const retryAfter = received.headers['retry-after']
    return {
      ...common,
      durationMs: Math.round(performance.now() - began),
      status: received.status,
      isRejected: false,
      error: errorOf(received),
      response: textOf(received),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    const durationMs = Math.round(performance.now() - began)
    return { ...common, durationMs, status: null, isRejected: error.kind === 'rejected', error: error.message }
  }
}

function signed(secrets: readonly string[], deliveryId: string, at: Date, body: string): Record<string, string> {
  const id = `msg_${deliveryId}`
  const timestamp = Math.floor(at.getTime() / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secrets, id, timestamp, body),
  }
}

function errorOf({ status, headers }: OutgoingResponse): string {
  if (status >= 200 && status < 300) return ''
  if (status >= 300 && status < 400) {
    const target = typeof headers.location === 'string' ? URL.parse(headers.location) : null
    const to = target ? ` to ${target.origin}` : ''
    return `The receiver redirects${to}. Messages follow no redirect: enter the final URL.`
  }
  return `The receiver responded with status ${status}.`
}

/** The beginning of a body as text, without characters that the database cannot store. */
const textOf = ({ body, headers }: OutgoingResponse): string =>
  headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity'
    ? body
        .subarray(0, SHOWN_BYTES)
        .toString('utf8')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
        .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd')
    : `(${body.length} bytes, compressed)`
