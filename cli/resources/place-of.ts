import { type CommandOption, type OptionValues, textOption } from '../command.ts'
import { usageError } from '../command-error.ts'

export const placeOptions = {
  service: { type: 'string', value: 'NAME', description: 'The service; the first one by default.' },
  replica: { type: 'string', value: 'NUMBER', description: 'The replica, from 1; the first that serves by default.' },
} as const satisfies Record<string, CommandOption>

/** Returns the container that the options choose, as calls name it. */
export const placeOf = (values: OptionValues): { serviceName?: string; replica?: number } => {
  const serviceName = textOption(values, 'service')
  const replica = textOption(values, 'replica')
  if (replica !== undefined && !/^[1-9]\d{0,2}$/.test(replica)) throw usageError('--replica is a number from 1.')
  return {
    ...(serviceName !== undefined && { serviceName }),
    // Users count from 1, as the console does.
    ...(replica !== undefined && { replica: Number(replica) - 1 }),
  }
}
