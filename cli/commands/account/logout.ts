import type { Command } from '../../command.ts'

export const logout: Command = {
  summary: 'Log out, and end the session.',
  parameters: [],
  options: {},
  run: async ({ client, credentials, output, url, world }) => {
    if (world.env.LONGSHORE_TOKEN) {
      output.info('LONGSHORE_TOKEN is set. Unset it, or delete the token in the console.')
      return
    }
    const login = await credentials.of(url)
    if (!login) {
      output.result({ url, loggedOut: false }, () => `You are not logged in to ${url}.\n`)
      return
    }
    try {
      await client.call('signOut', {})
    } finally {
      await credentials.remove(url)
    }
    output.result({ url, loggedOut: true }, () => `Logged out of ${url}.\n`)
  },
}
