export type ReferralMessage = { type: 'ui/referralInterestPressed' }
