import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { domainCertificates } from '../../../store/schema.ts'
import type { DnsLookup } from '../checks/dns-lookup.ts'
import { notifyCertificate } from '../rows/domain-rows.ts'
import type { DomainRow } from '../rows/domain-wire.ts'
import type { AcmeOptions } from './acme-options.ts'
import {
  type ChallengeType,
  delegatedName,
  dnsChallengeName,
  dnsChallengeValue,
  respondsOverHttp,
  respondsOverTls,
} from './challenges.ts'
import type { AcmeAuthorization, AcmeClient } from './client/acme-client.ts'
import { AcmeError } from './client/acme-error.ts'

const READY_MS = 15_000
const POLL_MS = 250

export const challengeTypeOf = (row: Pick<DomainRow, 'name'>, { acme }: Pick<AcmeOptions, 'acme'>): ChallengeType =>
  row.name.startsWith('*.') ? 'dns-01' : acme.challenge

/** Prepares the answer to a challenge, makes sure that it can be seen, and tells the authority to look. */
export async function solveChallenge(
  options: AcmeOptions,
  client: AcmeClient,
  row: DomainRow,
  { challenges }: AcmeAuthorization,
): Promise<void> {
  const { db } = options
  const type = challengeTypeOf(row, options)
  const challenge = challenges.find((each) => each.type === type)
  if (challenge?.token === undefined) throw new AcmeError(`The certificate authority offers no ${type} challenge.`)
  // The authority is looking already.
  if (challenge.status !== 'pending') return
  const { token } = challenge
  const keyAuthorization = await client.keyAuthorization(token)
  await db.transaction(async (tx) => {
    await tx
      .update(domainCertificates)
      .set({ challengeType: type, challengeToken: token, keyAuthorization })
      .where(eq(domainCertificates.domainId, row.id))
    await notifyCertificate(tx, row.id)
  })
  if (type === 'dns-01') await setRecord(options, row, keyAuthorization)
  await until(() => isVisible(options, row, type, token, keyAuthorization), invisibleText(row, type, options))
  await client.beginChallenge(challenge.url)
}

/** Takes back what answered the challenge of an order that has ended. */
export async function forgetChallenge(
  { dnsProvider, acme, log }: AcmeOptions,
  row: DomainRow,
  keyAuthorization: string | null,
): Promise<void> {
  if (!dnsProvider || keyAuthorization === null || challengeTypeOf(row, { acme }) !== 'dns-01') return
  await dnsProvider
    .remove(delegatedName(row.proof, acme.hookZone), dnsChallengeValue(keyAuthorization))
    .catch((error: unknown) => log.warn({ err: error }, 'a record of a DNS challenge was not removed'))
}

async function setRecord({ dnsProvider, acme }: AcmeOptions, row: DomainRow, keyAuthorization: string): Promise<void> {
  if (!dnsProvider) throw new AcmeError('DNS challenges are not set up.')
  await dnsProvider
    .set(delegatedName(row.proof, acme.hookZone), dnsChallengeValue(keyAuthorization))
    .catch((error: unknown) => {
      throw new AcmeError(error instanceof Error ? error.message : String(error))
    })
}

async function isVisible(
  { gateway, lookupsFor }: AcmeOptions,
  row: DomainRow,
  type: ChallengeType,
  token: string,
  keyAuthorization: string,
): Promise<boolean> {
  if (type === 'http-01') return respondsOverHttp(gateway(), row.name, token, keyAuthorization)
  if (type === 'tls-alpn-01') return respondsOverTls(gateway(), row.name, keyAuthorization)
  const value = dnsChallengeValue(keyAuthorization)
  const seen = async ({ lookup }: DnsLookup) => {
    const response = await lookup(dnsChallengeName(row.name), 'TXT')
    return response.kind === 'answered' && response.values.includes(value)
  }
  return (await Promise.all(lookupsFor(row.type).map(seen))).every(Boolean)
}

const invisibleText = (row: DomainRow, type: ChallengeType, { acme }: AcmeOptions): string =>
  type === 'dns-01'
    ? `The record that proves the wildcard cannot be seen yet. Set a CNAME record from ${dnsChallengeName(row.name)} to ${delegatedName(row.proof, acme.hookZone)}.`
    : 'The gateway does not answer the challenge of the certificate authority yet.'

async function until(isDone: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const limit = performance.now() + READY_MS; performance.now() < limit; await delay(POLL_MS))
    if (await isDone()) return
  throw new AcmeError(otherwise)
}
