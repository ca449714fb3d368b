/** Begins what a login gives in place of a token while the second factor is missing. No token begins like it. */
export const PENDING_SIGN_IN_MARK = 'lsp_'

export const isPendingSignIn = (token: string): boolean => token.startsWith(PENDING_SIGN_IN_MARK)
