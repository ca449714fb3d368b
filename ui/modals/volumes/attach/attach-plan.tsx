import type { Instance } from '../../../../src/contract/wire/compute.ts'
import { gapText } from '../../../../src/volumes/gap-text.ts'
import { Banner } from '../../../parts/state/banner.tsx'
import css from './attach-plan.module.css'

type AttachPlanProps = {
  volumeName: string
  holder: Instance | null
  target: Instance
  service: string
  isWaiting: boolean
}

/** What will restart, and who writes to the volume from then on. */
export const AttachPlan = ({ volumeName, holder, target, service, isWaiting }: AttachPlanProps) => {
  const other = holder && holder._id !== target._id ? holder : null
  return (
    <Banner tone="warn" title={isWaiting ? `Waiting until ${holder?.name} has ended its old replicas` : 'What happens'}>
      <ol className={css.steps}>
        {other &&
          (other.state === 'Closed' ? (
            <li>
              {other.name} is closed. Its configuration still names {volumeName}: it cannot be deployed again before
              that is removed.
            </li>
          ) : (
            <li>
              {other.name} is deployed without {volumeName}. Its services restart, and no longer have the data.
            </li>
          ))}
        <li>
          {target.name} is deployed with {volumeName}. {gapText(null)}
        </li>
        <li>
          From then on, only {service} of {target.name} writes to it.
        </li>
      </ol>
      {other && other.state !== 'Closed' && (
        <p>Keep this dialog open. If you close it after the first step, the volume stays without an instance.</p>
      )}
    </Banner>
  )
}
