export { BillingPage } from './billing-page.tsx'
export { PaymentMethods } from './payment-methods.tsx'
export { PaymentHistory } from './payments/payment-history.tsx'
export { PaymentPage } from './payments/payment-page.tsx'
