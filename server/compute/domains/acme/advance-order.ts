import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { DomainId } from '../../../../src/contract/wire/domains/domain.ts'
import { domainCertificates } from '../../../store/schema.ts'
import { changeCertificate, nothing } from '../certificates/certificate-rows.ts'
import { inspectCertificate } from '../certificates/inspect-certificate.ts'
import { changeDomain, lockDomain, readCertificateRow, readDomainRow } from '../rows/domain-rows.ts'
import type { DomainRow } from '../rows/domain-wire.ts'
import { openAccount, pauseAccount } from './acme-account.ts'
import type { AcmeOptions } from './acme-options.ts'
import type { AcmeClient, AcmeOrder } from './client/acme-client.ts'
import { AcmeError, NOT_SENT } from './client/acme-error.ts'
import { newKey } from './client/new-key.ts'
import { countOrder, uncountOrder } from './order-budget.ts'
import { forgetChallenge, solveChallenge } from './solve-challenge.ts'

/** Shorter than the lease. */
const LIMIT_MS = 120_000
const POLL_MS = 1000
const RATE_LIMIT_MS = 3_600_000
const MAX_ACCOUNT_PAUSE_MS = 600_000

const noOrder = {
  orderUrl: null,
  sealedOrderKey: null,
  challengeType: null,
  challengeToken: null,
  keyAuthorization: null,
} as const
const noLease = { leaseOwner: null, leaseUntil: null } as const

/**
 * Brings the order of a domain to its end, or to a failure that is written down with the time of the next attempt. Every
 * step is stored before the next one, so that another process continues the same order after a crash.
 */
export async function advanceOrder(options: AcmeOptions, id: DomainId): Promise<void> {
  const { db } = options
  const row = await readDomainRow(db, id)
  if (!row) return
  try {
    const client = await openAccount(options)
    const url = await orderUrlOf(options, client, row)
    await carryOut(options, client, row, url)
  } catch (error) {
    await writeFailure(options, row, error)
  }
}

/** Returns the order in progress, or creates one that was counted and whose key was stored before. */
async function orderUrlOf(options: AcmeOptions, client: AcmeClient, row: DomainRow): Promise<string> {
  const { db, acme, seal, now, targets } = options
  const before = await readCertificateRow(db, row.id)
  if (before?.orderUrl) return before.orderUrl
  const counted = await db.transaction(async (tx) => {
    await lockDomain(tx, { domainId: row.id })
    const atMs = now()
    const entry = await countOrder(tx, {
      directoryUrl: acme.url,
      name: row.name,
      ordersPerWeek: acme.ordersPerWeek,
      atMs,
    })
    const sealedOrderKey = seal.seal(newKey(), `order ${row.id}`)
    await changeCertificate(tx, row.id, { kind: 'orderStarted', atMs }, { sealedOrderKey })
    await changeDomain(tx, row.id, targets.current)
    return entry
  })
  const { url } = await client.createOrder([row.name]).catch(async (error: unknown) => {
    // A response that was lost may be one of an order that was made.
    if (error instanceof AcmeError && (error.status >= 400 || error.type === NOT_SENT)) await uncountOrder(db, counted)
    throw error
  })
  await db.update(domainCertificates).set({ orderUrl: url }).where(eq(domainCertificates.domainId, row.id))
  return url
}

async function carryOut(options: AcmeOptions, client: AcmeClient, row: DomainRow, url: string): Promise<void> {
  for (const limit = performance.now() + LIMIT_MS; performance.now() < limit; await delay(POLL_MS)) {
    const order = await client.readOrder(url)
    if (order.status === 'invalid') throw await invalidOrder(client, order)
    if (order.status === 'pending') await prove(options, client, row, order)
    if (order.status === 'ready') await finalize(options, client, row, order)
    if (order.status === 'valid' && order.certificate)
      return store(options, row, await client.readCertificate(order.certificate))
  }
  throw new AcmeError('The certificate authority has not decided yet.')
}

async function finalize(options: AcmeOptions, client: AcmeClient, row: DomainRow, order: AcmeOrder): Promise<void> {
  // Loaded with the first order: it is large, and most installations order nothing.
  const { createCsr } = await import('./client/certificate-keys.ts')
  await client.finalize(order.finalize, await createCsr(await orderKey(options, row), [row.name]))
}

async function prove(options: AcmeOptions, client: AcmeClient, row: DomainRow, order: AcmeOrder): Promise<void> {
  for (const at of order.authorizations) {
    const authorization = await client.readAuthorization(at)
    if (authorization.status === 'pending') await solveChallenge(options, client, row, authorization)
    else if (authorization.status !== 'valid') throw await invalidOrder(client, order)
  }
}

/** Returns why the authority did not accept the proof. */
async function invalidOrder(client: AcmeClient, order: AcmeOrder): Promise<AcmeError> {
  const authorizations = await Promise.all(order.authorizations.map((at) => client.readAuthorization(at)))
  const found = authorizations.flatMap(({ challenges }) => challenges.flatMap(({ error }) => error ?? []))
  const detail = (found[0] ?? order.error)?.detail.slice(0, 500)
  return new AcmeError(`The certificate authority rejected the proof${detail ? `: ${detail}` : '.'}`, {
    type: 'invalidOrder',
  })
}

async function orderKey({ db, seal }: AcmeOptions, { id }: DomainRow): Promise<string> {
  const sealed = (await readCertificateRow(db, id))?.sealedOrderKey
  const key = sealed && seal.open(sealed, `order ${id}`)
  if (!key) throw new AcmeError('The key of the order cannot be read any more.', { type: 'invalidOrder' })
  return key
}

async function store(options: AcmeOptions, row: DomainRow, chain: string): Promise<void> {
  const { db, seal, now, targets } = options
  const key = await orderKey(options, row)
  const found = inspectCertificate({ chain, key }, row.name, now())
  if ('error' in found)
    throw new AcmeError(`The certificate authority issued a certificate that cannot be used. ${found.error}`, {
      type: 'invalidOrder',
    })
  const { issuer, names, ...validity } = found.facts
  const before = await readCertificateRow(db, row.id)
  await db.transaction(async (tx) => {
    await lockDomain(tx, { domainId: row.id })
    // Its owner may have uploaded one meanwhile.
    if ((await readCertificateRow(tx, row.id))?.source === 'uploaded') return
    await changeCertificate(
      tx,
      row.id,
      { kind: 'issued', atMs: now(), validity },
      { ...nothing, ...noLease, chain: found.chain, sealedKey: seal.seal(found.key, row.id), issuer, names },
    )
    await changeDomain(tx, row.id, targets.current)
  })
  await forgetChallenge(options, row, before?.keyAuthorization ?? null)
}

/** An order that the authority has ended, or does not know any more, is not continued. */
const endsOrder = (error: AcmeError): boolean =>
  error.type === 'invalidOrder' || error.status === 404 || error.type === 'malformed' || error.type === 'badCSR'

async function writeFailure(options: AcmeOptions, row: DomainRow, thrown: unknown): Promise<void> {
  const { db, log, now, targets } = options
  if (!(thrown instanceof AcmeError)) log.warn({ err: thrown, domainId: row.id }, 'a certificate was not ordered')
  const error = thrown instanceof AcmeError ? thrown : new AcmeError('The order failed unexpectedly. It is repeated.')
  const retryAfterMs = error.retryAfterMs ?? (error.isRateLimit ? RATE_LIMIT_MS : undefined)
  // The limit may be that of this name alone, so others wait for a short time only.
  if (error.isRateLimit && retryAfterMs !== undefined)
    await pauseAccount(options, Math.min(retryAfterMs, MAX_ACCOUNT_PAUSE_MS))
  const before = await readCertificateRow(db, row.id)
  await db.transaction(async (tx) => {
    // It may have been removed meanwhile.
    if (!(await readDomainRow(tx, row.id))) return
    await lockDomain(tx, { domainId: row.id })
    await changeCertificate(
      tx,
      row.id,
      { kind: 'orderFailed', atMs: now(), error: error.message, retryAfterMs },
      { ...noLease, ...(endsOrder(error) && noOrder) },
    )
    await changeDomain(tx, row.id, targets.current)
  })
  if (endsOrder(error)) await forgetChallenge(options, row, before?.keyAuthorization ?? null)
}
