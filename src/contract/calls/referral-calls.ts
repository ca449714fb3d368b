import * as v from 'valibot'
import { call } from '../call.ts'
import { limit, micros, skip } from '../wire/common.ts'
import { credits, referral, referralCode, withdrawal, withdrawalRequest, withdrawalTerms } from '../wire/referral.ts'

export const referralCalls = {
  readReferrals: call({
    method: 'GET',
    path: 'referral',
    access: 'inSession',
    query: v.strictObject({ skip, limit: limit(10) }),
    response: v.object({
      referrals: v.array(referral),
      totalCount: v.number(),
      /** Number of all referrals that have not paid yet. */
      pendingCount: v.number(),
    }),
    summary: 'Who came with the code of the caller, the newest first.',
  }),
  readReferralCode: call({
    method: 'GET',
    path: 'referral/code',
    access: 'inSession',
    response: v.object({ referralCode: v.nullable(v.string()) }),
    summary: 'The referral code of the caller; null for somebody who is not in the programme.',
  }),
  saveReferralCode: call({
    method: 'PATCH',
    path: 'referral',
    access: 'inSession',
    body: v.strictObject({ code: referralCode }),
    response: v.object({ referralCode: v.string() }),
    success: 'Referral code saved',
    invalidates: ['readReferralCode'],
    summary: 'Change the referral code. Who came with the former one stays referred; nobody comes with it any more.',
  }),
  joinReferral: call({
    method: 'POST',
    path: 'referral/registration',
    access: 'inSession',
    response: v.object({ referralCode: v.string() }),
    invalidates: ['readProfile', 'readReferralCode'],
    summary: 'Join the referral programme, where the installation has no registration of its own.',
  }),
  readCredits: call({
    method: 'GET',
    path: 'longshore-wallet',
    access: 'inSession',
    response: v.object({ credits }),
    summary: 'The credit of the caller.',
  }),
}

export const withdrawalCalls = {
  readWithdrawals: call({
    method: 'GET',
    path: 'withdrawal',
    access: 'inSession',
    query: v.strictObject({ skip, limit: limit(10) }),
    response: v.object({ withdrawals: v.array(withdrawal), totalCount: v.number() }),
    summary: 'The withdrawals that the caller asked for, the newest first.',
  }),
  readWithdrawalLimit: call({
    method: 'GET',
    path: 'withdrawal/limit',
    access: 'signedIn',
    response: v.object({
      /** In dollars, unlike money anywhere else. */
      limit: v.number(),
      limitMicros: micros,
    }),
    summary: 'The smallest amount that can be withdrawn.',
  }),
  readWithdrawalMessage: call({
    method: 'GET',
    path: 'withdrawal/message',
    access: 'inSession',
    query: withdrawalTerms,
    response: v.object({ message: v.string() }),
    summary: 'What the wallet has to sign for the next withdrawal; it says all that is asked for.',
  }),
  createWithdrawal: call({
    method: 'POST',
    path: 'withdrawal',
    access: 'inSession',
    stepUp: true,
    body: withdrawalRequest,
    response: v.object({ withdrawal }),
    success: 'Withdrawal requested',
    invalidates: ['readCredits', 'readWithdrawals'],
    summary: 'Ask for credit to be paid to a wallet that signed the message.',
  }),
}
