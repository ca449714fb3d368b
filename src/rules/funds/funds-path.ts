/** Where those who manage billing top up: the only place that knows. */
export const fundsPath = (username: string): string => `/${username}/billing/payment-methods`
