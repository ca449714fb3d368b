export { BillingPage } from './billing-page.tsx'
export { Costs } from './costs/costs.tsx'
export { Usage } from './costs/usage.tsx'
export { PaymentMethods } from './payment-methods.tsx'
