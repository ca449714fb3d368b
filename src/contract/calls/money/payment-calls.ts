import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { limit, organizationId, skip } from '../../wire/common.ts'
import { balance, payment, paymentId, topUpAmount } from '../../wire/money/payment.ts'
import { paymentMethodId } from '../../wire/money/payment-method.ts'

const mayRead = may('billing.read', 'organization', 'params.orgId')
const mayWrite = may('billing.write', 'organization', 'params.orgId')
const ofOrganization = v.strictObject({ orgId: organizationId })
const params = v.strictObject({ orgId: organizationId, paymentId })
const invalidates = ['readPayments', 'readPayment', 'readBalance'] as const

export const paymentCalls = {
  readBalance: call({
    method: 'GET',
    path: 'payment/{orgId}/balance',
    access: mayRead,
    params: ofOrganization,
    response: balance,
    summary: 'Read what credit of an organisation is available, what is held, and what it owes.',
  }),
  readPayments: call({
    method: 'GET',
    path: 'payment/{orgId}/all',
    access: mayRead,
    params: ofOrganization,
    query: v.strictObject({ skip, limit: limit(20) }),
    response: v.object({ payments: v.array(payment), total: v.number() }),
    summary: 'List the payments of an organisation, the newest first.',
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
    params: ofOrganization,
    body: v.strictObject({ paymentMethodId, amount: topUpAmount }),
    response: v.object({ payment }),
    invalidates,
    summary:
      'Buy credit with an attached card. A payment that is still processed ends by itself; one that requires action is authenticated with the card form of the processor.',
  }),
  refreshPayment: call({
    method: 'POST',
    path: 'payment/{orgId}/{paymentId}/refresh',
    access: mayWrite,
    params,
    response: v.object({
      payment,
      /** With it, the card form authenticates a payment that requires action; null for all others. */
      secret: v.nullable(v.string()),
    }),
    oneTimeResponse: true,
    invalidates,
    summary: 'Read at the card processor how a payment stands. An event of the processor does the same.',
  }),
  cancelPayment: call({
    method: 'POST',
    path: 'payment/{orgId}/{paymentId}/cancel',
    access: mayWrite,
    params,
    response: v.object({ payment }),
    invalidates,
    summary: 'End a payment, unless the processor has charged the card already or is about to.',
  }),
}
