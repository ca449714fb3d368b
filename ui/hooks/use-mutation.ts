import { useEffect, useRef, useState } from 'react'
import { callKey } from '../../src/calls/call-key.ts'
import { type MutationState, selectMutation } from '../../src/calls/mutations.ts'
import { callManifest } from '../../src/contract/call-manifest.ts'
import type { InputOf, MutationName, ResponseOf } from '../../src/contract/contract.ts'
import { type Failure, fieldErrorMessage, isUncertain } from '../../src/core/failure.ts'
import type { UiMessage } from '../../src/message.ts'
import { useConsole } from './use-console.tsx'
import { useSelected } from './use-selected.ts'

export interface Mutation<N extends MutationName> {
  mutate(input: InputOf<N>): void
  state: MutationState | null
  response: ResponseOf<N> | null
  isRunning: boolean
  failure: Failure | null
  /** Returns the server's message about one field of the input, by its dotted path. */
  fieldError(field: string): string | undefined
  /** Removes the last response from memory. */
  forget(): void
}

interface Press {
  id: string
  key: string
}

/**
 * Returns a function that requests a change, and the state of the last request. A request that got no response keeps
 * its id when it is repeated with the same input, so that the server carries it out once.
 */
export const useMutation = <N extends MutationName>(name: N): Mutation<N> => {
  const { bus, newId } = useConsole()
  // Two presses can occur before React renders again, so the last one is also kept in a ref.
  const last = useRef<Press>({ id: '', key: '' })
  const [pressed, setPressed] = useState('')
  const state = useSelected(selectMutation(pressed), [pressed])
  const failure = state?.kind === 'failed' ? state.failure : null

  useEffect(
    () => () => {
      if (callManifest[name].oneTimeResponse) bus.send({ type: 'ui/responseDiscarded', requestId: last.current.id })
    },
    [bus, name],
  )

  const mutate = (input: InputOf<N>): void => {
    const key = callKey(name, input)
    const before = bus.read().mutations[last.current.id]
    if (before?.kind === 'running' && last.current.key === key) return
    const isUnconfirmed = before?.kind === 'failed' && isUncertain(before.failure) && last.current.key === key
    const id = isUnconfirmed ? before.sentAs : newId()
    last.current = { id, key }
    setPressed(id)
    // The type and the input belong together by construction: both come from `name`.
    bus.send({ type: `ui/${name}.requested`, input, requestId: id } as unknown as UiMessage)
  }

  return {
    mutate,
    state,
    // The response is stored under the id of a request of this call.
    response: state?.kind === 'succeeded' ? (state.response as ResponseOf<N>) : null,
    isRunning: state?.kind === 'running',
    failure,
    forget: () => bus.send({ type: 'ui/responseDiscarded', requestId: last.current.id }),
    fieldError: (field) => (failure ? fieldErrorMessage(failure, field) : undefined),
  }
}
