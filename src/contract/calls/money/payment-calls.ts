import * as v from 'valibot'
import { MAX_TOP_UP, MIN_TOP_UP } from '../../../rules/payments/top-up-amount.ts'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { organizationId } from '../../wire/common.ts'
import { payment, paymentId } from '../../wire/money/payment.ts'
import { paymentMethodId } from '../../wire/money/payment-method.ts'

const mayRead = may('billing.read', 'organization', 'params.orgId')
const mayWrite = may('billing.write', 'organization', 'params.orgId')
const params = v.strictObject({ orgId: organizationId, paymentId })

/** With the secret, the console authenticates a payment that requires it; null for all others. */
const attempted = v.object({ payment, secret: v.nullable(v.string()) })

export const paymentCalls = {
  readPayments: call({
    method: 'GET',
    path: 'payment/{orgId}/all',
    access: mayRead,
    params: v.strictObject({ orgId: organizationId }),
    response: v.object({ payments: v.array(payment) }),
    summary: 'List the 100 newest payments of an organisation, the newest first.',
  }),
  readPayment: call({
    method: 'GET',
    path: 'payment/{orgId}/{paymentId}',
    access: mayRead,
    params,
    response: v.object({ payment }),
    summary: 'Read one payment.',
  }),
  topUp: call({
    method: 'POST',
    path: 'payment/{orgId}/top-up',
    access: mayWrite,
    params: v.strictObject({ orgId: organizationId }),
    body: v.strictObject({
      paymentMethodId,
      /** In whole dollars. */
      amount: v.pipe(v.number(), v.integer(), v.minValue(MIN_TOP_UP), v.maxValue(MAX_TOP_UP)),
    }),
    response: attempted,
    oneTimeResponse: true,
    invalidates: ['readPayments', 'readPayment'],
    summary:
      'Buy credit with an attached card. A payment that is still processed ends by itself; one that requires action is authenticated with the card form of the processor.',
  }),
  refreshPayment: call({
    method: 'POST',
    path: 'payment/{orgId}/{paymentId}/refresh',
    access: mayWrite,
    params,
    response: attempted,
    oneTimeResponse: true,
    invalidates: ['readPayments', 'readPayment'],
    summary: 'Read at the card processor how a payment stands. An event of the processor does the same.',
  }),
  cancelPayment: call({
    method: 'POST',
    path: 'payment/{orgId}/{paymentId}/cancel',
    access: mayWrite,
    params,
    response: v.object({ payment }),
    invalidates: ['readPayments', 'readPayment'],
    summary: 'End a payment that requires action. One that has succeeded in the meantime stays.',
  }),
}
