import type { Domain } from '../../../src/contract/wire/domains/domain.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { certificateAppearance } from './domain-appearances.ts'

type CertificateFactsProps = {
  domain: Domain
  /** What is missing for automatic certificates. */
  missing: string
}

export const CertificateFacts = ({ domain: { certificate }, missing }: CertificateFactsProps) => {
  const { state, source, issuer, expiresAt, error, nextAttemptAt } = certificate
  const reason = error || (state === 'none' ? missing : '')
  return (
    <DescriptionList
      facts={[
        { term: 'Certificate', value: <StatusMark status={certificateAppearance(state)} /> },
        ...(issuer ? [{ term: 'Issuer', value: source === 'uploaded' ? `${issuer} (uploaded)` : issuer }] : []),
        ...(expiresAt ? [{ term: 'Expires', value: <RelativeTime at={expiresAt} /> }] : []),
        ...(reason ? [{ term: 'Reason', value: reason }] : []),
        ...(nextAttemptAt
          ? [{ term: state === 'issued' ? 'Renewal' : 'Next order', value: <RelativeTime at={nextAttemptAt} /> }]
          : []),
      ]}
    />
  )
}
