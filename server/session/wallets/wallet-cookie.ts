const NAME = 'longshore_wallet'
const LIFE_SECONDS = 300

/** The browser that asked for the message is the one that may come back with it: nobody is signed in as somebody else by a link. */
export const walletCookie = (state: string, secure: boolean): string =>
  `${NAME}=${state}; Max-Age=${LIFE_SECONDS}; Path=/api/auth/web3; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export const spentWalletCookie = (secure: boolean): string =>
  `${NAME}=; Max-Age=0; Path=/api/auth/web3; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export const isWalletCookie = (cookies: string | undefined, state: string): boolean =>
  cookies?.split(/; */).includes(`${NAME}=${state}`) ?? false
