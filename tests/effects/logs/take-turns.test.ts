import { test } from 'vitest'
import { takeTurns } from '../../../effects/logs/take-turns.ts'
import { marbles } from '../../marbles.ts'

test(
  'given searches of several logs, when they begin at once, then they run one after the other',
  marbles((m) => {
    const inTurn = takeTurns()
    const first = m.cold('  --a|')
    const second = m.cold(' -b|')
    m.expect(inTurn(first)).toBeObservable(' --a|')
    m.expect(inTurn(second)).toBeObservable('----b|')
    m.expect(first).toHaveSubscriptions(' ^--!')
    m.expect(second).toHaveSubscriptions('---^-!')
  }),
)

test(
  'given a search that fails or is cancelled, when it ends, then the next one begins',
  marbles((m) => {
    const inTurn = takeTurns()
    const failing = m.cold(' -#')
    const endless = m.cold(' ')
    const skipped = m.cold(' x|')
    const last = m.cold('    b|')
    m.expect(inTurn(failing)).toBeObservable('-#')
    m.expect(inTurn(endless), '---!').toBeObservable('')
    m.expect(inTurn(skipped), '--!').toBeObservable('')
    m.expect(inTurn(last)).toBeObservable('---b|')
    m.expect(skipped).toHaveSubscriptions([])
  }),
)
