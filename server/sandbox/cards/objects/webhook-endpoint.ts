import type Stripe from 'stripe'

export interface EndpointDetails {
  url: string
  secret: string
  enabled_events: string[]
  description?: string | undefined
  metadata?: Stripe.Metadata | undefined
}

export function webhookEndpointOf(id: string, created: number, details: EndpointDetails): Stripe.WebhookEndpoint {
  const { url, secret, enabled_events, description, metadata } = details
  return {
    id,
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created,
    description: description ?? null,
    enabled_events,
    livemode: false,
    metadata: metadata ?? {},
    secret,
    status: 'enabled',
    url,
  }
}
