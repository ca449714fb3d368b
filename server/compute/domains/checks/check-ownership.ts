import type { DomainCheck } from '../../../../src/contract/wire/domains/domain.ts'
import type { DnsLookup } from './dns-lookup.ts'
import { failedText } from './failed-text.ts'
import { proofName, proofValue } from './required-records.ts'

/** Asks a resolver for the record that proves a name. */
export async function checkOwnership(
  { resolver, lookup }: DnsLookup,
  domain: { name: string; proof: string },
): Promise<DomainCheck> {
  const name = proofName(domain.name)
  const expected = proofValue(domain.proof)
  const response = await lookup(name, 'TXT')
  const query = { purpose: 'ownership' as const, resolver, query: `TXT ${name}`, expected: [expected] }
  if (response.kind === 'failed') return { ...query, received: [], passed: null, message: failedText(response.code) }
  const received = response.kind === 'answered' ? response.values : []
  const passed = received.includes(expected)
  const message = passed ? '' : received.length > 0 ? 'The record has another value.' : 'There is no such record.'
  return { ...query, received, passed, message }
}
