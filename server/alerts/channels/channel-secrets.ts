import { createHmac, randomBytes } from 'node:crypto'
import type { ChannelType } from '../../../src/contract/wire/alerts/alert-channel.ts'
import type { ChannelId } from '../../../src/contract/wire/alerts/alert-ids.ts'
import { createSeal } from '../../keys/seal.ts'
import type { alertChannels } from '../../store/schema.ts'

/** How long both secrets sign after a rotation. */
export const ROTATION_HOURS = 24

const SECRET_BYTES = 32
const PREFIX = 'whsec_'

type ChannelRow = typeof alertChannels.$inferSelect

export interface ChannelSecrets {
  sealUrl(id: ChannelId, url: string): Buffer
  sealSecret(id: ChannelId, secret: string): Buffer
  /** Undefined if the installation's secret has changed since. */
  openUrl(row: Pick<ChannelRow, 'id' | 'url'>): string | undefined
  /** The secrets that sign at a time, the newest first. */
  signingSecrets(row: ChannelRow, at: Date): string[]
}

export function createChannelSecrets(secret: string): ChannelSecrets {
  const urls = createSeal(secret, 'alert-channel-urls')
  const secrets = createSeal(secret, 'alert-channel-secrets')
  return {
    sealUrl: (id, url) => urls.seal(url, id),
    sealSecret: (id, plain) => secrets.seal(plain, id),
    openUrl: ({ id, url }) => urls.open(url, id),
    signingSecrets(row, at) {
      const isOverlap = row.previousSecretUntil !== null && row.previousSecretUntil > at
      return [row.secret, isOverlap ? row.previousSecret : null].flatMap((sealed) => {
        const plain = sealed && secrets.open(sealed, row.id)
        return plain ? [plain] : []
      })
    },
  }
}

/** In the form of Standard Webhooks, so that its libraries take it. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Returns the header `webhook-signature`: one signature for each secret. */
export const signatureOf = (secrets: readonly string[], id: string, timestamp: number, body: string): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')

/** The URL of a chat service is its credential; that of a webhook may have one in its query. */
export function shownUrlOf(type: ChannelType, url: URL): string {
  if (type !== 'webhook') return `${url.origin}/…`
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`
}
