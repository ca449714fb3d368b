const messages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    user_not_found: 'There is no account for you here yet. Please sign up.',
    ask_admin_to_provide_access_to_dev_env:
      'You have no access to the development environment. Ask your administrator for it.',
    waiting_for_access_to_dev_env:
      'Your access to the development environment is being looked at. Wait for your administrator to provide it.',
    account_with_git_email_exists: 'There is already an account associated with your Git email address.',
    email_already_exists_with_another_account: 'There is already an account associated with your email address.',
    new_connection_email_mismatch: 'The new provider connection uses a different email address.',
    new_connection_email_unknown:
      'The provider told no confirmed email address. Confirm or share it there, then try again.',
    user_already_has_github_connection: 'Github connection already exists.',
    user_already_has_gitlab_connection: 'Gitlab connection already exists.',
    user_already_has_bitbucket_connection: 'Bitbucket connection already exists.',
    security_check: 'This sign-in needs a security check. Contact us to continue.',
    banned: 'This account is closed. Contact us if you think that this is wrong.',
    sign_in_cancelled: 'Signing in was cancelled. Nothing was changed.',
    step_up_needed: 'Nothing was connected. Confirm that it is you, then try again.',
    provider_not_configured: 'This way of signing in is not set up here. Use another one.',
  }),
)

const stops: ReadonlySet<string> = new Set(['security_check', 'banned'])

/** Whether a code says that a person may not go on by themselves: a dialog tells them, and not a toast. */
export const isStopped = (code: string): boolean => stops.has(code)

/** The user gave up at the provider: that is no fault. */
export const isCancelled = (code: string): boolean => code === 'sign_in_cancelled'

/** What the channel's code says to a person. A code that nobody knows did not work either. */
export const signInErrorMessage = (code: string): string =>
  messages.get(code) ?? 'Signing in did not work. Please try again.'
