import type { AdmissionError } from '../accounts/admission.ts'

/** Error codes of a failed sign-in, passed to the console's callback page. */
export type SignInCode =
  | 'user_not_found'
  | 'account_with_git_email_exists'
  | 'email_already_exists_with_another_account'
  | 'new_connection_email_mismatch'
  | 'new_connection_email_unknown'
  | 'user_already_has_github_connection'
  | 'user_already_has_gitlab_connection'
  | 'user_already_has_bitbucket_connection'
  | AdmissionError
  | 'sign_in_cancelled'
  | 'sign_in_failed'
  | 'provider_not_configured'
  | 'step_up_needed'
  | 'authorization_not_allowed'

export class SignInFailure extends Error {
  readonly code: SignInCode
  /** Whether a signed-in user was connecting another login. */
  readonly isConnecting: boolean
  /** Whether a signed-in user was granting access to their repositories. */
  readonly isAuthorizing: boolean

  constructor(
    code: SignInCode,
    {
      isConnecting = false,
      isAuthorizing = false,
      ...options
    }: ErrorOptions & { isConnecting?: boolean; isAuthorizing?: boolean } = {},
  ) {
    super(code, options)
    this.isConnecting = isConnecting
    this.isAuthorizing = isAuthorizing
    this.name = 'SignInFailure'
    this.code = code
  }
}
