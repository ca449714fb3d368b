import type { Restore } from '../../src/contract/wire/volumes/snapshot.ts'
import { Banner } from '../parts/state/banner.tsx'

const texts: Record<Restore['kind'], (target: string) => string> = {
  inPlace: (target) => `The data of ${target} is being replaced`,
  newVolume: (target) => `The volume ${target} is being restored`,
  rehearsal: (target) => `A test restore of ${target} is running`,
}
const HOUR_MS = 3_600_000

/** The restores that run, and those that failed in the last hour. */
export const RestoreNotes = ({ restores }: { restores: readonly Restore[] }) => (
  <>
    {restores.map(({ _id, kind, target, state, error, finishedAt }) => {
      if (state === 'Succeeded') return null
      if (state === 'Failed')
        return finishedAt !== null && Date.now() - Date.parse(finishedAt) < HOUR_MS ? (
          <Banner key={_id} tone="bad" title={`The restore of ${target} failed`}>
            {error?.message}
          </Banner>
        ) : null
      return (
        <Banner key={_id} tone="info" title={texts[kind](target)}>
          {kind === 'inPlace' && 'Its instance restarts when the copy is complete.'}
        </Banner>
      )
    })}
  </>
)
