import { call } from '../call.ts'
import { configuration } from '../wire/configuration.ts'

export const configCalls = {
  readConfig: call({
    method: 'GET',
    path: 'configuration',
    access: 'public',
    response: configuration,
    summary: 'Get the settings of this installation that the console needs.',
  }),
}
