import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { streamLimits } from '../../server/gateway/streams/stream-limits.ts'
import { until } from '../server/until.ts'
import { type StreamWorld, streamWorld } from './stream-world.ts'

let world: StreamWorld
afterEach(() => world.close())

/** Sends until there is a response, because datagrams may be lost. */
async function exchange(socket: Socket, question: string): Promise<string> {
  const responses: string[] = []
  const keep = (bytes: Buffer) => responses.push(String(bytes))
  socket.on('message', keep)
  if (!isConnected(socket)) await once(socket, 'connect')
  const response = await until(async () => {
    if (responses.length === 0) socket.send(question)
    return responses.find((each) => each.endsWith(question))
  })
  socket.off('message', keep)
  return response
}

function isConnected(socket: Socket): boolean {
  try {
    return socket.remoteAddress().port > 0
  } catch {
    return false
  }
}

test('each visitor keeps its target, and visitors are spread over the targets', async () => {
  world = await streamWorld()
  await world.route('udp', [await world.udpTarget('one '), await world.udpTarget('two ')])
  const [first, second] = [world.visitUdp(), world.visitUdp()]
  const responses = [await exchange(first, 'a'), await exchange(second, 'a')]
  expect(responses.toSorted()).toEqual(['one a', 'two a'])
  expect(await exchange(first, 'b')).toBe(responses[0]?.replace('a', 'b'))
})

test('a target that leaves keeps its visitors until they are idle, and then nothing of them is left', async () => {
  world = await streamWorld({ limits: { ...streamLimits, leavingIdleMs: 100 } })
  const [one, two] = [await world.udpTarget('one '), await world.udpTarget('two ')]
  await world.route('udp', [one])
  const visitor = world.visitUdp()
  expect(await exchange(visitor, 'a')).toBe('one a')
  await world.route('udp', [two])
  expect(await exchange(visitor, 'b')).toBe('one b')
  await world.forwarder.drain('one ', 60_000)
  expect(await exchange(visitor, 'c')).toBe('two c')
})

test('sessions that were never confirmed make room, and confirmed ones stay', async () => {
  world = await streamWorld({ limits: { ...streamLimits, perListener: 3 } })
  await world.route('udp', [await world.udpTarget('one ')])
  const steady = world.visitUdp()
  expect(await exchange(steady, 'a')).toBe('one a')
  expect(await exchange(steady, 'confirmed')).toBe('one confirmed')
  for (let each = 0; each < 12; each += 1)
    expect(await exchange(world.visitUdp(), `new ${each}`)).toBe(`one new ${each}`)
  expect(await exchange(steady, 'still')).toBe('one still')
})

test('a refused datagram ends the session, and the next one reaches the target that came back', async () => {
  world = await streamWorld()
  const one = await world.udpTarget('one ')
  await world.route('udp', [{ ...one, hostPort: world.port + 1 }])
  const visitor = world.visitUdp()
  await once(visitor, 'connect')
  visitor.send('lost')
  await world.route('udp', [one])
  expect(await exchange(visitor, 'found')).toBe('one found')
})
