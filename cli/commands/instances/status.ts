import { type Command, inProject } from '../../command.ts'
import { describeInstance } from '../../resources/describe-instance.ts'
import { findInstance } from '../../resources/find-instance.ts'
import { formatPairs } from '../../terminal/format-table.ts'

export const status: Command = {
  summary: 'Show the state of an instance and its last deployments.',
  parameters: ['INSTANCE'],
  options: inProject,
  run: async (context) => {
    const { output, args } = context
    const instance = await findInstance(context, args[0])
    output.result(instance, () => {
      const rows = instance.deployments.map(({ number, status, reason, image, createdAt }) => [
        String(number),
        status,
        reason,
        image,
        createdAt,
      ])
      return `${formatPairs(describeInstance(instance))}\n${output.table(['DEPLOYMENT', 'STATUS', 'REASON', 'IMAGE', 'CREATED'], rows)}`
    })
  },
}
