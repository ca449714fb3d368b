import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { Button } from '../../parts/actions/button.tsx'
import { BadgeNote } from '../../parts/state/badge-note.tsx'

const SANDBOX = 'Sandbox: login uses stand-in providers on this machine, and nothing leaves it.'

/** Badges that describe the installation, each with a note. The engine's is in the footer of the console only. */
export const AllBadges = ({ place }: { place: 'bar' | 'footer' | 'visitorFooter' }) => (
  <>
    {useConfiguration()?.sandbox && (
      <BadgeNote tone="warn" label="Sandbox" note={SANDBOX} side={place === 'bar' ? 'below' : 'above'} />
    )}
    {place === 'footer' && <EngineBadge />}
  </>
)

const EngineBadge = () => {
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
