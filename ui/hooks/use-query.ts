import { useEffect } from 'react'
import { callKey } from '../../src/calls/call-key.ts'
import { selectQuery } from '../../src/calls/queries.ts'
import type { InputOf, QueryName, ResponseOf } from '../../src/contract/contract.ts'
import type { RemoteData } from '../../src/core/remote-data.ts'
import type { UiMessage } from '../../src/message.ts'
import { useConsole } from './use-console.tsx'
import { useSelected } from './use-selected.ts'

export interface QueryResult<N extends QueryName> {
  data: RemoteData<ResponseOf<N>>
  /** Fetches again; an older value stays. */
  retry(): void
}

/** Subscribes to a query while the view is mounted. Null as input requests nothing. */
export const useQuery = <N extends QueryName>(name: N, input: InputOf<N> | null): QueryResult<N> => {
  const { bus } = useConsole()
  const key = input === null ? '' : callKey(name, input)
  const sendMessage = (what: 'subscribed' | 'unsubscribed' | 'retried') => {
    // The type and the input belong together by construction: both come from `name`.
    if (input !== null) bus.send({ type: `ui/${name}.${what}`, input } as unknown as UiMessage)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made of the name and the input
  useEffect(() => {
    sendMessage('subscribed')
    return () => sendMessage('unsubscribed')
  }, [key])

  const data = useSelected(selectQuery(name, (input ?? {}) as InputOf<N>), [key])
  return { data, retry: () => sendMessage('retried') }
}
