import { expect, test } from 'vitest'
import { createBus } from '../../src/core/bus.ts'
import { slice } from '../../src/core/slice.ts'
import { type DevtoolsConnection, devtools } from '../../streams/devtools.ts'

type Message = { type: 'ui/counted'; by: number }

/** A fake extension that records what it receives and can send commands. */
const fakeExtension = () => {
  const log: unknown[] = []
  let listener: ((sentMessage: unknown) => void) | null = null
  const connection: DevtoolsConnection = {
    init: (state) => void log.push(['init', state]),
    send: (message, state) => void log.push([message.type, state]),
    error: (message) => void log.push(['error', message]),
    subscribe: (callback) => {
      listener = callback
      return () => {
        listener = null
      }
    },
  }
  return {
    log,
    connect: () => connection,
    emit: (type: string, state?: string) => listener?.({ type: 'DISPATCH', payload: { type }, state }),
    dispatch: (sentMessage: unknown) => listener?.(sentMessage),
    isSubscribed: () => listener !== null,
  }
}

const setup = () => {
  const count = slice<{ count: number }, Message>(
    { count: 0 },
    {
      'ui/counted': (draft, { by }) => {
        draft.count += by
      },
    },
  )
  const bus = createBus<{ count: { count: number } }, Message>({ count }, (_, error) => {
    throw error
  })
  const extension = fakeExtension()
  const listening = bus.listen(devtools(extension, bus, 'console'))
  const counted = (by: number) => bus.send({ type: 'ui/counted', by })
  const stateOf = (value: number) => ({ count: { count: value } })
  return { bus, extension, listening, counted, stateOf }
}

test('sends every message in order, with the resulting state', () => {
  const { extension, counted, stateOf } = setup()
  counted(1)
  counted(2)
  expect(extension.log).toStrictEqual([
    ['init', stateOf(0)],
    ['ui/counted', stateOf(1)],
    ['ui/counted', stateOf(3)],
  ])
})

test('a jump restores a state without a message, and the next message is applied to it', () => {
  const { bus, extension, counted, stateOf } = setup()
  counted(5)
  extension.emit('JUMP_TO_STATE', JSON.stringify(stateOf(0)))
  expect(bus.read()).toStrictEqual(stateOf(0))
  expect(extension.log).toHaveLength(2)
  counted(2)
  extension.emit('JUMP_TO_ACTION', JSON.stringify(stateOf(5)))
  expect(bus.read()).toStrictEqual(stateOf(5))
})

test('rollback restores the committed state, and reset the initial one', () => {
  const { bus, extension, counted, stateOf } = setup()
  counted(1)
  extension.emit('COMMIT')
  counted(1)
  extension.emit('ROLLBACK')
  expect(bus.read()).toStrictEqual(stateOf(1))
  extension.emit('RESET')
  expect(bus.read()).toStrictEqual(stateOf(0))
  expect(extension.log.at(-1)).toStrictEqual(['init', stateOf(0)])
})

test('invalid commands change nothing', () => {
  const { bus, extension, counted, stateOf } = setup()
  counted(1)
  extension.dispatch({ type: 'START' })
  extension.dispatch(undefined)
  extension.emit('JUMP_TO_STATE', '{')
  extension.emit('TOGGLE_ACTION')
  expect(bus.read()).toStrictEqual(stateOf(1))
  expect(extension.log.at(-1)).toStrictEqual(['error', 'This state cannot be read.'])
})

test('unsubscribing disconnects from the extension', () => {
  const { extension, listening, counted } = setup()
  listening.unsubscribe()
  counted(1)
  expect(extension.isSubscribed()).toBe(false)
  expect(extension.log).toHaveLength(1)
})

test('completes at once without the extension', () => {
  const { bus } = setup()
  let isOver = false
  devtools(undefined, bus, 'console').subscribe({ complete: () => (isOver = true) })
  expect(isOver).toBe(true)
})
