import { cookieIn, expiredCookie, type HiddenCookie, serializeCookie } from '../cookies.ts'

const LIFE_SECONDS = 300
/**
 * Validated because the state becomes part of a cookie's name and comes from an address that anyone may have written.
 */
const STATE = /^[0-9a-f]{32}$/

/** Each attempt has a cookie of its own, so that two tabs can sign in at once. */
const cookie = (state: string, secure: boolean): HiddenCookie => ({
  name: `longshore_wallet_${state.slice(0, 12)}`,
  path: '/api/auth/web3',
  sameSite: 'Strict',
  secure,
})

/** Binds a message to the browser that requested it, so that a link cannot sign a user in to another account. */
export const walletCookie = (state: string, secure: boolean): string =>
  serializeCookie(cookie(state, secure), state, LIFE_SECONDS)

export const spentWalletCookie = (state: string, secure: boolean): string => expiredCookie(cookie(state, secure))

export const isWalletCookie = (cookies: string | undefined, state: string, secure: boolean): boolean =>
  STATE.test(state) && cookieIn(cookies, cookie(state, secure)) === state
