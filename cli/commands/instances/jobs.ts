import { type Command, inProject } from '../../command.ts'
import { findInstance } from '../../resources/find-instance.ts'

export const jobs: Command = {
  summary: 'List the scheduled jobs of an instance with their next times and last runs.',
  parameters: ['INSTANCE'],
  options: inProject,
  run: async (context) => {
    const { client, output, args } = context
    const { _id } = await findInstance(context, args[0])
    const found = (await client.call('readJobs', { id: _id })).jobs
    output.result(found, () =>
      output.table(
        ['NAME', 'SCHEDULE', 'TIME ZONE', 'NEXT', 'LAST RUN'],
        found.map(({ name, schedule, timeZone, nextAt, lastRun }) => [
          name,
          schedule,
          timeZone,
          nextAt ?? 'paused',
          lastRun?.state ?? '',
        ]),
      ),
    )
  },
}
