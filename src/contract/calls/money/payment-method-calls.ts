import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { organizationId } from '../../wire/common.ts'
import { paymentMethod, paymentMethodId } from '../../wire/money/payment-method.ts'

const mayRead = may('billing.read', 'organization', 'params.orgId')
const params = v.strictObject({ orgId: organizationId, paymentMethodId })
const nullableMethod = v.nullable(paymentMethod)

export const paymentMethodCalls = {
  readPaymentMethods: call({
    method: 'GET',
    path: 'wallet/{orgId}/all',
    access: mayRead,
    params: v.strictObject({ orgId: organizationId }),
    response: v.object({ paymentMethods: v.array(paymentMethod) }),
    summary: 'List the payment methods of an organisation, the primary one first.',
  }),
  addCard: call({
    method: 'POST',
    path: 'wallet',
    access: may('billing.write', 'organization', 'body.organizationId'),
    body: v.strictObject({
      organizationId,
      paymentMethod: v.literal('credit card'),
      details: v.strictObject({ cardPaymentMethodType: v.literal('card'), cardService: v.literal('stripe') }),
    }),
    response: v.object({
      paymentMethod,
      /** With it, the card form attaches one card. */
      connectionSecret: v.string(),
    }),
    oneTimeResponse: true,
    invalidates: ['readPaymentMethods'],
    summary: 'Begin to attach a card. The card form of the processor takes its number.',
  }),
  connectCard: call({
    method: 'POST',
    path: 'wallet/{orgId}/{paymentMethodId}/connect',
    access: may('billing.write', 'organization', 'params.orgId'),
    params,
    response: v.object({ paymentMethod: nullableMethod }),
    invalidates: ['readPaymentMethods'],
    summary:
      'Read at the card processor whether a card is attached; null if it never will be. An event of the processor does the same.',
  }),
  setPrimaryPaymentMethod: call({
    method: 'PUT',
    path: 'wallet/{orgId}/{paymentMethodId}/set-as-primary',
    access: may('billing.write', 'organization', 'params.orgId'),
    params,
    response: v.object({ paymentMethod }),
    success: 'Primary payment method changed',
    invalidates: ['readPaymentMethods'],
    summary: 'Make a connected payment method the primary one; the other ones are its backup.',
  }),
  removePaymentMethod: call({
    method: 'DELETE',
    path: 'wallet',
    access: may('billing.write', 'organization', 'body.organizationId'),
    body: v.strictObject({ id: paymentMethodId, organizationId }),
    response: v.object({ primaryWallet: nullableMethod }),
    success: 'Payment method removed',
    invalidates: ['readPaymentMethods'],
    summary: 'Remove a payment method. Returns the primary one after that, null if none is left.',
  }),
}
