import { useSyncExternalStore } from 'react'
import { Banner } from '../../parts/state/banner.tsx'
import { clockNowMs, subscribeToSeconds } from '../../parts/text/shared-clock.ts'
import { useConfiguration } from '../use-configuration.ts'

const tones = { error: 'bad', warning: 'warn', success: 'good', info: 'info' } as const

/** Goes by itself when its time is over. */
export const Announcement = () => {
  const announcement = useConfiguration()?.announcement ?? null
  return announcement && <UntilExpired {...announcement} />
}

interface AnnouncementProps {
  text: string
  type: keyof typeof tones
  expiresAt: string
}

const UntilExpired = ({ text, type, expiresAt }: AnnouncementProps) => {
  const isOver = useSyncExternalStore(subscribeToSeconds, () => clockNowMs() >= Date.parse(expiresAt))
  if (isOver) return null
  return (
    <Banner across tone={tones[type]}>
      {text}
    </Banner>
  )
}
