const authorizationMessages: ReadonlyMap<string, string> = new Map([
  ['sign_in_cancelled', 'You cancelled it at the provider. Nothing has changed.'],
  ['authorization_not_allowed', 'You cannot deploy in this organisation. Ask an administrator for access.'],
  ['provider_not_configured', 'This provider is not set up. Use another one.'],
])

/** Returns why a git provider did not grant access to repositories. */
export const authorizationErrorMessage = (code: string): string =>
  authorizationMessages.get(code) ?? 'The provider did not confirm it. Close this tab and try again.'
