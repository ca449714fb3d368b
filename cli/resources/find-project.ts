import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Project } from '../../src/contract/wire/compute.ts'
import type { Client } from '../client/create-client.ts'
import { type CommandContext, textOption } from '../command.ts'
import { CommandError, usageError } from '../command-error.ts'
import { findOrganization } from './find-organization.ts'
import { readPages } from './read-pages.ts'

export const readProjects = (client: Client, id: OrganizationId): Promise<Project[]> =>
  readPages(async (page) => {
    const { projects, totalCount } = await client.call('readProjects', { id, ...page })
    return { items: projects, totalCount }
  })

/** Returns the projects that a command may look into: that of `--project`, or all of the organisation. */
export const findProjects = async (context: CommandContext): Promise<Project[]> => {
  const { _id } = await findOrganization(context)
  const projects = await readProjects(context.client, _id)
  const requested = textOption(context.values, 'project')
  if (requested === undefined) return projects
  const found = projects.filter((project) => project._id === requested || project.name === requested)
  if (found.length === 0)
    throw usageError(
      `There is no project “${requested}”. There are: ${projects.map(({ name }) => name).join(', ') || 'none'}.`,
    )
  return found
}

/** Returns the project of `--project`, else the only one. */
export const findProject = async (context: CommandContext): Promise<Project> => {
  const [only, second] = await findProjects(context)
  if (!only) throw new CommandError('There is no project yet. Create one with “longshore projects create NAME”.')
  if (second) throw usageError('There are several projects. Choose one by --project NAME, or by its id.')
  return only
}
