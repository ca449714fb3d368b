import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { Button } from '../../parts/actions/button.tsx'
import { BadgeNote } from '../../parts/state/badge-note.tsx'

/** What runs instances; opened, what isolates them. */
export const EngineNote = () => {
  const send = useSend()
  const engine = useConfiguration()?.engine
  if (!engine?.isolation) return null
  const isContainers = engine.name === 'docker'
  const isExposed = Object.values(engine.measured ?? {}).includes('reachable')
  return (
    <BadgeNote
      tone={isExposed ? 'warn' : 'still'}
      label={isContainers ? 'Runs containers' : 'Runs processes'}
      note={engine.isolation}
      side="above"
      action={
        isContainers && (
          <Button size="small" onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'isolation' } })}>
            Network access
          </Button>
        )
      }
    />
  )
}
