import type Stripe from 'stripe'
import { disputeOf } from '../objects/dispute.ts'
import { invalidRequest, missing } from '../processor-error.ts'
import { move } from './move.ts'
import type { Operation } from './operation.ts'

const FEE_CENTS = 1500

/** Opens a dispute about a charge: its amount and a fee leave the balance at once. */
export function openDispute(operation: Operation, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  const { records, newId, created } = operation
  const id = newId('du')
  const withdrawn = adjust(operation, id, -charge.amount, FEE_CENTS, charge)
  records.put('charge', { ...charge, disputed: true })
  const dispute = records.put('dispute', disputeOf({ id, created, charge, reason, balanceTransactions: [withdrawn] }))
  operation.emit('charge.dispute.created', dispute)
  operation.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Takes evidence: the texts `winning_evidence` and `losing_evidence` decide the dispute at once. */
export function updateDispute(
  operation: Operation,
  id: string,
  evidence: { uncategorized_text?: string | undefined },
): Stripe.Dispute {
  const dispute = requireOpen(operation, id)
  const updated = operation.records.put('dispute', {
    ...dispute,
    status: 'under_review',
    evidence: { ...dispute.evidence, uncategorized_text: evidence.uncategorized_text ?? null },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: dispute.evidence_details.submission_count + 1,
    },
  })
  operation.emit('charge.dispute.updated', updated)
  if (evidence.uncategorized_text === 'winning_evidence') return close(operation, updated, 'won')
  if (evidence.uncategorized_text === 'losing_evidence') return close(operation, updated, 'lost')
  return updated
}

/** Accepts a dispute as lost. */
export function closeDispute(operation: Operation, id: string): Stripe.Dispute {
  return close(operation, requireOpen(operation, id), 'lost')
}

function close(operation: Operation, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  const { records, emit } = operation
  const charge = records.find('charge', String(dispute.charge))
  if (!charge) throw missing('charge', String(dispute.charge))
  const reinstated = status === 'won' ? [adjust(operation, dispute.id, dispute.amount, -FEE_CENTS, charge)] : []
  const closed = records.put('dispute', {
    ...dispute,
    status,
    balance_transactions: [...dispute.balance_transactions, ...reinstated],
  })
  emit('charge.dispute.closed', closed)
  if (status === 'won') emit('charge.dispute.funds_reinstated', closed)
  return closed
}

function adjust(
  operation: Operation,
  source: string,
  amount: number,
  fee: number,
  { id: chargeId, currency }: Stripe.Charge,
): Stripe.BalanceTransaction {
  const description = `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${chargeId}`
  return move(operation, { amount, currency, fee, source, type: 'adjustment', description })
}

function requireOpen({ records }: Operation, id: string): Stripe.Dispute {
  const dispute = records.find('dispute', id)
  if (!dispute) throw missing('dispute', id)
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalidRequest('This dispute is already closed')
  return dispute
}
