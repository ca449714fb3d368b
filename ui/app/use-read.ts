import { useEffect } from 'react'
import { callKey } from '../../src/calls/call-key.ts'
import { selectRead } from '../../src/calls/reads.ts'
import type { AnswerOf, InputOf, ReadName } from '../../src/contract/contract.ts'
import type { RemoteData } from '../../src/core/remote-data.ts'
import type { UiMessage } from '../../src/message.ts'
import { useConsole } from './console-context.tsx'
import { useSelected } from './use-selected.ts'

export interface ReadOf<N extends ReadName> {
  data: RemoteData<AnswerOf<N>>
  /** Asks again; what was loaded before stays. */
  retry(): void
}

/** What a call answers, wanted as long as the view is there. With no input nothing is asked. */
export const useRead = <N extends ReadName>(name: N, input: InputOf<N> | null): ReadOf<N> => {
  const { bus } = useConsole()
  const key = input === null ? '' : callKey(name, input)
  const say = (what: 'wanted' | 'unwanted' | 'retried') => {
    // The type and the input belong together by construction: both come from `name`.
    if (input !== null) bus.send({ type: `ui/${name}.${what}`, input } as unknown as UiMessage)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the name and the input
  useEffect(() => {
    say('wanted')
    return () => say('unwanted')
  }, [key])

  const data = useSelected(selectRead(name, (input ?? {}) as InputOf<N>), [key])
  return { data, retry: () => say('retried') }
}
