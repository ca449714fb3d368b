import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Api } from '../api.ts'

interface Added {
  paymentMethod: { _id: string }
  connectionSecret: string
}

/** Attaches a test card without the card form, but with its key and secret. Resolves with the payment method's id. */
export const attachTestCard = async (api: Api, organizationId: string): Promise<string> => {
  const { body: configuration } = await api.request<{ cards: { script: string; publishableKey: string } }>(
    'GET',
    'configuration',
  )
  const { body: added } = await api.request<Added>('POST', 'wallet', {
    organizationId,
    paymentMethod: 'credit card',
    details: { cardPaymentMethodType: 'card', cardService: 'stripe' },
  })
  const { cards } = configuration
  const [setupId] = added.connectionSecret.split('_secret_')
  await post(new URL(cards.script), `/v1/setup_intents/${setupId}/confirm`, cards.publishableKey, {
    client_secret: added.connectionSecret,
    payment_method: 'pm_card_visa',
  })
  await api.request('POST', `wallet/${organizationId}/${added.paymentMethod._id}/connect`)
  return added.paymentMethod._id
}

/** By address, because not every system resolves names below localhost. */
const post = ({ host, port }: URL, path: string, key: string, fields: Record<string, string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      host,
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const sent = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers }, async (response) => {
      const body = await text(response)
      if (response.statusCode === 200) resolve()
      else reject(new Error(`No card: ${body}`))
    })
    sent.on('error', reject)
    sent.end(new URLSearchParams(fields).toString())
  })
