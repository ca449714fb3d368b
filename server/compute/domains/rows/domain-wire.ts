import type { Domain, DomainCertificate } from '../../../../src/contract/wire/domains/domain.ts'
import { holdsName } from '../../../../src/rules/domains/verification.ts'
import type { domainCertificates, domains } from '../../../store/schema.ts'
import { type DomainTargets, requiredRecords } from '../checks/required-records.ts'
import { displayNameOf } from '../names/domain-name.ts'

export type DomainRow = typeof domains.$inferSelect
export type CertificateRow = typeof domainCertificates.$inferSelect

const timeOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null

export const domainWire = (
  row: DomainRow,
  certificate: CertificateRow | null | undefined,
  targets: DomainTargets,
): Domain => ({
  _id: row.id,
  organizationId: row.organizationId,
  instanceId: row.instanceId,
  type: row.type,
  name: row.name,
  displayName: displayNameOf(row.name),
  containerPort: row.containerPort,
  verified: holdsName(row.state),
  state: row.state,
  records: requiredRecords(row, targets),
  checks: row.checks,
  checkedAt: timeOf(row.checkedAt),
  nextCheckAt: timeOf(row.nextCheckAt),
  redirectToHttps: row.redirectToHttps,
  hstsSeconds: row.hstsSeconds,
  certificate: certificateWire(certificate),
  revision: row.revision,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const certificateWire = (row: CertificateRow | null | undefined): DomainCertificate => ({
  state: row?.state ?? 'none',
  source: row?.source ?? null,
  issuer: row?.issuer ?? '',
  names: row?.names ?? [],
  notBefore: timeOf(row?.notBefore),
  expiresAt: timeOf(row?.expiresAt),
  error: row?.error ?? '',
  nextAttemptAt: timeOf(row?.nextAttemptAt),
})
