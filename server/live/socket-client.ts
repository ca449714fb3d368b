import type { Socket } from 'socket.io'
import * as v from 'valibot'
import { organizationTopic, unwatchRequest, type WatchAnswer, watchRequest } from '../../src/contract/live.ts'
import type { Authenticate, Caller, Recheck } from '../http/handler.ts'
import type { Authorize } from '../http/policy.ts'
import { refusalOf } from '../http/refusal-of.ts'
import { Refused } from '../http/refused.ts'
import type { Log } from '../log.ts'
import type { Hub, Watch } from './hub.ts'
import type { LiveLimits } from './live-limits.ts'
import type { Leave } from './places.ts'
import type { RightsChange, RightsChanges } from './rights-changes.ts'
import { socketFlow } from './socket-flow.ts'
import { topicAccess } from './topic-access.ts'
import { visitorOutlet } from './visitor-outlet.ts'
import { RETRY_MS, watchCaller } from './watch-caller.ts'

export interface LiveOptions {
  hub: Hub
  authenticate: Authenticate
  recheck: Recheck
  authorize: Authorize
  rights: RightsChanges
  limits: LiveLimits
  log: Log
}

interface Watching {
  watch: Watch
  leave: Leave
  organizationId: string
  isVisitor: boolean
}

const MOST_WATCHES = 200
/** A visitor's page watches one organisation. */
const MOST_WATCHES_OF_VISITOR = 10

/** The client watches again, and reads its lists when packets are gone. */
const readAgain = { error: 'behind', message: 'What you may see has changed, or is no longer kept. Reading again.' }

/** One connected client: what it watches, for as long as it may. */
export const attendClient = (socket: Socket, caller: Caller, options: LiveOptions): void => {
  const { hub, recheck, authorize, rights, limits, log } = options
  const countedAs = caller.kind === 'person' ? caller.userId : limits.networkOf(socket.request)
  const outletFor = socketFlow(socket)
  const watching = new Map<string, Watching>()
  const most = caller.kind === 'visitor' ? MOST_WATCHES_OF_VISITOR : MOST_WATCHES
  let beginning = 0
  let changes = 0

  const end = (topic: string, refusal?: { error: string; message: string }) => {
    watching.get(topic)?.watch.stop()
    watching.get(topic)?.leave()
    watching.delete(topic)
    if (refusal) socket.emit('watchEnded', { topic, ...refusal })
  }

  const scopeOf = async (topic: string) => {
    const known = topicAccess(topic)
    const scope = known && (await authorize(caller, known.access, known.id))
    if (!scope) throw new Refused('notFound')
    return scope
  }

  const begin = async (topic: string, after: number | null, answer: (answer: WatchAnswer) => void) => {
    end(topic)
    if (watching.size + beginning > most)
      throw new Refused('tooMany', { words: 'Too many topics are watched at once.' })
    if (!limits.watchRequests.take(countedAs)) throw new Refused('tooMany')
    const leave = limits.hold(caller, 'watches')
    try {
      await beginIn(leave, topic, after, answer)
    } catch (error) {
      leave()
      throw error
    }
  }

  const beginIn = async (
    leave: Leave,
    topic: string,
    after: number | null,
    answer: (answer: WatchAnswer) => void,
  ): Promise<void> => {
    const before = changes
    const { organizationId, role } = await scopeOf(topic)
    // A sub-organisation's id leads to the events of its organisation.
    const source = topic.startsWith('organization/') ? organizationTopic(organizationId) : topic
    const isVisitor = role === null
    const open = outletFor(topic, () => end(topic, readAgain))
    const watch = await hub.watch(source, after, isVisitor ? visitorOutlet(open) : open)
    if (socket.disconnected) return leave()
    end(topic)
    const one = { watch, leave, organizationId, isVisitor }
    watching.set(topic, one)
    answer({ ok: true, from: watch.from })
    watch.start()
    // A change that came since the policy was asked found nothing to ask about.
    if (changes !== before) void askAgain((other) => other === one)
  }

  socket.on('watch', async (request: unknown, answer: unknown) => {
    if (typeof answer !== 'function') return
    const say = (said: WatchAnswer) => answer(said)
    const read = v.safeParse(watchRequest, request)
    if (!read.success) return say({ ok: false, error: 'invalid', message: 'This is no request to watch something.' })
    beginning += 1
    try {
      await begin(read.output.topic, read.output.after, say)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.status >= 500) log.warn({ err: error }, 'a topic could not be watched')
      say({ ok: false, error: refusal.code, message: refusal.message })
    } finally {
      beginning -= 1
    }
  })

  socket.on('unwatch', (request: unknown) => {
    const read = v.safeParse(unwatchRequest, request)
    if (read.success) end(read.output.topic)
  })

  const person = watchCaller(caller, recheck, () => {
    socket.emit('sessionEnded')
    socket.disconnect(true)
  })

  let unanswered = new Set<Watching>()
  let retry: NodeJS.Timeout | undefined

  const askLater = (one: Watching) => {
    unanswered.add(one)
    retry ??= setTimeout(() => {
      const those = unanswered
      unanswered = new Set()
      retry = undefined
      void askAgain((other) => those.has(other))
    }, RETRY_MS)
  }

  const askAgain = async (concerned: (one: Watching) => boolean) => {
    const still = await person.stillIs()
    if (still === 'over') return
    for (const [topic, one] of [...watching]) {
      if (!concerned(one)) continue
      if (still === 'unknown') {
        askLater(one)
        continue
      }
      // Two changes shortly one after the other are asked about side by side, and the end is told once.
      const endThis = (refusal: { error: string; message: string }) => {
        if (watching.get(topic) === one) end(topic, refusal)
      }
      try {
        const { role } = await scopeOf(topic)
        // A member who is a visitor now is not told all any more, and the other way round.
        if ((role === null) !== one.isVisitor) endThis(readAgain)
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal.status < 500) endThis({ error: refusal.code, message: refusal.message })
        else if (watching.get(topic) === one) askLater(one)
      }
    }
  }

  const mine = ({ userId, organizationId }: RightsChange) =>
    userId === null || (caller.kind === 'person' && caller.userId === userId && organizationId === null)

  const stopHearing = rights.on((change) => {
    changes += 1
    const personal = change.organizationId === null && mine(change)
    const shared =
      change.organizationId !== null &&
      [...watching.values()].some((one) => one.organizationId === change.organizationId)
    if (personal || shared)
      void askAgain((one) => change.organizationId === null || one.organizationId === change.organizationId)
  })

  socket.on('disconnect', () => {
    stopHearing()
    person.stop()
    clearTimeout(retry)
    for (const topic of [...watching.keys()]) end(topic)
  })
}
