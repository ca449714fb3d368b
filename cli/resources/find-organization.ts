import type { Organization } from '../../src/contract/wire/account.ts'
import { type CommandContext, textOption } from '../command.ts'
import { CommandError, usageError } from '../command-error.ts'

/** Returns the organisation of `--org` or LONGSHORE_ORG, else the only or the default one. */
export const findOrganization = async ({ client, values, world }: CommandContext): Promise<Organization> => {
  const { user } = await client.call('readProfile', {})
  const requested = textOption(values, 'org') ?? world.env.LONGSHORE_ORG
  const names = user.organizations.map(({ profile }) => profile.username)
  if (requested !== undefined) {
    const found = user.organizations.find(({ _id, profile }) => _id === requested || profile.username === requested)
    if (!found) throw usageError(`You have no organisation “${requested}”. Yours are: ${names.join(', ') || 'none'}.`)
    return found
  }
  const [only, second] = user.organizations
  if (!only) throw new CommandError('You have no organisation yet. Create one in the console.')
  const byDefault = user.organizations.find(({ _id }) => _id === user.defaultOrganization)
  if (second && !byDefault) throw usageError(`Choose an organisation with --org: ${names.join(', ')}.`)
  return byDefault ?? only
}
