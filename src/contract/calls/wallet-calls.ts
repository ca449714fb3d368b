import * as v from 'valibot'
import { call } from '../call.ts'
import { wallets } from '../wire/account.ts'
import { captchaToken } from '../wire/captcha.ts'
import { instant, text } from '../wire/common.ts'

const account = {
  address: text(100),
  /** The current chain of an EVM wallet; 1 by default. */
  chainId: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), 1),
}

export const walletCalls = {
  createWalletNonce: call({
    method: 'POST',
    path: 'auth/web3/nonce',
    access: 'public',
    body: v.strictObject({ wallet: v.picklist(wallets), ...account, captchaToken: v.optional(captchaToken) }),
    response: v.object({
      nonce: v.string(),
      /** Identifies the attempt when the browser returns the signature. */
      state: v.string(),
      /** To be signed as it is. */
      message: v.string(),
      expiresAt: instant,
    }),
    invalidates: [],
    summary: 'Get the message that a wallet must sign to log in, valid once within five minutes.',
  }),
  createDisconnectNonce: call({
    method: 'POST',
    path: 'auth/{provider}/login-connection/nonce',
    access: 'inSession',
    params: v.strictObject({ provider: v.picklist(wallets, 'Unknown wallet.') }),
    body: v.strictObject(account),
    response: v.object({
      nonce: v.string(),
      /** The account that signs, in canonical form. */
      address: v.string(),
      /** To be signed as it is. */
      message: v.string(),
      expiresAt: instant,
    }),
    invalidates: [],
    summary: 'Get the message that a connected wallet must sign to be disconnected, valid once within five minutes.',
  }),
}
