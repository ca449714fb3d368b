import type { DomainCheck } from '../../../../src/contract/wire/domains/domain.ts'
import type { DnsLookup } from './dns-lookup.ts'
import { failedText } from './failed-text.ts'
import { proofName, proofValue } from './wanted-records.ts'

/** Asks a resolver for the record that proves a name. */
export async function checkOwnership(
  { resolver, lookup }: DnsLookup,
  domain: { name: string; proof: string },
): Promise<DomainCheck> {
  const name = proofName(domain.name)
  const wanted = proofValue(domain.proof)
  const answer = await lookup(name, 'TXT')
  const asked = { purpose: 'ownership' as const, resolver, asked: `TXT ${name}`, wanted: [wanted] }
  if (answer.kind === 'failed') return { ...asked, answered: [], passed: null, message: failedText(answer.code) }
  const answered = answer.kind === 'answered' ? answer.values : []
  const passed = answered.includes(wanted)
  const message = passed ? '' : answered.length > 0 ? 'The record has another value.' : 'There is no such record.'
  return { ...asked, answered, passed, message }
}
