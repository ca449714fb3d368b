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
    summary: 'List the referrals of the caller, newest first.',
  }),
  readReferralCode: call({
    method: 'GET',
    path: 'referral/code',
    access: 'inSession',
    response: v.object({ referralCode: v.nullable(v.string()) }),
    summary: 'Get the referral code of the caller; null outside the programme.',
  }),
  saveReferralCode: call({
    method: 'PATCH',
    path: 'referral',
    access: 'inSession',
    body: v.strictObject({ code: referralCode }),
    response: v.object({ referralCode: v.string() }),
    success: 'Referral code saved',
    invalidates: ['readReferralCode'],
    summary: 'Change the referral code. Earlier referrals stay; the former code stops working.',
  }),
  joinReferral: call({
    method: 'POST',
    path: 'referral/registration',
    access: 'inSession',
    response: v.object({ referralCode: v.string() }),
    invalidates: ['readProfile', 'readReferralCode'],
    summary: 'Join the referral programme, unless the installation has its own registration form.',
  }),
  readCredits: call({
    method: 'GET',
    path: 'longshore-wallet',
    access: 'inSession',
    response: v.object({ credits }),
    summary: 'Get the credit of the caller.',
  }),
}

export const withdrawalCalls = {
  readWithdrawals: call({
    method: 'GET',
    path: 'withdrawal',
    access: 'inSession',
    query: v.strictObject({ skip, limit: limit(10) }),
    response: v.object({ withdrawals: v.array(withdrawal), totalCount: v.number() }),
    summary: 'List the withdrawals of the caller, newest first.',
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
    summary: 'Get the minimum withdrawal.',
  }),
  readWithdrawalMessage: call({
    method: 'GET',
    path: 'withdrawal/message',
    access: 'inSession',
    query: withdrawalTerms,
    response: v.object({ message: v.string() }),
    summary:
      'Get the message that the wallet must sign for the next withdrawal. It contains all details of the request.',
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
    summary: 'Request the payment of credit to a wallet that signed the message.',
  }),
}
