import type { Config } from '../config.ts'

/** What of the sandbox a production start would still need, each with what to do about it; empty when it needs none. */
export const sandboxDependencies = (config: Pick<Config, 'providers'>): { dependency: string; remedy: string }[] =>
  Object.keys(config.providers).length > 0
    ? []
    : [
        {
          dependency: 'sandbox sign-in',
          remedy: 'Set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET, or those of Google, GitLab or Bitbucket',
        },
      ]
