export { BillingPage } from './billing-page.tsx'
export { PaymentMethods } from './payment-methods.tsx'
