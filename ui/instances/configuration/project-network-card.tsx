import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Checkbox } from '../../parts/choices/checkbox.tsx'
import { Card } from '../../parts/layout/card.tsx'

type ProjectNetworkCardProps = {
  region: string
  /** The name of the instance in the network; not known before it is created. */
  host?: string | undefined
  serviceName: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether the instances of a project find each other's services. */
export const ProjectNetworkCard = ({ region, host, serviceName, checked, onChange }: ProjectNetworkCardProps) => {
  const { data } = useQuery('readRegions', {})
  const settings = lastLoaded(data)?.value.regions.find((item) => item.region === region)?.supportedSettings
  const isSupported = settings === undefined || settings === null || settings.includes('projectNetwork')
  const name = serviceName || 'service'
  const hint = isSupported
    ? `Instances of this project that also join it find the services, such as ${host === undefined ? `${name} followed by a dot and the name of this instance in its link` : `${name}.${host}`}.`
    : 'The engine of this region has no networks.'
  return (
    <Card title="Network">
      <Checkbox
        label="Join the project network"
        hint={hint}
        checked={checked}
        disabled={!isSupported && !checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Card>
  )
}
