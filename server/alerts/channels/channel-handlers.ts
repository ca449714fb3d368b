import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { asc, eq } from 'drizzle-orm'
import type { alertChannelCalls } from '../../../src/contract/calls/settings/alert-channel-calls.ts'
import type { ChannelId } from '../../../src/contract/wire/alerts/alert-ids.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { requireFreeName } from '../../kinds/require-free-name.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import { outgoingUrl, portOf } from '../../outgoing/outgoing-url.ts'
import type { Db } from '../../store/connection.ts'
import { alertChannels } from '../../store/schema.ts'
import { changeChannel, dueIfWaiting, findChannel, lockChannel, lockOrganizationOf } from './channel-rows.ts'
import { type ChannelSecrets, newSigningSecret, ROTATION_HOURS, shownUrlOf } from './channel-secrets.ts'
import { channelWire } from './channel-wire.ts'

const MAX_PER_ORGANIZATION = 50
const HOUR_MS = 3_600_000

export interface ChannelHandlerOptions {
  db: Db
  secrets: ChannelSecrets
  outgoing: Pick<Outgoing, 'permittedAddresses'>
  now: () => number
}

type ChannelCall =
  | 'createAlertChannel'
  | 'readAlertChannels'
  | 'readAlertChannel'
  | 'updateAlertChannel'
  | 'rotateChannelSecret'
  | 'deleteAlertChannel'

export const channelHandlers = ({
  db,
  secrets,
  outgoing,
  now,
}: ChannelHandlerOptions): Pick<Handlers<keyof typeof alertChannelCalls>, ChannelCall> => ({
  async createAlertChannel(context) {
    const { input, scope, settle } = context
    const { organizationId } = scopeOf(scope)
    const { name, type } = input
    const url = await permittedUrl(outgoing, input.url)
    return db.transaction(async (tx) => {
      await lockOrganizationOf(tx, organizationId)
      if ((await tx.$count(alertChannels, eq(alertChannels.organizationId, organizationId))) >= MAX_PER_ORGANIZATION)
        throw fieldError('name', `An organisation can have at most ${MAX_PER_ORGANIZATION} channels. Delete one first.`)
      await requireFreeName(tx, { ...inOrganization(organizationId), name })
      const id = randomUUID() as ChannelId // A new id, branded here.
      const secret = type === 'webhook' ? newSigningSecret() : null
      const [row] = await tx
        .insert(alertChannels)
        .values({
          id,
          organizationId,
          name,
          type,
          url: secrets.sealUrl(id, url.href),
          shownUrl: shownUrlOf(type, url),
          secret: secret === null ? null : secrets.sealSecret(id, secret),
        })
        .returning()
      const alertChannel = channelWire(row)
      await publishOrganizationEvents(tx, organizationId, { kind: 'alertChannelCreated', row: alertChannel })
      const after = { type, url: alertChannel.shownUrl }
      await writeAudit(tx, context, { organizationId, action: 'alertChannel.created', target: name, after })
      await settle?.(tx, { alertChannel, secret })
      return { alertChannel, secret }
    })
  },

  readAlertChannels: async ({ scope }) => {
    const rows = await db
      .select()
      .from(alertChannels)
      .where(eq(alertChannels.organizationId, scopeOf(scope).organizationId))
      .orderBy(asc(alertChannels.name))
      .limit(MAX_PER_ORGANIZATION)
    return { alertChannels: rows.map(channelWire) }
  },

  readAlertChannel: async ({ input }) => ({ alertChannel: channelWire(await findChannel(db, input.id)) }),

  async updateAlertChannel(context) {
    const { id, name, isEnabled } = context.input
    const url = context.input.url === undefined ? undefined : await permittedUrl(outgoing, context.input.url)
    return db.transaction(async (tx) => {
      const before = await lockChannel(tx, id)
      const { organizationId, type } = before
      if (name !== undefined) await requireFreeName(tx, { ...inOrganization(organizationId), name, except: id })
      const isStarting = isEnabled === true && !before.isEnabled
      const row = await changeChannel(tx, before, {
        ...(name !== undefined && { name }),
        ...(url && { url: secrets.sealUrl(id, url.href), shownUrl: shownUrlOf(type, url) }),
        ...(isEnabled !== undefined && { isEnabled, problem: '' }),
        // A receiver that was corrected gets what waits at once.
        ...((isStarting || url) && {
          failingSince: null,
          nextAttemptAt: await dueIfWaiting(tx, id, new Date(now())),
        }),
      })
      const shown = (of: typeof row) => ({ name: of.name, url: of.shownUrl, isEnabled: of.isEnabled })
      await writeAudit(tx, context, {
        organizationId,
        action: 'alertChannel.changed',
        target: row.name,
        before: shown(before),
        after: shown(row),
      })
      return { alertChannel: channelWire(row) }
    })
  },

  rotateChannelSecret: (context) =>
    db.transaction(async (tx) => {
      const before = await lockChannel(tx, context.input.id)
      const { id, organizationId, name, type } = before
      if (type !== 'webhook') throw new ApiError('invalid', { message: 'Only webhooks have a signing secret.' })
      const secret = newSigningSecret()
      const row = await changeChannel(tx, before, {
        secret: secrets.sealSecret(id, secret),
        previousSecret: before.secret,
        previousSecretUntil: new Date(now() + ROTATION_HOURS * HOUR_MS),
      })
      await writeAudit(tx, context, { organizationId, action: 'alertChannel.secretRotated', target: name })
      return { alertChannel: channelWire(row), secret }
    }),

  deleteAlertChannel: (context) =>
    db.transaction(async (tx) => {
      const { id, organizationId, name } = await lockChannel(tx, context.input.id)
      await tx.delete(alertChannels).where(eq(alertChannels.id, id))
      await publishOrganizationEvents(tx, organizationId, { kind: 'alertChannelRemoved', id })
      await writeAudit(tx, context, { organizationId, action: 'alertChannel.deleted', target: name })
      return { message: 'The channel was deleted' }
    }),
})

/** Rejects URLs that can never work. Names are resolved with each message only. */
async function permittedUrl(outgoing: Pick<Outgoing, 'permittedAddresses'>, text: string): Promise<URL> {
  try {
    const url = outgoingUrl(text)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 || host === 'localhost') await outgoing.permittedAddresses(host, portOf(url))
    return url
  } catch (error) {
    throw fieldError('url', error instanceof Error ? error.message : 'Not valid.')
  }
}

const inOrganization = (id: OrganizationId) => ({
  table: alertChannels,
  within: eq(alertChannels.organizationId, id),
  noun: 'channel',
})
