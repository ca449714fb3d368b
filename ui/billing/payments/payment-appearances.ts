import type { PaymentState } from '../../../src/contract/wire/money/payment.ts'
import type { StatusAppearance } from '../../parts/state/status-appearances.ts'

export const paymentAppearances: Record<PaymentState, StatusAppearance> = {
  processing: { tone: 'info', shape: 'arc', label: 'Processing' },
  requiresAction: { tone: 'warn', shape: 'alert', label: 'Needs authentication' },
  succeeded: { tone: 'good', shape: 'disc', label: 'Succeeded' },
  failed: { tone: 'bad', shape: 'cross', label: 'Declined' },
  canceled: { tone: 'still', shape: 'ring', label: 'Cancelled' },
}
