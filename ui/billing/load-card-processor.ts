import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs'
import type { Configuration } from '../../src/contract/wire/configuration.ts'

export type CardSettings = NonNullable<Configuration['cards']>

/** Loads the script of the card processor: Stripe's own, or the one of the sandbox, which defines the same. */
export const loadCardProcessor = async ({ publishableKey, script }: CardSettings): Promise<Stripe> => {
  if (script !== null) await loadScript(script)
  const stripe: Stripe | null = await loadStripe(publishableKey)
  if (!stripe) throw new Error('There is no document.')
  return stripe
}

const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if ('Stripe' in window) return resolve()
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${src} could not be loaded.`))
    }
    document.head.append(script)
  })
