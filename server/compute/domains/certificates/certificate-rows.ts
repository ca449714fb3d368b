import { eq } from 'drizzle-orm'
import type { UserId } from '../../../../src/contract/wire/common.ts'
import type { DomainId } from '../../../../src/contract/wire/domains/domain.ts'
import {
  type CertificateEvent,
  type CertificateLife,
  certificateAfter,
  noCertificate,
} from '../../../../src/rules/domains/certificate.ts'
import { createSeal, type Seal } from '../../../keys/seal.ts'
import type { Tx } from '../../../store/connection.ts'
import { domainCertificates } from '../../../store/schema.ts'
import { recordCertificateEvent } from '../rows/domain-events.ts'
import { notifyCertificate, readDomainRow } from '../rows/domain-rows.ts'
import type { CertificateRow } from '../rows/domain-wire.ts'

/** Seals the private keys of certificates, each for its domain. */
export const certificateSeal = (secret: string): Seal => createSeal(secret, 'domain-certificates')

type Columns = Partial<typeof domainCertificates.$inferInsert>

/** Writes what an event makes of a certificate; `columns` are written with it. The caller publishes the domain. */
export async function changeCertificate(
  tx: Tx,
  id: DomainId,
  event: CertificateEvent,
  columns: Columns = {},
  actor?: UserId,
): Promise<CertificateLife> {
  const [row] = await tx.select().from(domainCertificates).where(eq(domainCertificates.domainId, id)).for('update')
  const before = lifeOf(row)
  const after = certificateAfter(before, event)
  const values = { ...columnsOf(after), ...columns }
  await tx
    .insert(domainCertificates)
    .values({ domainId: id, ...values })
    .onConflictDoUpdate({ target: domainCertificates.domainId, set: values })
  if (columns.sealedKey !== undefined || columns.keyAuthorization !== undefined) await notifyCertificate(tx, id)
  const domain = await readDomainRow(tx, id)
  if (domain) await recordCertificateEvent(tx, domain, event, { before, after, actor })
  return after
}

export function lifeOf(row: CertificateRow | undefined): CertificateLife {
  if (!row) return noCertificate
  const { state, source, failures, error, notBefore, expiresAt, nextAttemptAt } = row
  return {
    state,
    source,
    failures,
    error,
    validity: notBefore && expiresAt && { notBeforeMs: notBefore.getTime(), expiresAtMs: expiresAt.getTime() },
    nextAttemptAtMs: nextAttemptAt?.getTime() ?? null,
  }
}

const dateOf = (ms: number | null | undefined): Date | null => (ms === null || ms === undefined ? null : new Date(ms))

const columnsOf = ({ state, source, failures, error, validity, nextAttemptAtMs }: CertificateLife): Columns => ({
  state,
  source,
  failures,
  error,
  notBefore: dateOf(validity?.notBeforeMs),
  expiresAt: dateOf(validity?.expiresAtMs),
  nextAttemptAt: dateOf(nextAttemptAtMs),
})

/** Removes a certificate and the order of the next one. */
export const nothing = {
  chain: '',
  sealedKey: null,
  issuer: '',
  names: [],
  orderUrl: null,
  sealedOrderKey: null,
  challengeType: null,
  challengeToken: null,
  keyAuthorization: null,
} satisfies Columns
