import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Wallet } from '../../../src/contract/wire/account.ts'
import { text } from '../../../src/contract/wire/common.ts'
import type { Config } from '../../config.ts'
import { ApiError } from '../../http/api-error.ts'
import { overTls } from '../../http/listener/data-headers.ts'
import { isFromForeignPage } from '../../http/own-origin.ts'
import type { Store } from '../../store/connection.ts'
import { type CompleteSignIn, callbackOf, type SignInResponse } from '../complete-sign-in.ts'
import { findOrCreateUser } from '../find-or-create-user.ts'
import { SignInFailure } from '../sign-in-failure.ts'
import { signInLimit } from '../sign-in-limit.ts'
import { isSignedBy } from './signature-of.ts'
import { isWalletCookie, spentWalletCookie } from './wallet-cookie.ts'
import { spendNonce } from './wallet-nonces.ts'

/** Not trimmed, because the signed message is compared exactly. */
const exact = (longest: number) => v.pipe(v.string(), v.maxLength(longest))
const backQuery = v.object({
  state: exact(100),
  address: exact(100),
  message: exact(2000),
  signature: exact(400),
  referralCode: v.optional(text(100)),
})

interface WalletRoutes {
  config: Pick<Config, 'publicUrl' | 'product' | 'signInsPerMinute'>
  store: Store
  completeSignIn: CompleteSignIn
}

/**
 * Registers the callback for a signed wallet message. It redirects to the console's callback page, as after a provider.
 */
export const registerWalletRoutes = (app: FastifyInstance, { config, store, completeSignIn }: WalletRoutes): void => {
  const isSecure = overTls(config)

  const handleCallback = async (
    request: FastifyRequest,
    spend: (cookie: string) => void,
  ): Promise<{ wallet: Wallet; response: SignInResponse }> => {
    if (isFromForeignPage(config, request.headers)) throw new ApiError('foreignOrigin')
    const { output: back, success } = v.safeParse(backQuery, request.query)
    if (!success || !isWalletCookie(request.headers.cookie, back.state, isSecure))
      throw new SignInFailure('sign_in_failed')
    spend(spentWalletCookie(back.state, isSecure))
    const challenge = await spendNonce(store.db, 'signIn', back.state)
    const matchesChallenge = challenge?.message === back.message && challenge.address === back.address
    if (!challenge || !matchesChallenge || !(await isSignedBy({ ...back, wallet: challenge.wallet })))
      throw new SignInFailure('sign_in_failed')
    const { wallet, address } = challenge
    const result = await findOrCreateUser(store.db, {
      provider: wallet,
      identity: { subject: address, username: shortAddress(address), name: '', email: null, avatar: null, url: null },
      unknownUser: 'create',
      sameEmail: 'reject',
      referralCode: back.referralCode,
      productName: config.product.name,
      address: request.ip,
    })
    return { wallet, response: await completeSignIn.browser(result, wallet) }
  }

  app.get('/api/auth/web3/callback', signInLimit(config.signInsPerMinute), async (request, reply) => {
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
    try {
      const { wallet, response } = await handleCallback(request, (cookie) => reply.header('set-cookie', cookie))
      if (response.cookie !== null) reply.header('set-cookie', response.cookie)
      return reply.redirect(callbackOf(wallet, response), 302)
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error
      return reply.redirect(`/callback/web3?${new URLSearchParams({ error: error.code })}`, 302)
    }
  })
}

/** Returns a recognisable default username, which the user can change. */
const shortAddress = (address: string): string => `${address.slice(0, 6)}-${address.slice(-4)}`
