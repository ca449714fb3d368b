import type { Command } from '../../command.ts'
import { fileOptions, loadFile } from './load-file.ts'

export const check: Command = {
  summary: 'Check a file without deploying it.',
  details: 'Lists every problem with its line, and what a Compose file says that Longshore does not do.',
  parameters: ['FILE'],
  options: fileOptions,
  run: async (context) => {
    const { format, file, notes } = await loadFile(context, context.args[0])
    const services = file.configuration.services.map(({ name }) => name)
    context.output.result({ format, services, notes }, () => `The file is valid. Services: ${services.join(', ')}.\n`)
  },
}
