import type { UserId } from '../../../../src/contract/wire/common.ts'
import type { DomainState } from '../../../../src/contract/wire/domains/domain.ts'
import type { CertificateEvent, CertificateLife } from '../../../../src/rules/domains/certificate.ts'
import type { Tx } from '../../../store/connection.ts'
import { recordInstanceEvent } from '../../events/instance-events.ts'
import { displayNameOf } from '../names/domain-name.ts'
import { notifyCertificate } from './domain-rows.ts'
import type { DomainRow } from './domain-wire.ts'

type Named = Pick<DomainRow, 'instanceId' | 'name'>

/** Writes to the timeline of its instance that a domain was added or removed. */
export const recordDomainEvent = (
  tx: Tx,
  { instanceId, name }: Named,
  kind: 'domainAdded' | 'domainRemoved',
  actor: UserId | undefined,
) => recordInstanceEvent(tx, instanceId, { kind, actor, data: { domain: displayNameOf(name) } })

const verifications = {
  verified: 'domainVerified',
  unreachable: 'domainUnreachable',
  taken: 'domainTaken',
  pending: 'domainUnverified',
} as const satisfies Record<DomainState, string>

/**
 * Writes to the timeline of its instance that a check changed the state of a domain, and has gateways look at its
 * certificate again: they know only those of names that are held.
 */
export async function recordVerification(tx: Tx, before: Named & Pick<DomainRow, 'id' | 'state'>, state: DomainState) {
  if (state === before.state) return
  await recordInstanceEvent(tx, before.instanceId, {
    kind: verifications[state],
    data: { domain: displayNameOf(before.name) },
  })
  await notifyCertificate(tx, before.id)
}

const certificates = {
  issued: 'certificateIssued',
  orderFailed: 'certificateFailed',
  uploaded: 'certificateUploaded',
  removed: 'certificateRemoved',
} as const

/** Writes to the timeline of its instance what became of a certificate. An order that fails again is written once. */
export async function recordCertificateEvent(
  tx: Tx,
  { instanceId, name }: Named,
  event: CertificateEvent,
  change: { before: CertificateLife; after: CertificateLife; actor: UserId | undefined },
) {
  if (!(event.kind in certificates)) return
  const isRepeated = event.kind === 'orderFailed' && change.before.error === change.after.error
  if (isRepeated) return
  const message = event.kind === 'orderFailed' ? { message: event.error } : {}
  // Checked above.
  const kind = certificates[event.kind as keyof typeof certificates]
  await recordInstanceEvent(tx, instanceId, {
    kind,
    actor: change.actor,
    data: { domain: displayNameOf(name), ...message },
  })
}
