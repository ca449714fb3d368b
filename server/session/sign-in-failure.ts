/** What the console is told when signing in did not work. */
export type SignInCode =
  | 'user_not_found'
  | 'account_with_git_email_exists'
  | 'email_already_exists_with_another_account'
  | 'sign_in_cancelled'
  | 'sign_in_failed'
  | 'provider_not_configured'

export class SignInFailure extends Error {
  readonly code: SignInCode

  constructor(code: SignInCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'SignInFailure'
    this.code = code
  }
}
