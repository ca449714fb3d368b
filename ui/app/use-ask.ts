import { useEffect, useRef, useState } from 'react'
import { callKey } from '../../src/calls/call-key.ts'
import { selectWrite, type Write } from '../../src/calls/writes.ts'
import type { AnswerOf, InputOf, WriteName } from '../../src/contract/contract.ts'
import { outline } from '../../src/contract/outline.ts'
import { type Failure, fieldWords, isUncertain } from '../../src/core/failure.ts'
import type { UiMessage } from '../../src/message.ts'
import { useConsole } from './console-context.tsx'
import { useSelected } from './use-selected.ts'

export interface Ask<N extends WriteName> {
  ask(input: InputOf<N>): void
  write: Write | null
  answer: AnswerOf<N> | null
  isRunning: boolean
  failure: Failure | null
  /** What the server says of one field of the input, by its dotted path. */
  fieldFault(field: string): string | undefined
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
export const useAsk = <N extends WriteName>(name: N): Ask<N> => {
  const { bus, newId } = useConsole()
  // Two presses can come before React draws again, so the last one is kept outside of the state too.
  const last = useRef<Press>({ id: '', key: '' })
  const [pressed, setPressed] = useState('')
  const write = useSelected(selectWrite(pressed), [pressed])
  const failure = write?.kind === 'failed' ? write.failure : null

  useEffect(
    () => () => {
      if (outline[name].answersOnce) bus.send({ type: 'ui/answerForgotten', ask: last.current.id })
    },
    [bus, name],
  )

  const ask = (input: InputOf<N>): void => {
    const key = callKey(name, input)
    const before = bus.read().writes[last.current.id]
    if (before?.kind === 'running' && last.current.key === key) return
    const isLost = before?.kind === 'failed' && isUncertain(before.failure) && last.current.key === key
    const id = isLost ? before.sentAs : newId()
    last.current = { id, key }
    setPressed(id)
    // The type and the input belong together by construction: both come from `name`.
    bus.send({ type: `ui/${name}.asked`, input, ask: id } as unknown as UiMessage)
  }

  return {
    ask,
    write,
    // Kept under the name of a press of this call.
    answer: write?.kind === 'answered' ? (write.answer as AnswerOf<N>) : null,
    isRunning: write?.kind === 'running',
    failure,
    forget: () => bus.send({ type: 'ui/answerForgotten', ask: last.current.id }),
    fieldFault: (field) => (failure ? fieldWords(failure, field) : undefined),
  }
}
