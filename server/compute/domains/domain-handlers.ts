import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { domainCalls } from '../../../src/contract/calls/compute/domain-calls.ts'
import type { DomainId } from '../../../src/contract/wire/domains/domain.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Db } from '../../store/connection.ts'
import { domainCertificates, domains } from '../../store/schema.ts'
import { lockForChange } from '../deployments/changes/lock-for-change.ts'
import { notifyInstance } from '../instances/publish-instance.ts'
import type { DomainOptions } from './domain-options.ts'
import { parseDomainName, type ResolvedNames, typeLabel } from './names/domain-name.ts'
import { recordDomainEvent } from './rows/domain-events.ts'
import { changeDomain, lockDomain, notifyCertificate, readCertificateRow, readDomainRow } from './rows/domain-rows.ts'
import { domainWire } from './rows/domain-wire.ts'
import { verifyDomain } from './verify/verify-domain.ts'

const MAX_PER_INSTANCE = 100
/** Repeated presses cost one round of questions. */
const MIN_BETWEEN_CHECKS_MS = 2000

const CLAIMED_HERE = 'This instance has this domain already.'
const CLAIMED_ELSEWHERE = 'Another instance of this organisation has this domain. Move it from there.'

type DomainHandlers = Omit<
  Handlers<keyof typeof domainCalls>,
  'uploadCertificate' | 'deleteCertificate' | 'readDomains'
>

export const domainHandlers = (options: DomainOptions): DomainHandlers => {
  const { db, config, ownHosts, targets, now } = options
  return {
    async readDomain({ input }) {
      const row = await readDomainRow(db, input.id)
      if (!row) throw new ApiError('notFound')
      return { domain: domainWire(row, await readCertificateRow(db, row.id), targets.current) }
    },

    createDomain: (context) =>
      db.transaction(async (tx) => {
        const { input, scope, settle } = context
        const { organizationId } = scopeOf(scope)
        const { id: instanceId, type, containerPort } = input
        const parsed = parseDomainName(type, input.name, { ownHosts, resolves: resolvedNames(config) })
        if ('error' in parsed) throw fieldError('name', parsed.error)
        const { name } = parsed.domain
        await lockForChange(tx, { id: instanceId, organizationId })
        if ((await tx.$count(domains, eq(domains.instanceId, instanceId))) >= MAX_PER_INSTANCE)
          throw fieldError('name', `An instance can have at most ${MAX_PER_INSTANCE} domains. Remove one first.`)
        const [claimed] = await tx
          .select({ instanceId: domains.instanceId })
          .from(domains)
          .where(and(eq(domains.organizationId, organizationId), eq(domains.name, name)))
        if (claimed) throw fieldError('name', claimed.instanceId === instanceId ? CLAIMED_HERE : CLAIMED_ELSEWHERE)
        const [row] = await tx
          .insert(domains)
          .values({
            id: randomUUID() as DomainId, // A new id, branded here.
            organizationId,
            instanceId,
            type,
            name,
            containerPort,
            proof: randomBytes(16).toString('hex'),
            nextCheckAt: new Date(now()),
          })
          .returning()
        if (!row) throw new Error('The domain was not inserted')
        await recordDomainEvent(tx, row, 'domainAdded', requireUser(context.caller).userId)
        const domain = domainWire(row, undefined, targets.current)
        await publishOrganizationEvents(tx, organizationId, { kind: 'domainCreated', row: domain })
        await writeAudit(tx, context, { organizationId, action: 'domain.created', target: name, after: { type } })
        const response = { message: `${typeLabel(type)} created successfully`, domain }
        await settle?.(tx, response)
        return response
      }),

    updateDomain: (context) =>
      db.transaction(async (tx) => {
        const { input, scope } = context
        const { organizationId } = scopeOf(scope)
        const { id, domainId, containerPort, redirectToHttps, hstsSeconds, instanceId } = input
        const isMoved = instanceId !== undefined && instanceId !== id
        // Both instances, in the same order as everywhere.
        for (const each of isMoved ? [id, instanceId].sort() : [id])
          await lockForChange(tx, { id: each, organizationId })
        const before = await lockDomain(tx, { id, domainId })
        if (isMoved && (await tx.$count(domains, eq(domains.instanceId, instanceId))) >= MAX_PER_INSTANCE)
          throw fieldError('instanceId', `That instance has ${MAX_PER_INSTANCE} domains already.`)
        const settings = {
          // A port of the former instance means nothing to the new one.
          containerPort: containerPort === undefined ? (isMoved ? null : before.containerPort) : containerPort,
          redirectToHttps: redirectToHttps ?? before.redirectToHttps,
          hstsSeconds: hstsSeconds ?? before.hstsSeconds,
        }
        if (isMoved) {
          const { userId } = requireUser(context.caller)
          await recordDomainEvent(tx, before, 'domainRemoved', userId)
          await recordDomainEvent(tx, { ...before, instanceId }, 'domainAdded', userId)
          await notifyInstance(tx, id)
        }
        const domain = await changeDomain(tx, domainId, targets.current, {
          ...settings,
          ...(isMoved && { instanceId }),
        })
        await writeAudit(tx, context, {
          organizationId,
          action: 'domain.updated',
          target: before.name,
          before: { instanceId: id },
          after: { ...settings, instanceId: domain.instanceId },
        })
        return { message: `${typeLabel(before.type)} updated successfully`, domain }
      }),

    deleteDomain: (context) =>
      db.transaction(async (tx) => {
        const row = await lockDomain(tx, { id: context.input.id, domainId: context.input.domainId })
        const { organizationId, id, name, type, instanceId } = row
        await recordDomainEvent(tx, row, 'domainRemoved', requireUser(context.caller).userId)
        await tx.delete(domains).where(eq(domains.id, id))
        await notifyInstance(tx, instanceId)
        await notifyCertificate(tx, id)
        await publishOrganizationEvents(tx, organizationId, { kind: 'domainRemoved', id })
        await writeAudit(tx, context, { organizationId, action: 'domain.deleted', target: name })
        return { message: `${typeLabel(type)} removed successfully` }
      }),

    async verifyDomain({ input: { id, domainId } }) {
      const row = await readDomainRow(db, domainId)
      if (!row || row.instanceId !== id) throw new ApiError('notFound')
      const isRecent = row.checkedAt !== null && now() - row.checkedAt.getTime() < MIN_BETWEEN_CHECKS_MS
      const checked = isRecent ? undefined : await verifyDomain(options, domainId)
      return { domain: checked ?? domainWire(row, await readCertificateRow(db, domainId), targets.current) }
    },

    async readCdnRecords({ input }) {
      await targets.refresh()
      const { cname, addresses } = targets.current
      const recordIpv4V2 = addresses.find((address) => !address.includes(':')) ?? ''
      return { projectId: input.id, cdnRecord: { recordIpv4V2, recordCnameV2: cname } }
    },
  }
}

export const resolvedNames = ({ handshakeResolvers, ensResolvers }: DomainOptions['config']): ResolvedNames => ({
  handshake: handshakeResolvers.length > 0,
  ens: ensResolvers.length > 0,
})

/** Reads the domains of an instance by name. */
export const readDomainsOf = (db: Db, instanceId: (typeof domains.$inferSelect)['instanceId']) =>
  db
    .select({ row: domains, certificate: domainCertificates })
    .from(domains)
    .leftJoin(domainCertificates, eq(domainCertificates.domainId, domains.id))
    .where(eq(domains.instanceId, instanceId))
    .orderBy(asc(domains.name))
    .limit(MAX_PER_INSTANCE)
