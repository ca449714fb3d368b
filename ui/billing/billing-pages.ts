export { BillingPage } from './billing-page.tsx'
export { CreditsTab } from './credits/credits-tab.tsx'
export { EntriesPage } from './credits/entries-page.tsx'
export { PaymentMethods } from './payment-methods.tsx'
