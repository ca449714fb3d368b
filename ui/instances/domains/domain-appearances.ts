import type { CertificateState, DomainState } from '../../../src/contract/wire/domains/domain.ts'
import { certificateText } from '../../../src/domains/domain-texts.ts'
import type { StatusAppearance } from '../../parts/state/status-appearances.ts'

export const domainAppearances: Record<DomainState, StatusAppearance> = {
  pending: { tone: 'info', shape: 'arc', label: 'Waiting for DNS' },
  verified: { tone: 'good', shape: 'disc', label: 'Verified' },
  unreachable: { tone: 'warn', shape: 'alert', label: 'Leads elsewhere' },
  taken: { tone: 'bad', shape: 'cross', label: 'Taken by another organisation' },
}

const marks: Record<CertificateState, Omit<StatusAppearance, 'label'>> = {
  none: { tone: 'still', shape: 'dash' },
  waiting: { tone: 'info', shape: 'arc' },
  ordering: { tone: 'info', shape: 'arc' },
  issued: { tone: 'good', shape: 'disc' },
  renewing: { tone: 'good', shape: 'disc' },
  overdue: { tone: 'warn', shape: 'alert' },
  failing: { tone: 'bad', shape: 'cross' },
  expired: { tone: 'bad', shape: 'alert' },
}

export const certificateAppearance = (state: CertificateState): StatusAppearance => ({
  ...marks[state],
  label: certificateText(state),
})
