import { useEffect } from 'react'
import { useSend } from './use-console.tsx'

/** Subscribes to a live topic while the view is mounted. */
export const useTopic = (topic: string | null, after: number): void => {
  const send = useSend()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start of a watch does not change while it lasts
  useEffect(() => {
    if (topic === null) return
    send({ type: 'ui/topicWatched', topic, after })
    return () => send({ type: 'ui/topicLeft', topic })
  }, [topic, send])
}
