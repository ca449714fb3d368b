import type Stripe from 'stripe'
import { balanceTransactionOf, type MovementDetails } from '../objects/balance-transaction.ts'
import type { Operation } from './operation.ts'

/** Records a movement of the processor's balance. */
export function move(
  { records, newId, created }: Operation,
  details: Omit<MovementDetails, 'id' | 'created'>,
): Stripe.BalanceTransaction {
  return records.put('balance_transaction', balanceTransactionOf({ id: newId('txn'), created, ...details }))
}
