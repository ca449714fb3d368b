import type { DomainCheck } from '../../../../src/contract/wire/domains/domain.ts'
import type { DnsLookup } from './dns-lookup.ts'
import { failedText } from './failed-text.ts'
import { type DomainTargets, routedName } from './required-records.ts'

const MAX_CHAIN = 8

/** Asks a resolver where a name leads: through CNAME records to the gateway's name, or to its addresses. */
export async function checkRouting(
  { resolver, lookup }: DnsLookup,
  domain: { name: string; proof: string },
  { cname, addresses }: DomainTargets,
): Promise<DomainCheck> {
  const name = routedName(domain)
  const expected = [cname, ...addresses]
  const query = { purpose: 'routing' as const, resolver, query: `CNAME, A, AAAA ${name}`, expected }
  const chain: string[] = []
  for (let at = name; chain.length < MAX_CHAIN; ) {
    const response = await lookup(at, 'CNAME')
    if (response.kind === 'failed')
      return { ...query, received: chain, passed: null, message: failedText(response.code) }
    const [next] = response.kind === 'answered' ? response.values : []
    if (next === undefined) break
    chain.push(next)
    if (next === cname) return { ...query, received: chain, passed: true, message: '' }
    at = next
  }
  const responses = await Promise.all([lookup(name, 'A'), lookup(name, 'AAAA')])
  const failed = responses.find((response) => response.kind === 'failed')
  if (failed?.kind === 'failed') return { ...query, received: chain, passed: null, message: failedText(failed.code) }
  const found = responses.flatMap((response) => (response.kind === 'answered' ? response.values : []))
  const elsewhere = found.filter((address) => !addresses.includes(address))
  const passed = found.length > 0 && elsewhere.length === 0
  return { ...query, received: [...chain, ...found], passed, message: passed ? '' : textOf(found, elsewhere) }
}

function textOf(found: readonly string[], elsewhere: readonly string[]): string {
  if (found.length === 0) return 'The name does not resolve.'
  const where = elsewhere.join(', ')
  return elsewhere.length === found.length
    ? `The name leads to ${where} instead.`
    : `The name leads here, but also to ${where}, so that some visitors would not arrive.`
}
