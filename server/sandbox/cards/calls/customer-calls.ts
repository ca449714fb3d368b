import * as v from 'valibot'
import { isLoopbackName } from '../../../start-up/hosts/loopback-name.ts'
import { customerOf } from '../objects/customer.ts'
import { webhookEndpointOf } from '../objects/webhook-endpoint.ts'
import { attach, createPaymentMethod, detach, requireCustomer, requirePaymentMethod } from '../operations/cards.ts'
import { invalidRequest, missing } from '../processor-error.ts'
import { call, ignored, integer, metadata, type ProcessorCall, text } from './processor-call.ts'

const details = {
  name: v.exactOptional(text),
  email: v.exactOptional(text),
  description: v.exactOptional(text),
  metadata: v.exactOptional(metadata),
}
const optionalText = v.exactOptional(text)
const address = v.strictObject({
  city: optionalText,
  country: optionalText,
  line1: optionalText,
  line2: optionalText,
  postal_code: optionalText,
  state: optionalText,
})

export const customerCalls: ProcessorCall[] = [
  call({
    method: 'POST',
    path: '/v1/customers',
    input: details,
    run(operation, input) {
      const customer = operation.records.put('customer', customerOf(operation.newId('cus'), operation.created, input))
      operation.emit('customer.created', customer)
      return { object: customer }
    },
  }),
  call({
    method: 'POST',
    path: '/v1/customers/:id',
    input: { ...details, invoice_settings: v.exactOptional(v.strictObject({ default_payment_method: optionalText })) },
    run(operation, { invoice_settings, ...input }, id) {
      const customer = requireCustomer(operation, id, 'id')
      const changed = operation.records.put('customer', {
        ...customer,
        ...input,
        metadata: { ...customer.metadata, ...input.metadata },
        invoice_settings: { ...customer.invoice_settings, ...invoice_settings },
      })
      operation.emit('customer.updated', changed)
      return { object: changed }
    },
  }),
  call({
    method: 'DELETE',
    path: '/v1/customers/:id',
    input: {},
    run(operation, _input, id) {
      const customer = requireCustomer(operation, id, 'id')
      for (const method of operation.records.list('payment_method'))
        if (method.customer === id) detach(operation, method.id)
      operation.records.remove('customer', id)
      operation.emit('customer.deleted', customer)
      return { object: { id, object: 'customer', deleted: true } }
    },
  }),
  call({
    method: 'POST',
    path: '/v1/payment_methods',
    publishable: true,
    input: {
      type: v.literal('card'),
      card: v.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text }),
      billing_details: v.exactOptional(
        v.strictObject({ name: optionalText, email: optionalText, address: v.exactOptional(address) }),
      ),
      metadata: ignored,
    },
    run(operation, { card, billing_details: { name, email, address: at } = {} }) {
      const none = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
      const billing = { name: name ?? null, email: email ?? null, address: at ? { ...none, ...at } : null }
      return { object: createPaymentMethod(operation, { ...card, ...billing }) }
    },
  }),
  call({
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    input: { customer: text },
    run: (operation, { customer }, id) => ({
      object: attach(operation, requirePaymentMethod(operation, id), customer),
    }),
  }),
  call({
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    input: {},
    run: (operation, _input, id) => ({ object: detach(operation, id) }),
  }),
  call({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    input: {
      url: text,
      enabled_events: v.array(text),
      description: optionalText,
      api_version: ignored,
      metadata: v.exactOptional(metadata),
    },
    run({ records, newId, created }, { api_version: _version, ...details }) {
      if (!isOnThisMachine(details.url))
        throw invalidRequest('Invalid URL: the sandbox sends events to this machine only', { param: 'url' })
      const endpoint = webhookEndpointOf(newId('we'), created, { ...details, secret: newId('whsec') })
      return { object: records.put('webhook_endpoint', endpoint) }
    },
  }),
  call({
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    input: {},
    run({ records }, _input, id) {
      if (!records.find('webhook_endpoint', id)) throw missing('webhook_endpoint', id)
      records.remove('webhook_endpoint', id)
      return { object: { id, object: 'webhook_endpoint', deleted: true } }
    },
  }),
]

function isOnThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && isLoopbackName(hostname)
}
