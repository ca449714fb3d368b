import { type Command, inProject } from '../../command.ts'
import { confirm } from '../../resources/confirm.ts'
import { findInstance } from '../../resources/find-instance.ts'

export const close: Command = {
  summary: 'Close an instance: it stops, and its logs stay.',
  parameters: ['INSTANCE'],
  options: { ...inProject, yes: { type: 'boolean', short: 'y', description: 'Do not ask.' } },
  run: async (context) => {
    const { client, output, args } = context
    const { _id, organizationId, name } = await findInstance(context, args[0])
    await confirm(context, `Close the instance ${name}?`)
    const { instance } = await client.call('closeInstance', { id: _id, organizationId })
    output.result(instance, () => `${name} is closing.\n`)
  },
}
