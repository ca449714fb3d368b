import type { domainCalls } from '../../../../src/contract/calls/compute/domain-calls.ts'
import { domainTypes } from '../../../../src/contract/wire/domains/domain.ts'
import { writeAudit } from '../../../audit/write-audit.ts'
import { ApiError } from '../../../http/api-error.ts'
import { fieldError } from '../../../http/field-error.ts'
import type { Handlers } from '../../../http/handler.ts'
import { requireUser } from '../../../http/require-user.ts'
import type { Seal } from '../../../keys/seal.ts'
import { readDomainsOf, resolvedNames } from '../domain-handlers.ts'
import type { DomainOptions } from '../domain-options.ts'
import { unavailableReason } from '../names/domain-name.ts'
import { changeDomain, lockDomain, readCertificateRow } from '../rows/domain-rows.ts'
import { domainWire } from '../rows/domain-wire.ts'
import { changeCertificate, nothing } from './certificate-rows.ts'
import { inspectCertificate } from './inspect-certificate.ts'

type Calls = Pick<typeof domainCalls, 'readDomains' | 'uploadCertificate' | 'deleteCertificate'>

export interface CertificateOptions extends DomainOptions {
  seal: Seal
}

export const certificateHandlers = (options: CertificateOptions): Handlers<keyof Calls> => {
  const { db, seal, targets, now, config } = options
  return {
    async readDomains({ input }) {
      await targets.refresh()
      const rows = await readDomainsOf(db, input.id)
      return {
        domains: rows.map(({ row, certificate }) => domainWire(row, certificate, targets.current)),
        https: httpsSupport(config),
        unavailableTypes: domainTypes.flatMap((type) => {
          const reason = unavailableReason(type, resolvedNames(config))
          return reason === undefined ? [] : [{ type, reason }]
        }),
      }
    },

    uploadCertificate: (context) =>
      db.transaction(async (tx) => {
        const { id, domainId, certificate, privateKey } = context.input
        const row = await lockDomain(tx, { id, domainId })
        const atMs = now()
        const found = inspectCertificate({ chain: certificate, key: privateKey }, row.name, atMs)
        if ('error' in found) throw fieldError(found.field, found.error)
        const { issuer, names, ...validity } = found.facts
        const columns = { ...nothing, chain: found.chain, sealedKey: seal.seal(found.key, domainId), issuer, names }
        const { userId } = requireUser(context.caller)
        await changeCertificate(tx, domainId, { kind: 'uploaded', atMs, validity }, columns, userId)
        const domain = await changeDomain(tx, domainId, targets.current)
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'domain.updated',
          target: row.name,
          after: { uploadedCertificate: issuer, expiresAt: domain.certificate.expiresAt },
        })
        return { message: 'Certificate uploaded', domain }
      }),

    deleteCertificate: (context) =>
      db.transaction(async (tx) => {
        const { id, domainId } = context.input
        const row = await lockDomain(tx, { id, domainId })
        const before = await readCertificateRow(tx, domainId)
        if (before?.source !== 'uploaded') throw new ApiError('notFound')
        const { userId } = requireUser(context.caller)
        await changeCertificate(tx, domainId, { kind: 'removed', atMs: now() }, nothing, userId)
        const domain = await changeDomain(tx, domainId, targets.current)
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'domain.updated',
          target: row.name,
          before: { uploadedCertificate: before.issuer },
          after: { uploadedCertificate: null },
        })
        return { message: 'Certificate removed', domain }
      }),
  }
}

const httpsSupport = ({ httpsPort, acme }: DomainOptions['config']) => ({
  isServed: httpsPort !== null,
  isAutomatic: acme !== null,
  missing: [
    ...(httpsPort === null ? ['Domains are served over HTTP only: the operator has set no LONGSHORE_HTTPS_PORT.'] : []),
    ...(acme === null
      ? ['Certificates are not ordered automatically: the operator has set no LONGSHORE_ACME_URL.']
      : []),
  ].join(' '),
})
