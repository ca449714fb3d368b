import { call } from '../call.ts'
import { configuration } from '../wire/configuration.ts'

export const configCalls = {
  readConfig: call({
    method: 'GET',
    path: 'configuration',
    access: 'public',
    response: configuration,
    summary: 'What the console needs to know of this installation.',
  }),
}
