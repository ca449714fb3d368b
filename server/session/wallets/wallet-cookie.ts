import { cookieIn, expiredCookie, type HiddenCookie, serializeCookie } from '../cookies.ts'

const LIFE_SECONDS = 300
/** A state goes into a cookie's name, and comes back in an address that anybody may have written. */
const STATE = /^[0-9a-f]{32}$/

/** Each attempt has a cookie of its own, so that two tabs can sign in at once. */
const cookie = (state: string, secure: boolean): HiddenCookie => ({
  name: `longshore_wallet_${state.slice(0, 12)}`,
  path: '/api/auth/web3',
  sameSite: 'Strict',
  secure,
})

/** The browser that asked for the message is the one that may come back with it: nobody is signed in as somebody else by a link. */
export const walletCookie = (state: string, secure: boolean): string =>
  serializeCookie(cookie(state, secure), state, LIFE_SECONDS)

export const spentWalletCookie = (state: string, secure: boolean): string => expiredCookie(cookie(state, secure))

export const isWalletCookie = (cookies: string | undefined, state: string, secure: boolean): boolean =>
  STATE.test(state) && cookieIn(cookies, cookie(state, secure)) === state
