import type { DomainCheck } from '../../../../src/contract/wire/domains/domain.ts'
import type { VerificationFindings } from '../../../../src/rules/domains/verification.ts'
import { checkOwnership } from './check-ownership.ts'
import { checkRouting } from './check-routing.ts'
import type { DnsLookup } from './dns-lookup.ts'
import type { DomainTargets } from './required-records.ts'

interface Checked {
  checks: DomainCheck[]
  findings: Pick<VerificationFindings, 'ownership' | 'routing'>
}

type Claimed = { name: string; proof: string }

/** Asks all resolvers for the records of a domain. */
export async function checkDomain(
  lookups: readonly DnsLookup[],
  domain: Claimed,
  targets: DomainTargets,
): Promise<Checked> {
  const [ownership, routing] = await Promise.all([
    Promise.all(lookups.map((lookup) => checkOwnership(lookup, domain))),
    Promise.all(lookups.map((lookup) => checkRouting(lookup, domain, targets))),
  ])
  return {
    checks: [...ownership, ...routing],
    findings: {
      ownership: agreed(ownership, 'proved', 'absent'),
      routing: agreed(routing, 'here', 'elsewhere'),
    },
  }
}

/** Whether a claim is still proved. */
export const checkProof = async (
  lookups: readonly DnsLookup[],
  domain: Claimed,
): Promise<'proved' | 'absent' | 'unknown'> =>
  agreed(await Promise.all(lookups.map((lookup) => checkOwnership(lookup, domain))), 'proved', 'absent')

/** All resolvers that answered must agree. */
function agreed<Yes extends string, No extends string>(
  checks: readonly DomainCheck[],
  yes: Yes,
  no: No,
): Yes | No | 'unknown' {
  const results = new Set(checks.map(({ passed }) => passed).filter((passed) => passed !== null))
  if (results.size !== 1) return 'unknown'
  return results.has(true) ? yes : no
}
