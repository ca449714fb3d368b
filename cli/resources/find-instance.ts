import * as v from 'valibot'
import { instanceId } from '../../src/contract/wire/common.ts'
import type { Instance, Project } from '../../src/contract/wire/compute.ts'
import type { Client } from '../client/create-client.ts'
import type { CommandContext } from '../command.ts'
import { CommandError, usageError } from '../command-error.ts'
import { findProjects } from './find-project.ts'
import { readPages } from './read-pages.ts'

export const readInstances = (client: Client, { _id }: Project, search = ''): Promise<Instance[]> =>
  readPages(async (page) => {
    const { instances, totalCount } = await client.call('readInstances', { id: _id, search, ...page })
    return { items: instances, totalCount }
  })

/** Returns the instances of a project with exactly this name. */
export const instancesNamed = async (client: Client, project: Project, name: string): Promise<Instance[]> =>
  (await readInstances(client, project, name)).filter((instance) => instance.name === name)

/** Returns an instance by its id or its name. */
export const findInstance = async (context: CommandContext, given: string | undefined): Promise<Instance> => {
  if (given === undefined) throw usageError('Name an instance.')
  const { client } = context
  const byId = v.safeParse(instanceId, given)
  if (byId.success) return (await client.call('readInstance', { id: byId.output })).instance
  const found: { instance: Instance; project: Project }[] = []
  for (const project of await findProjects(context))
    for (const instance of await instancesNamed(client, project, given)) found.push({ instance, project })
  const [only, second] = found
  if (!only) throw new CommandError(`There is no instance “${given}”.`)
  if (!second) return only.instance
  const choices = found.map(({ instance, project }) => `  ${instance._id} in ${project.name}`)
  throw usageError(`Several instances have the name “${given}”. Choose one by its id:\n${choices.join('\n')}`)
}
