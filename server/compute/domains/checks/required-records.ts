import { isIPv4, isIPv6 } from 'node:net'
import type { DomainRecord, DomainType } from '../../../../src/contract/wire/domains/domain.ts'

/** Where records lead to. */
export interface DomainTargets {
  cname: string
  addresses: readonly string[]
  /** Zone in which the records of DNS challenges are set; null without one. */
  challengeZone?: string | null
}

export const baseOf = (name: string): string => name.replace(/^\*\./, '')

export const proofName = (name: string): string => `_longshore.${baseOf(name)}`
export const proofValue = (proof: string): string => `longshore-verification=${proof}`

/** A wildcard is checked at one of its names, which nobody else can know. */
export const routedName = ({ name, proof }: { name: string; proof: string }): string =>
  name.startsWith('*.') ? `check-${proof.slice(0, 12)}.${baseOf(name)}` : name

interface Claimed {
  type: DomainType
  name: string
  proof: string
}

/** Returns the records to set. The apex of a zone cannot have a CNAME record. */
export function requiredRecords(domain: Claimed, targets: DomainTargets): DomainRecord[] {
  const { name, proof } = domain
  const { challengeZone } = targets
  const delegation = { purpose: 'certificate', type: 'CNAME', name: `_acme-challenge.${baseOf(name)}` } as const
  const isDelegated = name.startsWith('*.') && challengeZone
  return [
    ...recordsOf(domain, targets),
    ...(isDelegated ? [{ ...delegation, value: `${proof}.${challengeZone}` }] : []),
  ]
}

function recordsOf({ type, name, proof }: Claimed, { cname, addresses }: DomainTargets): DomainRecord[] {
  const ownership = { purpose: 'ownership', type: 'TXT', name: proofName(name), value: proofValue(proof) } as const
  const isApex = type === 'domain' || type === 'handshake-domain' || type === 'ens-domain'
  if (!isApex) return [ownership, { purpose: 'routing', type: 'CNAME', name, value: cname }]
  if (addresses.length === 0) return [ownership, { purpose: 'routing', type: 'ALIAS', name, value: cname }]
  const toAddress = (value: string, kind: 'A' | 'AAAA') => ({ purpose: 'routing', type: kind, name, value }) as const
  return [
    ownership,
    ...addresses.filter((address) => isIPv4(address)).map((address) => toAddress(address, 'A')),
    ...addresses.filter((address) => isIPv6(address)).map((address) => toAddress(address, 'AAAA')),
  ]
}
