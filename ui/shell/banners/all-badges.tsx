import type { EngineOfRegions } from '../../../src/contract/wire/configuration.ts'
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
  const engines = useConfiguration()?.engines.filter(({ isolation }) => isolation !== '') ?? []
  if (engines.length === 0) return null
  const isExposed = engines.some(({ measured }) => Object.values(measured ?? {}).includes('reachable'))
  return (
    <BadgeNote
      tone={isExposed ? 'warn' : 'still'}
      label={engines.some(isContainers) ? 'Runs containers' : 'Runs processes'}
      note={engines.map(({ title, isolation }) => (engines[1] ? `${title}: ${isolation}` : isolation)).join(' ')}
      side="above"
      action={
        engines.some(isContainers) && (
          <Button size="small" onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'isolation' } })}>
            Network access
          </Button>
        )
      }
    />
  )
}

const isContainers = ({ kind }: EngineOfRegions) => kind === 'docker'
