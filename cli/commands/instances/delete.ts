import { type Command, inProject } from '../../command.ts'
import { confirmByName } from '../../resources/confirm.ts'
import { findInstance } from '../../resources/find-instance.ts'

export const remove: Command = {
  summary: 'Delete an instance with its logs.',
  parameters: ['INSTANCE'],
  options: {
    ...inProject,
    confirm: { type: 'string', value: 'NAME', description: 'The name of the instance, instead of typing it.' },
  },
  run: async (context) => {
    const { client, output, args } = context
    const { _id, name } = await findInstance(context, args[0])
    await confirmByName(context, name, `This deletes the instance “${name}” and its logs for ever.`)
    await client.call('deleteInstance', { id: _id })
    output.result({ _id, name, deleted: true }, () => `${name} is being deleted.\n`)
  },
}
