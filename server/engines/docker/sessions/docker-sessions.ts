import type { Container } from 'dockerode'
import type { EngineSessions } from '../../interface/sessions.ts'
import type { KillCommand } from '../commands/kill-command.ts'
import { dockerFailure } from '../docker-failure.ts'
import type { FailureSubject } from '../failure-rules.ts'
import { dockerFeed } from './docker-feed.ts'
import { dockerSession, killIn } from './docker-session.ts'

export function dockerSessions(containerOf: (id: string) => Container, kill: KillCommand): EngineSessions {
  const translated = async <T>(subject: FailureSubject, call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      throw dockerFailure(error, subject)
    }
  }
  return {
    openSession: (id, options) => translated({ id }, () => dockerSession(containerOf(id), kill, options)),
    endSession: (id, mark) =>
      translated({ id }, async () => {
        const container = containerOf(id)
        await killIn(container, () => kill(container.id, mark))
      }),
    feed: (id, command, input, signal) =>
      translated({ id, command }, () => dockerFeed(containerOf(id), kill, command, input, signal)),
  }
}
