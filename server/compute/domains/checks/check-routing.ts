import type { DomainCheck } from '../../../../src/contract/wire/domains/domain.ts'
import type { DnsLookup } from './dns-lookup.ts'
import { failedText } from './failed-text.ts'
import { type DomainTargets, routedName } from './wanted-records.ts'

const MAX_CHAIN = 8

/** Asks a resolver where a name leads: through CNAME records to the gateway's name, or to its addresses. */
export async function checkRouting(
  { resolver, lookup }: DnsLookup,
  domain: { name: string; proof: string },
  { cname, addresses }: DomainTargets,
): Promise<DomainCheck> {
  const name = routedName(domain)
  const wanted = [cname, ...addresses]
  const asked = { purpose: 'routing' as const, resolver, asked: `CNAME, A, AAAA ${name}`, wanted }
  const chain: string[] = []
  for (let at = name; chain.length < MAX_CHAIN; ) {
    const answer = await lookup(at, 'CNAME')
    if (answer.kind === 'failed') return { ...asked, answered: chain, passed: null, message: failedText(answer.code) }
    const [next] = answer.kind === 'answered' ? answer.values : []
    if (next === undefined) break
    chain.push(next)
    if (next === cname) return { ...asked, answered: chain, passed: true, message: '' }
    at = next
  }
  const answers = await Promise.all([lookup(name, 'A'), lookup(name, 'AAAA')])
  const failed = answers.find((answer) => answer.kind === 'failed')
  if (failed?.kind === 'failed') return { ...asked, answered: chain, passed: null, message: failedText(failed.code) }
  const found = answers.flatMap((answer) => (answer.kind === 'answered' ? answer.values : []))
  const elsewhere = found.filter((address) => !addresses.includes(address))
  const passed = found.length > 0 && elsewhere.length === 0
  return { ...asked, answered: [...chain, ...found], passed, message: passed ? '' : textOf(found, elsewhere) }
}

function textOf(found: readonly string[], elsewhere: readonly string[]): string {
  if (found.length === 0) return 'The name does not resolve.'
  const where = elsewhere.join(', ')
  return elsewhere.length === found.length
    ? `The name leads to ${where} instead.`
    : `The name leads here, but also to ${where}, so that some visitors would not arrive.`
}
