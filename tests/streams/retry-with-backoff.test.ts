import { defer } from 'rxjs'
import { expect, test } from 'vitest'
import { retryWithBackoff } from '../../streams/live/retry-with-backoff.ts'
import { marbles } from '../marbles.ts'

test(
  'given a source that fails, when it is retried, then the waits grow until a value arrives, and each error is reported',
  marbles((m) => {
    const lives = ['#', '#', '#', 'a#', 'b']
    const reported: string[] = []
    const world = { scheduler: m.scheduler, random: () => 0 }
    const breaking$ = defer(() => m.cold(lives.shift() ?? '#', undefined, 'broken'))
    const retrying$ = breaking$.pipe(
      retryWithBackoff('streams/live', world, (where, error) => reported.push(`${where}: ${error}`)),
    )
    m.expect(retrying$).toBeObservable('7s a 1s b')
    m.flush()
    expect(reported).toStrictEqual(Array(4).fill('streams/live: broken'))
  }),
)
