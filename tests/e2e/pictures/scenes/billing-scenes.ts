import type { ResponseOf } from '../../../../src/contract/contract.ts'
import { failing, over, press, respondTo, waiting } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'
import { costScenes } from './cost-scenes.ts'
import { creditScenes } from './credit-scenes.ts'

const CALL = '**/api/wallet/*/all'

export const billingScenes = ({ username }: Pick<Harbour, 'username'>): Scene[] => {
  const path = `/${username}/billing/payment-methods`
  const scenes: Scene[] = [
    { name: 'payment-methods', path },
    { name: 'payment-methods-loading', path, act: waiting(CALL) },
    { name: 'payment-methods-failed', path, act: failing(CALL) },
    {
      name: 'payment-methods-empty',
      path,
      before: respondTo(/\/api\/wallet\/[^/]+\/all$/, {
        paymentMethods: [],
      } satisfies ResponseOf<'readPaymentMethods'>),
    },
    over('attach-card', path, async (page) => {
      await press('Credit / Debit Card')(page)
      await page.frameLocator('iframe[title="Secure card details"]').getByLabel('Card number').waitFor()
    }),
    over('remove-card', path, press('Remove Visa •••• 4242')),
    ...creditScenes(username),
    ...costScenes(username),
  ]
  return scenes.map((scene) => ({ ...scene, isCharged: true }))
}
