import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Stripe from 'stripe'
import type { ControlPlane } from '../control-plane.ts'

type Change = [kind: string, id: string, record: unknown]

/** Returns what the card processor of the sandbox has on disk of all charges. */
export const chargesOnDisk = ({ dataFolder }: Pick<ControlPlane, 'dataFolder'>): Stripe.PaymentIntent[] => {
  const charges = new Map<string, Stripe.PaymentIntent>()
  // The journal has records of its kind only.
  for (const line of readFileSync(join(dataFolder, 'sandbox-cards.ndjson'), 'utf8').split('\n'))
    for (const [kind, id, record] of changesIn(line))
      if (kind === 'payment_intent') charges.set(id, record as Stripe.PaymentIntent)
  return [...charges.values()]
}

/** A line that a crash cut off counts as none. */
const changesIn = (line: string): Change[] => {
  try {
    return JSON.parse(line)
  } catch {
    return []
  }
}
