import { sql } from 'drizzle-orm'
import type { DomainId } from '../../../../src/contract/wire/domains/domain.ts'
import { repeatEvery } from '../../../jobs/repeat-every.ts'
import { changeCertificate } from '../certificates/certificate-rows.ts'
import type { DomainOptions } from '../domain-options.ts'
import { changeDomain, lockDomain } from '../rows/domain-rows.ts'
import type { DomainRow } from '../rows/domain-wire.ts'
import type { DomainWatch } from '../verify/domain-watch.ts'
import type { AcmeOptions } from './acme-options.ts'
import { advanceOrder } from './advance-order.ts'

const EVERY_MS = 1000
const AT_ONCE = 4
/** Longer than an order may take. */
const LEASE_SECONDS = 240
const BATCH = 100

type Options = DomainOptions & { acme: AcmeOptions | null; isAlone: boolean }

/** Orders the certificates of verified domains, renews them, and notices those that have expired. */
export function createCertificateWatch(options: Options): DomainWatch {
  const { db, node, log, now, targets, acme } = options
  const running = new Map<DomainId, Promise<void>>()
  let stop = async () => {}

  const ids = async (query: ReturnType<typeof sql>): Promise<DomainId[]> =>
    (await db.execute<{ id: DomainId }>(query)).rows.map(({ id }) => id)
  const nowText = () => new Date(now()).toISOString()

  /** Verified domains for which nothing was decided yet. */
  async function wantCertificates(): Promise<void> {
    if (!acme) return
    for (const id of await ids(sql`
      select d.id from domain d left join domain_certificate c on c.domain_id = d.id
      where d.state = 'verified' and (c.domain_id is null
        or (c.source is distinct from 'uploaded' and c.next_attempt_at is null and c.order_url is null and c.error = ''))
      limit ${BATCH}`))
      await db.transaction(async (tx) => {
        const row = await lockDomain(tx, { domainId: id })
        const reason = blockedText(row, acme)
        await changeCertificate(
          tx,
          id,
          reason === undefined ? { kind: 'wanted', atMs: now() } : { kind: 'blocked', atMs: now(), reason },
        )
        await changeDomain(tx, id, targets.current)
      })
  }

  async function noticeExpired(): Promise<void> {
    for (const id of await ids(sql`
      select domain_id as id from domain_certificate
      where state in ('issued', 'renewing', 'overdue') and expires_at <= ${nowText()}::timestamptz limit ${BATCH}`))
      await db.transaction(async (tx) => {
        await lockDomain(tx, { domainId: id })
        await changeCertificate(tx, id, { kind: 'timePassed', atMs: now() })
        await changeDomain(tx, id, targets.current)
      })
  }

  async function startDue(): Promise<void> {
    const free = AT_ONCE - running.size
    if (!acme || free <= 0) return
    const due = await ids(sql`
      update domain_certificate set lease_owner = ${node}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where domain_id in (
        select c.domain_id from domain_certificate c join domain d on d.id = c.domain_id
        where c.next_attempt_at <= ${nowText()}::timestamptz and d.state = 'verified'
          and (c.lease_until is null or c.lease_until < now())
        order by c.next_attempt_at limit ${free} for update of c skip locked)
      returning domain_id as id`)
    for (const id of due) {
      const order = advanceOrder(acme, id)
        .catch((error: unknown) => log.warn({ err: error, domainId: id }, 'an order could not be continued'))
        .finally(() => running.delete(id))
      running.set(id, order)
    }
  }

  async function pass(stopping: AbortSignal): Promise<void> {
    for (const step of [noticeExpired, wantCertificates, startDue]) {
      if (stopping.aborted) return
      await step().catch((error: unknown) => {
        if (!stopping.aborted) log.warn({ err: error }, 'looking after certificates failed; trying again')
      })
    }
  }

  /** Nobody else holds a lease where this process is the only one. */
  async function freeLeases(): Promise<void> {
    if (!options.isAlone) return
    await db.execute(sql`update domain_certificate set lease_until = null where lease_until is not null`)
    await db.execute(sql`update domain set lease_until = null where lease_until is not null`)
  }

  /** What the operator had not set up may be there now. */
  async function reconsiderBlocked(): Promise<void> {
    if (!acme) return
    await db.execute(sql`
      update domain_certificate set error = ''
      where state in ('none', 'waiting') and source is null and next_attempt_at is null and order_url is null`)
  }

  return {
    start() {
      const begun = Promise.all([freeLeases(), reconsiderBlocked()]).catch((error: unknown) =>
        log.warn({ err: error }, 'leases of certificates were not freed'),
      )
      stop = repeatEvery(EVERY_MS, async (stopping) => {
        await begun
        await pass(stopping)
      })
    },
    async stop() {
      await stop()
      // Orders continue in the next process.
      await Promise.race([
        Promise.all(running.values()),
        new Promise((resolve) => setTimeout(resolve, STOP_MS).unref()),
      ])
    },
  }
}

const STOP_MS = 2000

function blockedText(row: DomainRow, { dnsProvider }: AcmeOptions): string | undefined {
  if (row.type !== 'domain' && row.type !== 'subdomain')
    return 'No public certificate authority issues certificates for this kind of name. Upload your own.'
  if (row.name.startsWith('*.') && !dnsProvider)
    return 'A certificate for a wildcard needs a DNS challenge, which the operator has not set up (LONGSHORE_DNS_HOOK). Upload your own.'
  return undefined
}
