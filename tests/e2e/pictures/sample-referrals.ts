import type { Browser, Page } from '@playwright/test'
import type { ControlPlane } from '../fixtures/control-plane.ts'
import { joinProgramme, signUpWithCode } from '../fixtures/referred.ts'
import { settlePurchases } from '../fixtures/settled-purchases.ts'
import { callAs } from '../fixtures/users.ts'

/** Creates users who signed up with the code of the page's user, some of whom have paid. */
export const makeReferrals = async (page: Page, browser: Browser, controlPlane: ControlPlane): Promise<void> => {
  await page.goto('/user/settings')
  await joinProgramme(page)
  await callAs(page, 'PATCH', 'referral', { code: 'north-pier' })
  const referredUserIds = await signUpWithCode(browser, controlPlane.origin, 'north-pier', 12)
  await settlePurchases(
    controlPlane,
    referredUserIds.slice(0, 9).map((userId, place) => ({ userId, dollars: 17 * (place + 1) })),
  )
}
