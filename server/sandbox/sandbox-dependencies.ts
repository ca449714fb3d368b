import type { Config } from '../config.ts'

/** Returns the parts of the sandbox that production would still need, each with its remedy; empty if it needs none. */
export const sandboxDependencies = (config: Pick<Config, 'providers'>): { dependency: string; remedy: string }[] =>
  Object.keys(config.providers).length > 0
    ? []
    : [
        {
          dependency: 'sandbox login',
          remedy: 'Set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET, or those of Google, GitLab or Bitbucket',
        },
      ]
