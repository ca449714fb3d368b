import type { Domain } from '../../../src/contract/wire/domains/domain.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { certificateAppearance } from './domain-appearances.ts'

export const CertificateFacts = ({ domain: { certificate } }: { domain: Domain }) => {
  const { state, source, issuer, expiresAt, error, nextAttemptAt } = certificate
  return (
    <DescriptionList
      facts={[
        { term: 'Certificate', value: <StatusMark status={certificateAppearance(state)} /> },
        ...(issuer ? [{ term: 'Issuer', value: source === 'uploaded' ? `${issuer} (uploaded)` : issuer }] : []),
        ...(expiresAt ? [{ term: 'Expires', value: <RelativeTime at={expiresAt} /> }] : []),
        ...(error ? [{ term: 'Reason', value: error }] : []),
        ...(nextAttemptAt
          ? [{ term: state === 'issued' ? 'Renewal' : 'Next order', value: <RelativeTime at={nextAttemptAt} /> }]
          : []),
      ]}
    />
  )
}
