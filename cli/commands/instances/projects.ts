import { type Command, inOrganization } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { findOrganization } from '../../resources/find-organization.ts'
import { readProjects } from '../../resources/find-project.ts'

export const projects: Command = {
  summary: 'List the projects, or create one: projects create NAME.',
  parameters: ['[create NAME]'],
  options: inOrganization,
  run: async (context) => {
    const { client, output, args } = context
    const [action, name, ...more] = args
    if (action !== undefined && (action !== 'create' || name === undefined || more.length > 0))
      throw usageError('Write “longshore projects” or “longshore projects create NAME”.')
    const organization = await findOrganization(context)
    if (name !== undefined) {
      const project = await client.call('createProject', { organizationId: organization._id, name })
      output.result(project, () => `Project ${project.name} created.\n`)
      return
    }
    const all = await readProjects(client, organization._id)
    output.result(all, () =>
      output.table(
        ['NAME', 'ACTIVE', 'INSTANCES', 'ID'],
        all.map(({ name, instanceReport: { active, total }, _id }) => [name, String(active), String(total), _id]),
      ),
    )
  },
}
