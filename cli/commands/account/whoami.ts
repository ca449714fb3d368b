import type { Command } from '../../command.ts'

export const whoami: Command = {
  summary: 'Show who you are here, and your organisations.',
  parameters: [],
  options: {},
  run: async ({ client, output, url }) => {
    const { user } = await client.call('readProfile', {})
    const { username, name, email } = user.platformProfile
    const organizations = user.organizations.map(({ profile, role }) => ({ username: profile.username, role }))
    output.result({ url, username, name, email, organizations }, () => {
      const rows = organizations.map(({ username, role }) => [username, role ?? ''])
      return `${name} (${username}) at ${url}\n${email === null ? '' : `${email}\n`}\n${output.table(['ORGANISATION', 'ROLE'], rows)}`
    })
  },
}
