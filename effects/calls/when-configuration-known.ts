import { defer, map, merge, type Observable, of, take } from 'rxjs'
import { selectQuery } from '../../src/calls/queries.ts'
import { selectConfiguration } from '../../src/calls/select-configuration.ts'
import type { Configuration } from '../../src/contract/wire/configuration.ts'
import type { Messages } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import type { Deps } from '../deps.ts'

/** Emits the installation's configuration once it is loaded; null if it could not be read. */
export const whenConfigurationKnown = (
  messages: Messages<Message>,
  { read }: Pick<Deps, 'read'>,
): Observable<Configuration | null> =>
  defer(() => {
    const known = selectConfiguration(read())
    if (known) return of(known)
    if (selectQuery('readConfig', {})(read()).kind === 'failed') return of(null)
    return merge(
      messages.of('api/readConfig.succeeded').pipe(map(({ response }) => response)),
      messages.of('api/readConfig.failed').pipe(map(() => null)),
    ).pipe(take(1))
  })
