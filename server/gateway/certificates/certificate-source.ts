import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { DomainId } from '../../../src/contract/wire/domains/domain.ts'
import { CERTIFICATE_CHANNEL } from '../../compute/domains/rows/domain-rows.ts'
import type { Seal } from '../../keys/seal.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/connection.ts'
import { domainCertificates, domains } from '../../store/schema.ts'
import { type BatchLimits, batchesOf } from '../control/batches.ts'
import type { SentCertificate } from '../control/control-messages.ts'
import type { GatewayLink } from '../control/gateway-link.ts'
import { readChanges } from '../routes/read-changes.ts'

type FedLink = Pick<GatewayLink, 'send' | 'closed'>

export interface CertificateSource {
  /** Feeds a gateway from now on, beginning with all certificates. */
  connect(link: FedLink): void
  stop(): void
}

const IN_MESSAGE = 50
const MAX_CHALLENGES = 100
/** Keeps a message far below the limit of a frame. */
const inMessage: BatchLimits<SentCertificate> = {
  maxItems: IN_MESSAGE,
  maxWeight: 500_000,
  weightOf: ({ chain, key }) => chain.length + key.length,
}

/** A key of a name that nobody has verified stays here. */
const isServed = and(isNotNull(domainCertificates.sealedKey), inArray(domains.state, ['verified', 'unreachable']))

/** Sends the certificates of domains to the gateway, and keeps none of them. */
export function startCertificateSource(store: Pick<Store, 'db' | 'listen'>, seal: Seal, log: Log): CertificateSource {
  const { db } = store
  let link: FedLink | undefined
  /** Whether the gateway may have challenges. */
  let hasChallenges = true

  const select = () =>
    db
      .select({
        id: domainCertificates.domainId,
        chain: domainCertificates.chain,
        sealed: domainCertificates.sealedKey,
      })
      .from(domainCertificates)
      .innerJoin(domains, eq(domains.id, domainCertificates.domainId))

  function opened(rows: Awaited<ReturnType<typeof select>>): SentCertificate[] {
    return rows.flatMap(({ id, chain, sealed }) => {
      const key = sealed && seal.open(sealed, id)
      if (!key) log.warn({ domainId: id }, 'the key of a certificate cannot be opened with this secret')
      return key ? [{ domainId: id, chain, key }] : []
    })
  }

  async function sendAll(): Promise<void> {
    const to = link
    if (!to) return
    for (let after: DomainId | undefined, isFirst = true, isLast = false; !isLast; isFirst = false) {
      const rows = await select()
        .where(and(isServed, after === undefined ? undefined : gt(domainCertificates.domainId, after)))
        .orderBy(asc(domainCertificates.domainId))
        .limit(IN_MESSAGE)
      isLast = rows.length < IN_MESSAGE
      after = rows.at(-1)?.id
      const batches = batchesOf(opened(rows), inMessage)
      for (const [at, certificates] of batches.entries())
        to.send({
          type: 'allCertificates',
          certificates,
          isFirst: isFirst && at === 0,
          isLast: isLast && at === batches.length - 1,
        })
    }
    hasChallenges = true
    await sendChallenges()
  }

  async function sendChallenges(): Promise<void> {
    const rows = await db
      .select({ name: domains.name, keyAuthorization: domainCertificates.keyAuthorization })
      .from(domainCertificates)
      .innerJoin(domains, eq(domains.id, domainCertificates.domainId))
      .where(and(eq(domainCertificates.challengeType, 'tls-alpn-01'), isNotNull(domainCertificates.keyAuthorization)))
      .limit(MAX_CHALLENGES)
    const pending = rows.flatMap(({ name, keyAuthorization }) => (keyAuthorization ? [{ name, keyAuthorization }] : []))
    if (pending.length === 0 && !hasChallenges) return
    hasChallenges = pending.length > 0
    const challenges = await Promise.all(
      pending.map(async ({ name, keyAuthorization }) => {
        // Loaded with the first challenge: it is large, and most installations have none.
        const { createChallengeCertificate } = await import('../../compute/domains/acme/client/certificate-keys.ts')
        return createChallengeCertificate(name, keyAuthorization)
      }),
    )
    link?.send({ type: 'challenges', number: 0, challenges })
  }

  async function sendChanged(ids: DomainId[]): Promise<void> {
    const rows = await select().where(and(inArray(domainCertificates.domainId, ids), isServed))
    const found = new Set(rows.map(({ id }) => id))
    const removedIds = ids.filter((id) => !found.has(id))
    for (const [at, certificates] of batchesOf(opened(rows), inMessage).entries())
      link?.send({ type: 'changedCertificates', certificates, removedIds: at === 0 ? removedIds : [] })
  }

  const changes = readChanges<DomainId>({
    readAll: sendAll,
    async read(ids) {
      for (let from = 0; from < ids.length; from += IN_MESSAGE) await sendChanged(ids.slice(from, from + IN_MESSAGE))
      await sendChallenges()
    },
    onError: (error) => log.warn({ err: error }, 'gateway: could not read changed certificates'),
  })
  // The channel carries only ids, and null when notifications may have been missed.
  const stopListening = store.listen(CERTIFICATE_CHANNEL, (id) => changes.mark(id as DomainId | null))
  return {
    connect(connected) {
      link = connected
      void connected.closed.then(() => {
        if (link === connected) link = undefined
      })
      changes.mark(null)
    },
    stop() {
      stopListening()
      changes.stop()
    },
  }
}
