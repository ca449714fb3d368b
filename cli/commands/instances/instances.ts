import type { Instance, Project } from '../../../src/contract/wire/compute.ts'
import { type Command, inProject } from '../../command.ts'
import { INSTANCE_TITLES, instanceRow } from '../../resources/describe-instance.ts'
import { readInstances } from '../../resources/find-instance.ts'
import { findProjects } from '../../resources/find-project.ts'

export const instances: Command = {
  summary: 'List the instances of a project, or of all projects.',
  parameters: [],
  options: inProject,
  run: async (context) => {
    const { client, output } = context
    const lists: { project: Project; instance: Instance }[] = []
    for (const project of await findProjects(context))
      for (const instance of await readInstances(client, project)) lists.push({ project, instance })
    output.result(
      lists.map(({ instance }) => instance),
      () =>
        output.table(
          ['PROJECT', ...INSTANCE_TITLES],
          lists.map(({ project, instance }) => [project.name, ...instanceRow(instance)]),
        ),
    )
  },
}
