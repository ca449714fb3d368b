import * as v from 'valibot'
import { call } from '../call.ts'
import { wallets } from '../wire/account.ts'
import { instant } from '../wire/common.ts'

export const walletCalls = {
  createWalletNonce: call({
    method: 'POST',
    path: 'auth/web3/nonce',
    access: 'public',
    body: v.strictObject({
      wallet: v.picklist(wallets),
      address: v.pipe(v.string(), v.maxLength(100)),
      /** Where an EVM wallet is at the moment; 1 unless told. */
      chainId: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), 1),
    }),
    answer: v.object({
      nonce: v.string(),
      /** Names the attempt when the browser comes back with the signature. */
      state: v.string(),
      /** To be signed as it is. */
      message: v.string(),
      expiresAt: instant,
    }),
    summary: 'What a wallet has to sign so that its owner can come in; good once, for five minutes.',
  }),
}
