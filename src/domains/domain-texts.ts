import type { CertificateState, Domain, DomainState, DomainType } from '../contract/wire/domains/domain.ts'

export const domainTypeLabels: Record<DomainType, string> = {
  domain: 'Domain',
  subdomain: 'Subdomain',
  'handshake-domain': 'Handshake domain',
  'handshake-subdomain': 'Handshake subdomain',
  'ens-domain': 'ENS domain',
}

export const domainTypeExamples: Record<DomainType, string> = {
  domain: 'example.org',
  subdomain: 'www.example.org or *.example.org',
  'handshake-domain': 'harbour',
  'handshake-subdomain': 'www.harbour',
  'ens-domain': 'harbour.eth',
}

const stateTexts: Record<DomainState, string> = {
  pending:
    'Set these records at your DNS provider. They are checked repeatedly, and the domain serves once they are right.',
  verified: 'The domain leads here.',
  unreachable:
    'The domain is yours, but its records no longer lead here. Correct them, or the name has to be proved again after 30 days.',
  taken: 'Another organisation has proved this name since. To get it back, set its TXT record again.',
}

export const domainStateText = ({ state }: Pick<Domain, 'state'>): string => stateTexts[state]

/** Why a name needs a record of this type, and what to do without it. */
export const aliasText =
  'DNS does not allow a CNAME record here, because the name is the top of a domain. Set an ALIAS or ANAME record, or use CNAME flattening, if your DNS provider has one of them. Otherwise ask the operator to set LONGSHORE_DOMAIN_ADDRESSES; the address for an A record then appears here.'

const certificateTexts: Record<CertificateState, string> = {
  none: 'No certificate',
  waiting: 'An order begins soon',
  ordering: 'Being ordered',
  issued: 'Valid',
  renewing: 'Valid, being renewed',
  overdue: 'Valid, but its renewal failed',
  failing: 'The order failed',
  expired: 'Expired',
}

export const certificateText = (state: CertificateState): string => certificateTexts[state]

/** Whether the records are what its owner has to look at. */
export const needsRecords = ({ state }: Pick<Domain, 'state'>): boolean => state !== 'verified'
