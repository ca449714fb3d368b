const messages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    user_not_found: 'You do not have an account yet. Sign up to continue.',
    ask_admin_to_provide_access_to_dev_env:
      'You do not have access to the development environment. Ask your administrator.',
    waiting_for_access_to_dev_env:
      'Your request for access to the development environment is pending. Wait for your administrator to approve it.',
    account_with_git_email_exists: 'There is already an account associated with your Git email address.',
    email_already_exists_with_another_account: 'There is already an account associated with your email address.',
    new_connection_email_mismatch: 'The new provider connection uses a different email address.',
    new_connection_email_unknown:
      'The provider did not share a confirmed e-mail address. Confirm or share it there, then try again.',
    user_already_has_github_connection: 'Github connection already exists.',
    user_already_has_gitlab_connection: 'Gitlab connection already exists.',
    user_already_has_bitbucket_connection: 'Bitbucket connection already exists.',
    security_check: 'This login needs a security check. Contact us to continue.',
    banned: 'This account is closed. Contact us if you think this is a mistake.',
    sign_in_cancelled: 'Login was cancelled. Nothing has changed.',
    step_up_needed: 'The login was not connected. Confirm your identity, then try again.',
    provider_not_configured: 'This login provider is not set up. Use another one.',
  }),
)

const stops: ReadonlySet<string> = new Set(['security_check', 'banned'])

/** Whether the user cannot continue without help. Such errors are shown in a dialog instead of a toast. */
export const isStopped = (code: string): boolean => stops.has(code)

/** Whether the user cancelled at the provider, which is not an error. */
export const isCancelled = (code: string): boolean => code === 'sign_in_cancelled'

/** Returns the message for an error code of the sign-in tab; unknown codes get a general message. */
export const signInErrorMessage = (code: string): string => messages.get(code) ?? 'Login failed. Try again.'
