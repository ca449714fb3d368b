/** Prefix of the value that a login returns instead of a token while the second factor is pending. No token has it. */
export const PENDING_SIGN_IN_MARK = 'lsp_'

export const isPendingSignIn = (token: string): boolean => token.startsWith(PENDING_SIGN_IN_MARK)
