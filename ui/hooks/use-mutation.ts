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
  /** What the server says of one field of the input, by its dotted path. */
  fieldError(field: string): string | undefined
  /** Removes the response of the last press from memory. */
  forget(): void
}

interface Press {
  id: string
  key: string
}

/**
 * Asks for a change. A wish that was not answered keeps its name when it is pressed again, so that a press that got
 * lost on the way is done once; an answer, a refusal or another input ends the wish.
 */
export const useMutation = <N extends MutationName>(name: N): Mutation<N> => {
  const { bus, newId } = useConsole()
  // Two presses can come before React draws again, so the last one is kept outside of the state too.
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
    // Kept under the name of a press of this call.
    response: state?.kind === 'succeeded' ? (state.response as ResponseOf<N>) : null,
    isRunning: state?.kind === 'running',
    failure,
    forget: () => bus.send({ type: 'ui/responseDiscarded', requestId: last.current.id }),
    fieldError: (field) => (failure ? fieldErrorMessage(failure, field) : undefined),
  }
}
