import { useEffect } from 'react'
import { useSend } from './use-console.tsx'

/** Watches a live topic as long as the view is there. */
export const useTopic = (topic: string | null, after: number): void => {
  const send = useSend()
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a watch began does not change while it lasts
  useEffect(() => {
    if (topic === null) return
    send({ type: 'ui/topicWatched', topic, after })
    return () => send({ type: 'ui/topicLeft', topic })
  }, [topic, send])
}
