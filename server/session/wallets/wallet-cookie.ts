import { cookieIn, endedCookie, type HiddenCookie, keptCookie } from '../cookies.ts'

const NAME = 'longshore_wallet'
const LIFE_SECONDS = 300

const cookie = (secure: boolean): HiddenCookie => ({ name: NAME, path: '/api/auth/web3', sameSite: 'Strict', secure })

/** The browser that asked for the message is the one that may come back with it: nobody is signed in as somebody else by a link. */
export const walletCookie = (state: string, secure: boolean): string => keptCookie(cookie(secure), state, LIFE_SECONDS)

export const spentWalletCookie = (secure: boolean): string => endedCookie(cookie(secure))

export const isWalletCookie = (cookies: string | undefined, state: string): boolean => cookieIn(cookies, NAME) === state
