import { useSyncExternalStore } from 'react'
import type { Configuration } from '../../../src/contract/wire/configuration.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { Banner } from '../../parts/state/banner.tsx'
import { clockNowMs, subscribeToSeconds } from '../../parts/text/shared-clock.ts'
import css from './notices.module.css'

const tones = { error: 'bad', warning: 'warn', success: 'good', info: 'info' } as const

/** The maintenance notice, and below it the announcement. */
export const Notices = () => {
  const configuration = useConfiguration()
  return (
    <>
      {configuration?.maintenance && <UntilExpired {...configuration.maintenance} />}
      {configuration?.announcement && <UntilExpired {...configuration.announcement} />}
    </>
  )
}

type Notice = Omit<NonNullable<Configuration['maintenance']>, 'links'> & {
  links?: NonNullable<Configuration['maintenance']>['links']
}

/** Disappears when it expires. */
const UntilExpired = ({ text, type, expiresAt, links = [] }: Notice) => {
  const isOver = useSyncExternalStore(subscribeToSeconds, () => clockNowMs() >= Date.parse(expiresAt))
  if (isOver) return null
  return (
    <Banner across tone={tones[type]}>
      {text}
      {links.map(({ label, href }) => (
        <a key={label} className={css.link} href={href} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
    </Banner>
  )
}
