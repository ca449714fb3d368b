import type { Instance } from '../../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { type ServicePlaces, servicePlaces } from '../../../../src/instances/services/service-places.ts'
import { useIsVisitor } from '../../../hooks/use-organization.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { Card } from '../../../parts/layout/card.tsx'
import { Badge } from '../../../parts/state/badge.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { SkeletonText } from '../../../parts/waiting/skeleton-text.tsx'
import css from './connect-card.module.css'
import { ConnectionStringLine } from './connection-string-line.tsx'
import { PlaceLine } from './place-line.tsx'
import { PublicPlace } from './public-place.tsx'

/** Where each service is reached: its links, addresses, names in the networks and connection strings. */
export const ConnectCard = ({ instance }: { instance: Instance }) => {
  const isVisitor = useIsVisitor()
  const { desiredDeployment } = instance
  const { data } = useQuery('readDeployment', desiredDeployment && !isVisitor ? { id: desiredDeployment } : null)
  const configuration = lastLoaded(data)?.value.deployment.configuration ?? null
  const services = servicePlaces(instance, configuration)
  const isUp = instance.state === 'Active' && instance.desiredState === 'active'
  return (
    <Card title="Connect" padded={false}>
      {services.length === 0 && data.kind !== 'loading' ? (
        <div className={css.item}>
          <Text tone="muted">
            {isVisitor ? 'This instance has no public ports.' : 'No service of this instance has a port.'}
          </Text>
        </div>
      ) : (
        <ul className={css.list}>
          {services.map((places) => (
            <li key={places.service} className={css.item}>
              <Service instance={instance} places={places} isUp={isUp} />
            </li>
          ))}
        </ul>
      )}
      {data.kind === 'loading' && !configuration && services.length === 0 && (
        <div className={css.item}>
          <SkeletonText lines={1} />
        </div>
      )}
    </Card>
  )
}

type ServiceProps = { instance: Instance; places: ServicePlaces; isUp: boolean }

const Service = ({ instance, places, isUp }: ServiceProps) => {
  const { service, label, publicLines, ports, strings, reference, isUnreachable } = places
  const isOnly = ports.length < 2
  return (
    <>
      {service && (
        <h3 className={css.head}>
          {service}
          {label && <Badge>{label}</Badge>}
        </h3>
      )}
      {publicLines.map((line) => (
        <PublicPlace key={line.key} line={line} isUp={isUp} />
      ))}
      {ports.map(({ port, protocol, inside, project }) => (
        <PlaceLines
          key={`${protocol} ${port}`}
          service={isOnly ? service : `${service} on port ${port}`}
          note={`${protocol.toUpperCase()} ${port}`}
          inside={inside}
          project={project}
        />
      ))}
      {strings.map(({ reach, parts }) => (
        <ConnectionStringLine key={reach} id={instance._id} service={service} reach={reach} parts={parts} />
      ))}
      {reference && (
        <PlaceLine
          label="As a variable"
          note="in this instance"
          text={reference}
          copy={`Copy reference to ${service}`}
        />
      )}
      {isUnreachable && (
        <Text size="sm" tone="muted">
          Its ports are internal, and no other service is in this instance. Other instances reach it once this one joins
          the project network.
        </Text>
      )}
    </>
  )
}

type PlaceLinesProps = { service: string; note: string; inside: string | null; project: string | null }

const PlaceLines = ({ service, note, inside, project }: PlaceLinesProps) => (
  <>
    {inside && <PlaceLine label="In this instance" note={note} text={inside} copy={`Copy address of ${service}`} />}
    {project && (
      <PlaceLine label="In the project" note={note} text={project} copy={`Copy project address of ${service}`} />
    )}
  </>
)
