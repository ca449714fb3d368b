/** The tabs of an organisation's billing, keyed by the last part of their address. */
export const billingTabs = [{ path: 'payment-methods', label: 'Payment methods' }] as const
