import { Cpu, Gift, SquareTerminal } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Configuration } from '../../src/contract/wire/configuration.ts'

/** One of the product's apps: a link, or disabled with the reason. */
export interface ProductApp {
  id: 'console' | 'provider' | 'fizz-node'
  name: string
  text: string
  icon: ReactElement
  place: { kind: 'here'; to: string } | { kind: 'external'; href: string } | { kind: 'disabled'; reason: string }
}

const SWITCHED_OFF = 'Currently unavailable'
const NOT_INSTALLED = 'Not installed here'

/** Returns the product's apps in display order. */
export const productApps = (configuration: Configuration, home: string): ProductApp[] => {
  const { apps, disabledApps } = configuration
  const placed = (id: ProductApp['id'], place: ProductApp['place']): ProductApp['place'] =>
    disabledApps.includes(id) ? { kind: 'disabled', reason: SWITCHED_OFF } : place
  const external = (href: string | null): ProductApp['place'] =>
    href === null ? { kind: 'disabled', reason: NOT_INSTALLED } : { kind: 'external', href }
  return [
    {
      id: 'console',
      name: 'Console',
      text: 'Deploy and manage applications with a YAML command line.',
      icon: <SquareTerminal />,
      place: placed('console', { kind: 'here', to: home }),
    },
    {
      id: 'provider',
      name: 'Provider',
      text: 'Earn rewards by providing compute resources.',
      icon: <Gift />,
      place: placed('provider', external(apps.provider)),
    },
    {
      id: 'fizz-node',
      name: 'Fizz Node',
      text: 'Monetise resources on a decentralised network.',
      icon: <Cpu />,
      place: placed('fizz-node', external(apps.fizzNode)),
    },
  ]
}
